// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/machine/loading.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <cstring>

// Memories, strips and accumulators: where their cells are, and which were ever written.
namespace lw::inference {

using machine::lowBits;
using machine::NodeId;
using machine::setWritten;

void Circuit::bytesWritten(const Bytes& memory, std::uint64_t first, std::uint64_t count) {
    mark(memory.offset + first, count);
    mark(memory.writtenOffset + first / 64 * 8, (first % 64 + count + 63) / 64 * 8);
    setWritten(memory.written, first, count);
}

namespace {

// Sets the first bits of each of several rows; every row begins with a word of its own.
void setRows(std::uint64_t* bits, std::uint64_t rows, std::uint64_t rowWords, std::uint32_t columns) {
    const std::uint64_t whole = columns / 64, rest = lowBits(columns % 64);
    const auto end = bits + rows * rowWords;
    for (std::uint64_t i = 0; i < whole; ++i)
        for (std::uint64_t* row = bits; row != end; row += rowWords) row[i] = ~std::uint64_t{0};
    if (rest == 0) return;
    for (std::uint64_t* row = bits; row != end; row += rowWords) row[whole] |= rest;
}

} // namespace

std::uint32_t* Circuit::stripToFill(std::uint32_t number, const StripShape& shape) {
    const std::uint64_t columns = m_config.arrayColumns, words = m_config.stripPixels * columns;
    const std::uint64_t bitWords = (words + 63) / 64, first = number * words;
    mark(m_layout.strips.offset + first * 4, shape.pixels() * columns * 4);
    mark(m_layout.stripsWritten.offset + number * bitWords * 8, bitWords * 8);
    std::uint64_t* const bits = m_s.stripsWritten + number * bitWords;
    std::fill_n(bits, bitWords, std::uint64_t{0});
    if (shape.lanes == columns)
        setWritten(bits, 0, shape.pixels() * columns);
    else if (columns % 64 == 0)
        setRows(bits, shape.pixels(), columns / 64, shape.lanes);
    else
        for (std::uint64_t p = 0; p < shape.pixels(); ++p) setWritten(bits, p * columns, shape.lanes);
    setStripShape(number, shape);
    return m_s.strips + first;
}

std::uint32_t* Circuit::accumulatorRow(std::uint64_t row) {
    return m_s.accumulators + row * m_config.arrayColumns;
}

void Circuit::accumulatorsChanged(std::uint64_t row, std::uint64_t rows, std::uint32_t columns) {
    const std::uint64_t width = m_config.arrayColumns, bitWords = (width + 63) / 64;
    mark(m_layout.accumulators.offset + row * width * 4, rows * width * 4);
    mark(m_layout.accumulatorsWritten.offset + row * bitWords * 8, rows * bitWords * 8);
    setRows(m_s.accumulatorsWritten + row * bitWords, rows, bitWords, columns);
}

namespace {

machine::SpaceBytes insideOf(const Bytes& memory) {
    return {kIsa.spaces[index(memory.space)].name, memory.bytes, memory.written, memory.count};
}

} // namespace

Outcome Circuit::readSpace(isa::SpaceId space, std::uint64_t offset, std::span<std::byte> out,
                           std::span<bool> written) const {
    const machine::SpaceBytes from = insideOf(memory(space));
    LW_TRY([[maybe_unused]] const Done inside, machine::checkInside(from, offset, out.size()));
    if (!isUntouched(space, offset, out.size())) return machine::readBytes(from, offset, out, written);
    machine::readUntouched(out, written);
    return Done{};
}

bool Circuit::isUntouched(isa::SpaceId space, std::uint64_t offset, std::uint64_t bytes) const {
    const Bytes in = memory(space);
    const machine::BitWords bits = machine::bitWordsOf(offset, bytes);
    return store().isUntouched(in.offset + offset, bytes) &&
           store().isUntouched(in.writtenOffset + bits.offset, bits.bytes);
}

Outcome Circuit::writeSpace(isa::SpaceId space, std::uint64_t offset, std::span<const std::byte> bytes) {
    const Bytes to = memory(space);
    LW_TRY([[maybe_unused]] const Done inside, machine::checkInside(insideOf(to), offset, bytes.size()));
    if (bytes.empty()) return Done{};
    bytesWritten(to, offset, bytes.size());
    std::memcpy(to.bytes + offset, bytes.data(), bytes.size());
    return Done{};
}

std::optional<machine::BundleOf> Circuit::unwaitedTransfer(isa::SpaceId space, std::uint64_t offset,
                                                           std::uint64_t bytes) const {
    const Resource resource = memory(space).resource;
    if (m_links && space == kUb && bytes != 0) {
        Elements asked;
        asked.base = static_cast<std::int64_t>(offset);
        asked.size = bytes;
        if (const auto by = m_links->unwaited(asked)) return by;
    }
    for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
        const Flight f = flight(i);
        if (f.unit != index(kDma) || f.end <= clock()) continue;
        for (std::size_t s = 0; s < f.count; ++s) {
            const Stretch& stretch = f.stretches[s];
            if (stretch.writes() && stretch.resource() == resource && stretch.begin < offset + bytes &&
                offset < stretch.end)
                return machine::BundleOf{id(), static_cast<std::uint32_t>(f.bundle)};
        }
    }
    return {};
}

void Circuit::edited(NodeId node, std::uint64_t first, std::uint64_t count) {
    for (isa::SpaceId space{}; index(space) < kIsa.spaces.size(); ++space) {
        const NodeId cells = space == kHost ? m_layout.host.node
                             : space == kDm ? m_layout.dm.node
                                            : m_layout.ub.node;
        if (node == cells) bytesWritten(memory(space), first, count);
    }
    const std::uint64_t columns = m_config.arrayColumns;
    for (std::uint64_t i = first; i < first + count; ++i) {
        if (node == m_layout.accumulators.node) {
            const std::uint64_t at = i / columns * ((columns + 63) / 64) + i % columns / 64;
            mark(m_layout.accumulatorsWritten.offset + at * 8, 8);
            m_s.accumulatorsWritten[at] |= std::uint64_t{1} << i % columns % 64;
        }
        if (node == m_layout.strips.node) {
            const std::uint64_t words = m_config.stripPixels * columns;
            const std::uint64_t at = i / words * ((words + 63) / 64) + i % words / 64;
            mark(m_layout.stripsWritten.offset + at * 8, 8);
            m_s.stripsWritten[at] |= std::uint64_t{1} << i % words % 64;
        }
        if (node == m_layout.patterns.node)
            m_s.patternsWritten[i / kPatternWords] |= std::uint64_t{1} << i % kPatternWords;
    }
}

} // namespace lw::inference
