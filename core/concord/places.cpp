// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/places.h"

#include "core/concord/graph.h"

#include <algorithm>

namespace lw::concord {

namespace {

bool namesVectors(const Op& op) {
    switch (op.kind) {
    case OpKind::ReadMatrix:
    case OpKind::WriteMatrix:
    case OpKind::StoreMatrix:
    case OpKind::Product: return false;
    default: return !op.memory.empty() && op.memory != kQueue;
    }
}

std::string movedText(std::uint64_t first, const auto& moves) {
    std::string out;
    const auto add = [&](const std::string& term) { out += (out.empty() ? "" : " + ") + term; };
    if (first != 0) add(std::to_string(first));
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i] == 0) continue;
        const std::string counter(1, kCounters[i]);
        add(moves[i] == 1 ? counter : std::to_string(moves[i]) + " * " + counter);
    }
    return out.empty() ? "0" : out;
}

} // namespace

Access accessOf(const Chain& chain, const Op& op) {
    if (op.kind == OpKind::Product || areMatrices(op.kind))
        return {std::uint64_t{chain.rows} * chain.columns};
    if (op.kind == OpKind::Window) return {op.window.pictureVectors()};
    const bool hasProduct = std::ranges::find(chain.ops, OpKind::Product, &Op::kind) != chain.ops.end();
    const std::uint64_t each = op.kind == OpKind::Read && hasProduct ? chain.columns : chain.rows;
    if (chain.turns == 1 || op.step == each || op.memory == kQueue) return {each * chain.turns};
    return {each, chain.turns, op.step};
}

std::uint64_t takenBy(const Chain& chain, const Op& op, std::uint32_t n) {
    return accessOf(chain, op).count * (op.kind == OpKind::ReadMatrix ? n : 1);
}

std::string addressText(const Op& op) { return movedText(op.first, op.moves); }
std::string executedText(const OpRounding& rounding) { return movedText(rounding.executed, rounding.moves); }

std::vector<Window> windowsOf(const OpStream& stream) {
    std::vector<Window> out;
    for (const Chain& chain : stream.chains)
        for (const Op& op : chain.ops)
            if (op.kind == OpKind::Window && std::ranges::find(out, op.window) == out.end())
                out.push_back(op.window);
    return out;
}

std::string windowName(const OpStream& stream, const Window& window) {
    const std::vector<Window> all = windowsOf(stream);
    return "W" + std::to_string(std::ranges::find(all, window) - all.begin());
}

std::vector<std::string> vectorMemories(const OpStream& stream) {
    std::vector<std::string> out;
    for (const Chain& chain : stream.chains)
        for (const Op& op : chain.ops)
            if (namesVectors(op) && std::ranges::find(out, op.memory) == out.end()) out.push_back(op.memory);
    return out;
}

std::vector<std::string> memoriesOf(const OpStream& stream, const Part& part) {
    std::vector<std::string> out;
    for (std::uint32_t chain = part.firstChain; chain < part.endOfChains; ++chain)
        for (const Op& op : stream.chains[chain].ops) {
            const bool isSource = op.memory == kMatrixDram && !storesMatrices(stream);
            const std::string memory = isSource ? std::string(nameOf(kOfMatrixDram)) : op.memory;
            if (!memory.empty() && std::ranges::find(out, memory) == out.end()) out.push_back(memory);
        }
    return out;
}

std::optional<LayerPart> layerAt(const OpStream& stream, const Part& part) {
    const std::string name = stream.chains[part.firstChain].layer;
    if (name.empty()) return {};
    const auto isOf = [&](const Part& body) {
        for (std::uint32_t chain = body.firstChain; chain < body.endOfChains; ++chain)
            if (stream.chains[chain].layer != name) return false;
        return true;
    };
    Part out{part.firstChain, part.firstChain, part.firstLoop, part.firstLoop};
    while (out.endOfChains < part.endOfChains) {
        const bool isLoop =
            out.endOfLoops < part.endOfLoops && stream.loops[out.endOfLoops].first == out.endOfChains;
        const Part next = isLoop ? bodyOf(stream, out.endOfLoops, part.endOfLoops)
                                 : Part{out.endOfChains, out.endOfChains + 1, out.endOfLoops, out.endOfLoops};
        if (!isOf(next)) break;
        out.endOfChains = next.endOfChains;
        out.endOfLoops = next.endOfLoops;
    }
    if (out.endOfChains == out.firstChain) return {};
    return LayerPart{name, out};
}

namespace {

bool hasKind(const OpStream& stream, OpKind kind) {
    return std::ranges::any_of(stream.chains, [kind](const Chain& chain) {
        return std::ranges::find(chain.ops, kind, &Op::kind) != chain.ops.end();
    });
}

} // namespace

bool hasMatrices(const OpStream& stream) { return hasKind(stream, OpKind::WriteMatrix); }
bool storesMatrices(const OpStream& stream) { return hasKind(stream, OpKind::StoreMatrix); }

} // namespace lw::concord
