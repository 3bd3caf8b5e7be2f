// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/chain_times.h"

namespace lw::concord {

namespace {

void addPart(const OpStream& stream, const Part& part, std::size_t depth, Turns& turns,
             std::vector<ChainTime>& out) {
    overPart(
        stream, part, [&](std::uint32_t chain) { out.push_back({.chain = chain, .turns = turns}); },
        [&](std::uint32_t loop, const Part& body) {
            for (turns[depth] = 0; turns[depth] < stream.loops[loop].turns; ++turns[depth])
                addPart(stream, body, depth + 1, turns, out);
            turns[depth] = 0;
        });
}

} // namespace

std::vector<ChainTime> chainsInOrder(const OpStream& stream) {
    std::vector<ChainTime> out;
    Turns turns{};
    addPart(stream, wholeOf(stream), 0, turns, out);
    return out;
}

} // namespace lw::concord
