// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/network/network.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// How few bits the mantissas of each layer need, by what the network gets right with them.
namespace lw::project {

struct FormatTask {
    std::string machine;                // as lowerForProcessor takes it
    std::vector<tensor::Tensor> inputs; // as network::asInput gives them in float32 and in float64
    std::vector<tensor::Tensor> exactInputs;
    std::vector<std::uint64_t> classes; // of each the element of the first output that should be the largest
    std::vector<std::uint32_t> widths;  // of mantissas, from few bits to many; at least one
    std::uint64_t mostLost = 0;         // items that may be wrong and are right in float64
};

// A width that was tried for a layer, with all others as they had been chosen so far.
struct TriedFormat {
    std::size_t layer = 0;
    std::uint32_t bits = 0;
    std::uint64_t right = 0, bytes = 0; // of the whole network
    bool isTaken = false;
    bool operator==(const TriedFormat&) const = default;
};
struct FormatSearch {
    std::string network, machine;
    std::vector<std::string> layers; // with products
    std::uint64_t items = 0, rightInFloat64 = 0, fewestRight = 0;
    std::uint32_t widest = 0; // bits of all layers at the start, and what they give
    std::uint64_t rightAtFirst = 0, bytesAtFirst = 0;
    std::vector<TriedFormat> tried;      // in their order
    std::vector<std::uint32_t> bits;     // chosen, of each layer
    std::uint64_t right = 0, bytes = 0;  // with these
    std::optional<std::uint64_t> clocks; // of an item, whatever the formats; nothing: the firmware faults
};
Json jsonOf(const FormatSearch& search);

// Begins with the widest mantissas everywhere. Each round tries the next narrower width of every layer, and
// takes the one that leaves the most items right (of equal ones the one that saves the most bytes) as long as
// enough are; a layer whose next width leaves too few is done. E389 if already the widest do, E394 for a
// network without products, and what lowering refuses.
Result<FormatSearch> searchFormats(const network::Network& network, const FormatTask& task);

} // namespace lw::project
