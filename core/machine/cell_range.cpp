// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_range.h"

#include "core/machine/cell_value.h"

#include <algorithm>

namespace lw::machine {
namespace {

constexpr std::uint64_t kBits = 64;                      // of a word of the written map
constexpr std::uint64_t kNever = std::uint64_t{3} << 62; // from this on a timer is of what was never written

// The bit of the element: with one row of words per slice
// when the map has two dimensions, in one row otherwise.
std::uint64_t bitOf(const Node& node, const Node& map, std::uint64_t element) {
    if (map.shape.size() < 2) return element;
    const std::uint64_t slice = countOf(node) / node.shape[0];
    return element / slice * map.shape[1] * kBits + element % slice;
}

// Where the timers of the node's elements begin.
std::uint64_t timersFrom(const StateTree& tree, NodeId node) {
    const auto* const from = std::any_cast<std::uint64_t>(&tree.handles(node));
    LW_REQUIRE(from != nullptr, "a node that timers keep count of says where they begin");
    return *from;
}

std::vector<std::uint8_t> timedWritten(const Node& timers, std::uint64_t first, std::uint64_t count,
                                       const Moment& moment) {
    std::vector<std::uint64_t> times(count);
    moment.read(timers.offset + first * sizeof(std::uint64_t), std::as_writable_bytes(std::span(times)));
    std::vector<std::uint8_t> out(count);
    std::transform(times.begin(), times.end(), out.begin(),
                   [](std::uint64_t time) { return std::uint8_t{time < kNever}; });
    return out;
}

std::vector<std::uint8_t> writtenOf(const StateTree& tree, NodeId id, std::uint64_t first,
                                    std::uint64_t count, const Moment& moment) {
    const Node& node = tree.at(id);
    std::vector<std::uint8_t> out(count, 1);
    if (node.written == tree.root() || count == 0) return out;
    const Node& map = tree.at(node.written);
    if (map.kind == NodeKind::Timer) return timedWritten(map, timersFrom(tree, id) + first, count, moment);
    const std::uint64_t from = bitOf(node, map, first) / kBits;
    const std::uint64_t to = bitOf(node, map, first + count - 1) / kBits + 1;
    std::vector<std::uint64_t> words(to - from);
    moment.read(map.offset + from * sizeof(std::uint64_t), std::as_writable_bytes(std::span(words)));
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t bit = bitOf(node, map, first + i);
        out[i] = static_cast<std::uint8_t>(words[bit / kBits - from] >> (bit % kBits) & 1);
    }
    return out;
}

} // namespace

std::uint64_t CellRange::bits(std::uint64_t i) const {
    return bitsOf(std::span(bytes).subspan(i * bytesEach, bytesEach));
}

bool isWritten(const StateTree& tree, NodeId id, std::uint64_t element, const Moment& moment) {
    const Node& node = tree.at(id);
    if (node.written == tree.root()) return true;
    const Node& map = tree.at(node.written);
    const bool isTimed = map.kind == NodeKind::Timer;
    const std::uint64_t at = isTimed ? timersFrom(tree, id) + element : bitOf(node, map, element);
    std::uint64_t word = 0;
    moment.read(map.offset + (isTimed ? at : at / kBits) * sizeof word,
                std::as_writable_bytes(std::span(&word, 1)));
    return isTimed ? word < kNever : (word >> (at % kBits) & 1) != 0;
}

CellRange readCells(const StateTree& tree, NodeId id, std::uint64_t first, std::uint64_t count,
                    const Moment& moment) {
    const Node& node = tree.at(id);
    const std::uint64_t all = countOf(node);
    CellRange out;
    out.first = std::min(first, all);
    out.bytesEach = static_cast<std::uint8_t>(sizeOf(node));
    count = std::min(count, all - out.first);
    out.bytes.resize(count * out.bytesEach);
    moment.read(node.offset + out.first * out.bytesEach, out.bytes);
    out.written = writtenOf(tree, id, out.first, count, moment);
    return out;
}

} // namespace lw::machine
