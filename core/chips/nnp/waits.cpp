// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/processor.h"
#include "core/chips/nnp/schedule.h"

// When a chain can begin, and what it takes from then on. Waits change nothing but clocks.
namespace lw::nnp {

namespace {

constexpr StallRule kPortRules[] = {StallRule::ReadPort,  StallRule::Multiplier, StallRule::FirstMfu,
                                    StallRule::FirstMfu,  StallRule::FirstMfu,   StallRule::SecondMfu,
                                    StallRule::SecondMfu, StallRule::WritePort,  StallRule::Matrices};
static_assert(std::size(kPortRules) == kPorts);

// Calls each(location, vector) for all of them, in the order in which vectors travel.
template <typename Each> void overLocations(const Locations& at, Each each) {
    for (std::uint32_t turn = 0; turn < at.turns; ++turn)
        for (std::uint32_t i = 0; i < at.count; ++i)
            each(at.first + std::uint64_t{turn} * at.step + i, std::uint64_t{turn} * at.count + i);
}

} // namespace

// In the order of the rules: the first one counts.
void Processor::waitForChain(const Chain& chain, Start& start) const {
    if (*m_s.quiet <= start.clock) return; // nothing is under way
    waitForVectors(chain, start);
    for (const Stage& stage : chain.stages)
        if (stage.port == Port::Multiplier)
            for (std::uint64_t i = chain.product->first; i < chain.product->end(); ++i)
                start.atLeast(m_s.matrixLands[i], stage.clock, StallRule::Weights, m_s.matrixWriters[i]);
    for (std::size_t port = 0; port < kPorts; ++port)
        for (const Stage& stage : chain.stages)
            if (static_cast<std::size_t>(stage.port) == port)
                start.atLeast(m_s.portFree[port], stage.clock, kPortRules[port], m_s.portUser[port]);
}

void Processor::waitForVectors(const Chain& chain, Start& start) const {
    const auto waitFor = [&](const Locations& from, std::uint64_t location, std::uint64_t vector) {
        const std::uint64_t place = m_vectorPlaces[static_cast<std::size_t>(from.memory)] + location;
        start.atLeast(m_s.vectorLands[place], from.clock + vector, StallRule::Vectors,
                      m_s.vectorWriters[place]);
    };
    for (const Locations& from : chain.reads) {
        if (from.memory == Memory::NetQ) continue;
        if (chain.windows && &from == &chain.reads.front()) {
            for (std::uint32_t vector = 0; vector < chain.taken; ++vector)
                if (const auto pixel = chain.windows->vectorOf(vector))
                    waitFor(from, from.first + *pixel, vector);
            continue;
        }
        overLocations(from,
                      [&](std::uint64_t location, std::uint64_t vector) { waitFor(from, location, vector); });
    }
}

void Processor::waitForMatrices(const Decoded& row, Start& start) const {
    if (*m_s.quiet <= start.clock) return;
    const MatrixFlow flow = matrixFlow(controls(), m_config);
    const Locations from = matricesOf(row, controls()), to = matricesOf(m_rows[row.bundle + 1], controls());
    for (std::uint64_t k = 0; k < flow.count && to.memory == Memory::MatrixRf; ++k)
        start.atLeast(m_s.matrixFree[to.first + k], flow.writtenAt(k), StallRule::StillMultiplied,
                      m_s.matrixUsers[to.first + k]);
    const std::uint64_t held = matrixPlace(from.memory) + from.first;
    for (std::uint64_t k = 0; k < flow.count && from.memory == Memory::Dram; ++k)
        start.atLeast(m_s.matrixLands[held + k], flow.readAt(k), StallRule::Matrices,
                      m_s.matrixWriters[held + k]);
    const auto port = static_cast<std::size_t>(Port::Matrices);
    start.atLeast(m_s.portFree[port], StallRule::Matrices, m_s.portUser[port]);
}

void Processor::take(Port port, std::uint64_t until, std::uint32_t bundle) {
    m_s.portFree[static_cast<std::size_t>(port)] = until;
    m_s.portUser[static_cast<std::size_t>(port)] = bundle;
}

void Processor::land(const Locations& to) {
    if (to.memory == Memory::NetQ) return; // nobody here reads it
    overLocations(to, [&](std::uint64_t location, std::uint64_t vector) {
        const std::uint64_t place = m_vectorPlaces[static_cast<std::size_t>(to.memory)] + location;
        store().mark(m_layout.vectorLands.offset + place * 8, 8);
        store().mark(m_layout.vectorWriters.offset + place * 4, 4);
        m_s.vectorLands[place] = clock() + to.clock + vector;
        m_s.vectorWriters[place] = to.bundle;
    });
}

void Processor::begin(const Chain& chain) {
    for (const Stage& stage : chain.stages)
        take(stage.port, clock() + stage.clock + stage.length, stage.bundle);
    if (chain.product) {
        const std::uint64_t first = chain.product->first, count = chain.product->count;
        const std::uint64_t until = m_s.portFree[static_cast<std::size_t>(Port::Multiplier)];
        store().mark(m_layout.matrixFree.offset + first * 8, count * 8);
        store().mark(m_layout.matrixUsers.offset + first * 4, count * 4);
        std::fill_n(m_s.matrixFree + first, count, until);
        std::fill_n(m_s.matrixUsers + first, count, chain.product->bundle);
    }
    for (const Locations& to : chain.writes) land(to);
    *m_s.quiet = std::max(*m_s.quiet, clock() + chain.end);
}

void Processor::beginMatrices(const Decoded& row) {
    const MatrixFlow flow = matrixFlow(controls(), m_config);
    const Locations to = matricesOf(m_rows[row.bundle + 1], controls());
    const std::uint64_t first = matrixPlace(to.memory) + to.first;
    take(Port::Matrices, clock() + flow.pace(), row.bundle);
    store().mark(m_layout.matrixLands.offset + first * 8, flow.count * 8);
    store().mark(m_layout.matrixWriters.offset + first * 4, flow.count * 4);
    for (std::uint64_t k = 0; k < flow.count; ++k) {
        m_s.matrixLands[first + k] = clock() + flow.landsAt(k);
        m_s.matrixWriters[first + k] = to.bundle;
    }
    *m_s.quiet = std::max(*m_s.quiet, clock() + flow.landsAt(flow.count - 1));
}

} // namespace lw::nnp
