// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/op_stream.h"

#include <optional>
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
// How many vectors it takes from the queue, in which a matrix is its N rows.
std::uint64_t takenBy(const Chain& chain, const Op& op, std::uint32_t n);

// The first location of an operation with the loops around it, which count i, j, k, l: "3 + 2 * i + j".
std::string addressText(const Op& op);
inline constexpr std::string_view kCounters = "ijkl";

// How many instructions are executed before an operation, in every turn.
std::string executedText(const OpRounding& rounding);

// The different windows over pictures, and what software calls one of them.
std::vector<Window> windowsOf(const OpStream& stream);
std::string windowName(const OpStream& stream, const Window& window);

// The memories of vectors besides the queue, in the order in which they are used; whether there are matrices.
std::vector<std::string> vectorMemories(const OpStream& stream);
bool hasMatrices(const OpStream& stream);
// Whether matrices are written to DRAM, which is then a memory as others are.
bool storesMatrices(const OpStream& stream);

// What layers of loops take: their memories, queue and matrices among them; mdram if it is only read.
std::vector<std::string> memoriesOf(const OpStream& stream, const Part& part);
// The part at the beginning of another one that is all of a layer: chains, and loops that are wholly in it.
// Nothing: it begins with something else.
struct LayerPart {
    std::string name;
    Part part;
};
std::optional<LayerPart> layerAt(const OpStream& stream, const Part& part);

// Calls on.chain(chain), and around what repeats on.begin(loop, depth), on.end(depth); for what is a layer
// on.layer(layer, depth) instead, unless all of it is in one.
template <typename On>
void overAll(const OpStream& stream, Part part, std::size_t depth, On& on, bool isInLayer = false) {
    while (part.firstChain < part.endOfChains) {
        const std::uint32_t chain = part.firstChain, loop = part.firstLoop;
        const auto layer = isInLayer ? std::nullopt : layerAt(stream, part);
        if (layer) {
            on.layer(*layer, depth);
            part.firstChain = layer->part.endOfChains;
            part.firstLoop = layer->part.endOfLoops;
        } else if (loop == part.endOfLoops || stream.loops[loop].first != chain) {
            on.chain(stream.chains[chain], depth);
            ++part.firstChain;
        } else {
            const Part body = bodyOf(stream, loop, part.endOfLoops);
            on.begin(stream.loops[loop], depth);
            overAll(stream, body, depth + 1, on, isInLayer);
            on.end(depth);
            part.firstChain = body.endOfChains;
            part.firstLoop = body.endOfLoops;
        }
    }
}

} // namespace lw::concord
