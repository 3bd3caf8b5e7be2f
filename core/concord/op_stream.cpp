// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/op_stream.h"

#include "core/concord/graph.h"

#include <algorithm>

namespace lw::concord {

namespace {

constexpr std::uint64_t kGreat = std::uint64_t{1} << 40;

std::uint64_t executedIn(const OpStream& stream, const Part& part) {
    std::uint64_t out = 0;
    overPart(
        stream, part, [&](std::uint32_t chain) { out += stream.chains[chain].ops.size(); },
        [&](std::uint32_t loop, const Part& body) {
            out += std::min(kGreat, executedIn(stream, body) * stream.loops[loop].turns);
        });
    return std::min(kGreat, out);
}

} // namespace

std::uint64_t firstOf(const Op& op, const Turns& turns) {
    std::uint64_t out = op.first;
    for (std::size_t i = 0; i < turns.size(); ++i) out += std::uint64_t{op.moves[i]} * turns[i];
    return out;
}

numeric::BlockRounding roundingOf(const Op& op, const Turns& turns) {
    std::uint64_t executed = op.rounding.executed;
    for (std::size_t i = 0; i < turns.size(); ++i) executed += op.rounding.moves[i] * turns[i];
    return {op.rounding.rounding, {op.rounding.seed, executed, 0, 0}};
}

WindowRead windowsOf(const Chain& chain, const Op& op, const Turns& turns) {
    const bool hasProduct = std::ranges::find(chain.ops, OpKind::Product, &Op::kind) != chain.ops.end();
    return {op.window, firstOf(op, turns), op.skip, hasProduct ? chain.columns : chain.rows};
}

const TensorName* nameOfPlace(const OpStream& stream, std::string_view memory, std::uint64_t first,
                              std::uint64_t count, std::uint32_t bundle) {
    const TensorName* out = nullptr;
    const auto isThere = [&](const TensorName& tensor) { // a tensor's memory is called as the host calls it
        return tensor.memory == memory || (memory == kVectorDram && tensor.memory == nameOf(kOfVectorDram)) ||
               (memory == kMatrixDram && tensor.memory == nameOf(kOfMatrixDram));
    };
    for (const TensorName& tensor : stream.tensors)
        if (!tensor.shape.empty() && isThere(tensor) && tensor.bundle <= bundle &&
            tensor.first < first + count && first < tensor.first + tensor.count)
            out = &tensor;
    const bool isAll = out != nullptr && out->first == first && out->count == count;
    return isAll ? out : nullptr;
}

std::vector<std::uint32_t> loopsAround(const OpStream& stream, std::uint32_t chain) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < stream.loops.size(); ++i)
        if (stream.loops[i].first <= chain && chain < stream.loops[i].first + stream.loops[i].count)
            out.push_back(i);
    return out;
}

Part wholeOf(const OpStream& stream) {
    return {0, static_cast<std::uint32_t>(stream.chains.size()), 0,
            static_cast<std::uint32_t>(stream.loops.size())};
}

Part bodyOf(const OpStream& stream, std::uint32_t loop, std::uint32_t endOfLoops) {
    const std::uint32_t first = stream.loops[loop].first, end = first + stream.loops[loop].count;
    std::uint32_t next = loop + 1;
    while (next < endOfLoops && stream.loops[next].first < end) ++next;
    return {first, end, loop + 1, next};
}

std::uint64_t executedOps(const OpStream& stream) { return executedIn(stream, wholeOf(stream)); }

} // namespace lw::concord
