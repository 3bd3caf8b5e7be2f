// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/value_names.h"

namespace lw::concord {

std::string valueName(const Graph& graph, std::uint32_t node) {
    if (node < kSources) return std::string(nameOf(static_cast<Source>(node)));
    return (graph.nodes[node].kind == OpKind::WriteMatrix ? "m" : "v") + std::to_string(node);
}

std::string joinedWords(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

std::string tensorLines(const OpStream& stream, const std::string& sign) {
    std::string out;
    for (const TensorName& tensor : stream.tensors)
        out += sign + tensor.name + ": " + tensor.memory + "[" + std::to_string(tensor.first) + ":" +
               std::to_string(tensor.first + tensor.count) + "]\n";
    return out;
}

std::string labelLine(const Graph& graph, std::uint32_t node, const OpStream& stream,
                      const std::string& sign) {
    const std::uint32_t last = graph.nodes[node].chain;
    std::uint32_t chain = node == kSources ? 0 : graph.nodes[node - 1].chain + 1;
    std::string out;
    for (; chain <= last; ++chain)
        if (const auto& labels = stream.chains[chain].labels; !labels.empty())
            out += (out.empty() ? "" : ", ") + joinedWords(labels);
    return out.empty() ? out : sign + out + "\n";
}

bool isWhole(const Graph& graph, const Piece& piece) {
    return piece.node >= kSources && piece.times == 1 && piece.first == 0 &&
           piece.count == graph.nodes[piece.node].count;
}

} // namespace lw::concord
