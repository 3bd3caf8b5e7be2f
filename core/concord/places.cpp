// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/places.h"

#include <algorithm>

namespace lw::concord {

namespace {

bool namesVectors(const Op& op) {
    switch (op.kind) {
    case OpKind::ReadMatrix:
    case OpKind::WriteMatrix:
    case OpKind::Product: return false;
    default: return !op.memory.empty() && op.memory != kQueue;
    }
}

} // namespace

Access accessOf(const Chain& chain, const Op& op) {
    if (op.kind == OpKind::Product || op.kind == OpKind::ReadMatrix || op.kind == OpKind::WriteMatrix)
        return {std::uint64_t{chain.rows} * chain.columns};
    const bool hasProduct = std::ranges::find(chain.ops, OpKind::Product, &Op::kind) != chain.ops.end();
    const std::uint64_t each = op.kind == OpKind::Read && hasProduct ? chain.columns : chain.rows;
    if (chain.turns == 1 || op.step == each || op.memory == kQueue) return {each * chain.turns};
    return {each, chain.turns, op.step};
}

std::string addressText(const Op& op) {
    std::string out;
    const auto add = [&](const std::string& term) { out += (out.empty() ? "" : " + ") + term; };
    if (op.first != 0) add(std::to_string(op.first));
    for (std::size_t i = 0; i < op.moves.size(); ++i) {
        if (op.moves[i] == 0) continue;
        const std::string counter(1, kCounters[i]);
        add(op.moves[i] == 1 ? counter : std::to_string(op.moves[i]) + " * " + counter);
    }
    return out.empty() ? "0" : out;
}

std::vector<std::string> vectorMemories(const OpStream& stream) {
    std::vector<std::string> out;
    for (const Chain& chain : stream.chains)
        for (const Op& op : chain.ops)
            if (namesVectors(op) && std::ranges::find(out, op.memory) == out.end()) out.push_back(op.memory);
    return out;
}

bool hasMatrices(const OpStream& stream) {
    return std::ranges::any_of(stream.chains, [](const Chain& chain) {
        return std::ranges::find(chain.ops, OpKind::WriteMatrix, &Op::kind) != chain.ops.end();
    });
}

} // namespace lw::concord
