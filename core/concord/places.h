// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/op_stream.h"

#include <string>
#include <string_view>
#include <vector>

// Software of a firmware with loops keeps its memories: where a loop repeats, a value has no name of its own.
namespace lw::concord {

// What an operation reads or writes: `times` times `count` vectors, each time `step` further.
struct Access {
    std::uint64_t count = 0, times = 1, step = 0;
};
Access accessOf(const Chain& chain, const Op& op);

// The first location of an operation with the loops around it, which count i, j, k, l: "3 + 2 * i + j".
std::string addressText(const Op& op);
inline constexpr std::string_view kCounters = "ijkl";

// The memories of vectors besides the queue, in the order in which they are used; whether there are matrices.
std::vector<std::string> vectorMemories(const OpStream& stream);
bool hasMatrices(const OpStream& stream);

// Calls on.chain(chain), and around what repeats on.begin(loop, depth), on.end(depth).
template <typename On> void overAll(const OpStream& stream, const Part& part, std::size_t depth, On& on) {
    overPart(
        stream, part, [&](std::uint32_t chain) { on.chain(stream.chains[chain], depth); },
        [&](std::uint32_t loop, const Part& body) {
            on.begin(stream.loops[loop], depth);
            overAll(stream, body, depth + 1, on);
            on.end(depth);
        });
}

} // namespace lw::concord
