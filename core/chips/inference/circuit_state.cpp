// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit_state.h"

#include "core/chips/inference/pattern_words.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <cstring>

// What plans of instructions read: memories, shapes, the list of launches.
namespace lw::inference {

using machine::lowBits;

CircuitState::CircuitState(machine::CoreId circuit, const Config& config, UninitMode uninit,
                           std::span<const Decoded> rows, const Layout& layout, const State& state)
    : m_config(config)
    , m_launched(launchedRowsOf(rows))
    , m_layout(layout)
    , m_s(state)
    , m_circuit(circuit)
    , m_uninit(uninit) {}

Pattern CircuitState::pattern(std::uint32_t number) const {
    return patternOf(m_s.patterns + std::size_t{number} * kPatternWords);
}

Bytes CircuitState::memory(isa::SpaceId space) const {
    switch (space) {
    case kHost:
        return {Resource::Host,
                space,
                m_s.host,
                m_s.hostWritten,
                m_layout.host.offset,
                m_layout.hostWritten.offset,
                m_config.hostBytes};
    case kDm:
        return {
            Resource::Dm,        space, m_s.dm, m_s.dmWritten, m_layout.dm.offset, m_layout.dmWritten.offset,
            m_config.weightBytes};
    default:
        return {
            Resource::Ub,        space, m_s.ub, m_s.ubWritten, m_layout.ub.offset, m_layout.ubWritten.offset,
            m_config.bufferBytes};
    }
}

StripShape CircuitState::stripShape(std::uint32_t number) const {
    const std::uint32_t* const words = m_s.stripShapes + std::size_t{number} * kStripWords;
    return {words[kStripRows], words[kStripColumns], words[kStripLanes]};
}

const std::uint32_t* CircuitState::stripPixel(std::uint32_t number, std::uint32_t pixel) const {
    return m_s.strips + (std::uint64_t{number} * m_config.stripPixels + pixel) * m_config.arrayColumns;
}

namespace {

// The bits missing in one such row.
std::uint64_t missingOf(const std::uint64_t* row, std::uint32_t columns) {
    const std::uint64_t whole = columns / 64, rest = lowBits(columns % 64);
    std::uint64_t missing = rest != 0 ? rest & ~row[whole] : 0;
    for (std::uint64_t i = 0; i < whole; ++i) missing |= ~row[i];
    return missing;
}

} // namespace

std::uint64_t CircuitState::firstUnwritten(std::uint64_t row, std::uint64_t end,
                                           std::uint32_t columns) const {
    if (usesUnwritten()) return end;
    // Several rows at a time: nearly always none is missing.
    constexpr std::uint64_t kTogether = 32;
    const std::uint64_t bitWords = (std::uint64_t{m_config.arrayColumns} + 63) / 64;
    const auto missing = [&](std::uint64_t from, std::uint64_t count) {
        std::uint64_t some = 0;
        for (std::uint64_t i = 0; i < count; ++i)
            some |= missingOf(m_s.accumulatorsWritten + (from + i) * bitWords, columns);
        return some != 0;
    };
    while (end - row >= kTogether && !missing(row, kTogether)) row += kTogether;
    while (row < end && !missing(row, 1)) ++row;
    return row;
}

// ---- what instructions leave in the shape registers

void CircuitState::setStripShape(std::uint32_t number, const StripShape& shape) {
    std::uint32_t* const header = m_s.stripShapes + std::size_t{number} * kStripWords;
    header[kStripRows] = shape.rows;
    header[kStripColumns] = shape.columns;
    header[kStripLanes] = shape.lanes;
    header[kStripWritten] = 1;
}

void CircuitState::tileOnPath(const Decoded& row, const Work& work) {
    m_s.pathShape[kTileK] = row[1];
    m_s.pathShape[kTileN] = row[2];
    m_s.pathShape[kTileFloat] = row.element() == Element::Float ? 1 : 0;
    m_s.pathShape[kTileLoaded] = 1;
    m_s.pathReady[0] = clock() + work.totalClocks;
    m_s.pathReady[1] = row.bundle;
}

void CircuitState::tileIntoArray() {
    std::copy_n(m_s.pathShape, kTileWords, m_s.tileShape);
    m_s.pathShape[kTileLoaded] = 0;
    const std::uint64_t swap = std::max(clock() + 1, m_s.portFree[kArrayPort]);
    m_s.portFree[kWeightPort] = std::max(m_s.portFree[kWeightPort], swap);
    m_s.portRow[kWeightPort] = *m_s.programCounter;
}

// ---- one launch after the other

std::array<std::uint32_t, 8> CircuitState::hostWords(std::uint64_t address) const {
    std::array<std::uint32_t, 8> out{};
    std::memcpy(out.data(), m_s.host + address, sizeof out);
    return out;
}

std::optional<std::uint32_t> CircuitState::launchCount() const {
    if (!m_launched) return {};
    const Bytes host = memory(kHost);
    const std::uint64_t list = m_launched->list;
    if (list + kListBytes > host.count) return {};
    if (hasValues() && machine::writtenAt(host.written, list, 4) != 0xf) return {};
    return hostWords(list)[machine::kListCount];
}

bool CircuitState::hasFurtherLaunch(const Decoded& row) const {
    return m_launched && m_launched->contains(row.bundle) && *m_s.launch + 1 < launchCount().value_or(0);
}

bool CircuitState::waitsForRound(const Decoded& row) const {
    return hasLinks() && row.op == op("halt") && hasFurtherLaunch(row) && *m_s.rounds <= *m_s.launch;
}

void CircuitState::launchAgain() {
    *m_s.launch += 1;
    *m_s.programCounter = m_launched->first;
    *m_s.launchReady = clock() + 1 + m_config.clocks(TimingKey::Dma);
}

} // namespace lw::inference
