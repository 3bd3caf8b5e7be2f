// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/modelled_circuit.h"

#include "core/chips/inference/isa.h"
#include "core/chips/inference/links.h"
#include "core/chips/inference/pattern_words.h"
#include "core/chips/inference/planner.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace lw::inference {

namespace {

bool writesHost(const Stretch& stretch) { return stretch.resource() == Resource::Host && stretch.writes(); }
bool isOver(const Flight& flight, std::uint64_t clock) { return flight.end <= clock; }

// The bytes of the host's memory up to the end of a list; only the list itself is filled in.
std::vector<std::uint8_t> hostOf(const std::vector<Decoded>& rows, const machine::LaunchList& list) {
    const auto launched = launchedRowsOf(rows);
    if (!launched) return {};
    const std::uint64_t entries = list.address + list.entries.bytes().size();
    std::vector<std::uint8_t> out(std::max(entries, launched->list + machine::kListBytes));
    std::ranges::copy(list.entries.bytes(), std::as_writable_bytes(std::span(out)).begin() +
                                                static_cast<std::ptrdiff_t>(list.address));
    std::array<std::uint32_t, machine::kListWords> head{};
    head[machine::kListCount] = static_cast<std::uint32_t>(list.entries.shape()[0]);
    head[machine::kListStride] = static_cast<std::uint32_t>(list.entries.shape()[1] * sizeof(std::uint32_t));
    head[machine::kListEntries] = static_cast<std::uint32_t>(list.address);
    std::memcpy(out.data() + launched->list, head.data(), sizeof head);
    return out;
}

} // namespace

ModelledCircuit::ModelledCircuit(machine::CoreId circuit, const Config& config, std::vector<Decoded> rows,
                                 const machine::LaunchList* list)
    : m_rows(std::move(rows))
    , m_list(list)
    , m_host(list != nullptr ? hostOf(m_rows, *list) : std::vector<std::uint8_t>())
    , m_state(circuit, config, UninitMode::Zero, m_rows, {}, boundState()) {
    m_registers.flights.resize(std::size_t{config.inFlight} * kFlightWords);
    m_state.state().flights = m_registers.flights.data();
}

// The memories are left out.
State ModelledCircuit::boundState() {
    State out{};
    IssueRegisters& r = m_registers;
    out.clock = &r.clock, out.programCounter = &r.programCounter, out.halted = &r.halted;
    out.portFree = r.portFree.data(), out.portRow = r.portRow.data(), out.pathReady = r.pathReady.data();
    out.flightCount = &r.flightCount;
    out.patterns = r.patterns.data(), out.patternsWritten = m_written.data();
    out.stripShapes = r.stripShapes.data();
    out.tileShape = r.tileShape.data(), out.pathShape = r.pathShape.data();
    out.launch = &m_launch, out.launchReady = &r.launchReady, out.rounds = &m_rounds;
    out.linkFree = r.linkFree.data(), out.linkRow = r.linkRow.data(), out.signals = r.signals.data();
    out.host = m_host.data();
    return out;
}

ModelledCircuit::Stand ModelledCircuit::run() {
    while (m_registers.halted == 0) {
        if (nextRow() == m_rows.size()) {
            m_fault = "the program runs past its last instruction";
            return Stand::Faulted;
        }
        const Decoded& row = m_rows[nextRow()];
        if (m_state.hasFurtherLaunch(row) && row.op == op("halt")) return Stand::AtRound;
        if (row.op == op("wait") && !hasArrived(row)) return Stand::Waits;
        Planner plan(m_state, row);
        row.row().meaning.plan(plan);
        if (plan.faultFound()) {
            m_fault = plan.faultFound()->text;
            return Stand::Faulted;
        }
        watchHost(plan.work);
        m_registers.clock = std::max(m_registers.clock, m_state.gateOf(row, plan.work).time);
        m_state.dropEnded();
        m_state.occupy(row, plan.work);
        follow(row, plan.work);
        m_registers.clock += 1;
        m_registers.programCounter += 1;
    }
    return Stand::Halted;
}

// If what it waits for was sent, it waits until that arrives.
bool ModelledCircuit::hasArrived(const Decoded& row) {
    const std::vector<std::uint64_t>& came = m_came[row[0]];
    const std::uint32_t count = row[1];
    if (!m_state.hasLinks() || count == 0) return true;
    if (came.size() < count) return false;
    m_registers.clock = std::max(m_registers.clock, came[count - 1]);
    m_registers.signals[row[0]] = std::max(m_registers.signals[row[0]], count);
    return true;
}

// What it does to the registers.
void ModelledCircuit::follow(const Decoded& row, const Work& work) {
    State& s = m_state.state();
    if (work.shape) m_state.setStripShape(work.strip, *work.shape);
    if (row.op == op("shape")) setShape(row, s.patterns + std::size_t{row[0]} * kPatternWords);
    if (row.op == op("shape2")) setShapeMore(row, s.patterns + std::size_t{row[0]} * kPatternWords);
    if (row.op == op("ldw.i8") || row.op == op("ldw.f")) m_state.tileOnPath(row, work);
    if (row.op == op("swapw")) m_state.tileIntoArray();
    if (row.op == op("halt")) m_registers.halted = 1;
    if (isSend(row.op)) {
        const Direction direction = directionOf(row.op);
        m_registers.linkFree[direction] = m_state.leaves(work);
        m_sent.push_back({direction, row[4], m_registers.linkFree[direction] + m_state.config().way.latency});
    }
}

std::vector<ModelledCircuit::Parcel> ModelledCircuit::takeSent() { return std::exchange(m_sent, {}); }

std::string ModelledCircuit::reason() const {
    if (!m_fault.empty()) return m_fault;
    return "it waits for ever for signal " + std::to_string(m_rows[nextRow()][0]);
}

void ModelledCircuit::launchAt(std::uint64_t clock) {
    m_registers.clock = std::max(m_registers.clock, clock);
    m_state.dropEnded();
    m_state.launchAgain();
    m_registers.clock += 1;
    m_registers.signals.fill(0);
    for (auto& came : m_came) came.clear();
}

// ---- launches that repeat each other

std::uint64_t ModelledCircuit::descriptors() const {
    return m_list->entries.shape()[1] / machine::kDescriptorWords;
}

Descriptor ModelledCircuit::described(std::uint64_t launch, std::uint64_t number) const {
    const std::uint64_t entryBytes = m_list->entries.shape()[1] * sizeof(std::uint32_t);
    return descriptorOf(
        m_state.hostWords(m_list->address + launch * entryBytes + number * machine::kDescriptorBytes));
}

// From the first to the last byte at the host that the descriptor names in any launch.
Span ModelledCircuit::unionOf(std::uint32_t number) const {
    Span out{std::numeric_limits<std::int64_t>::max(), 0};
    for (std::uint64_t launch = 0; launch < m_list->entries.shape()[0]; ++launch) {
        const Descriptor one = described(launch, number);
        if (one.pattern.rounds() == 0) continue;
        const Span here = boundsOf(one.pattern, static_cast<std::int64_t>(one.atHost), 1, 0, 1);
        out.begin = std::min(out.begin, here.begin);
        out.end = std::max(out.end, here.end);
    }
    return out;
}

bool ModelledCircuit::mayRepeat() const {
    if (m_list == nullptr || !m_state.launched()) return false;
    std::vector<std::pair<std::uint32_t, Span>> read, written;
    for (std::uint32_t i = m_state.launched()->first; i < m_state.launched()->end; ++i) {
        const Decoded& row = m_rows[i];
        // What the program brings along is before the list.
        const bool isConstant = row.op == op("dma.in") || row.op == op("dma.w");
        if (row.op == op("dma.out") || (isConstant && row[1] >= m_list->address)) return false;
        const bool isIn = row.op == op("dma.in.d"), isOut = row.op == op("dma.out.d");
        if ((isIn || isOut) && row[2] < descriptors())
            (isIn ? read : written).emplace_back(row[2], unionOf(row[2]));
    }
    const auto meets = [](const Span& a, const Span& b) { return a.begin < b.end && b.begin < a.end; };
    return std::ranges::none_of(written, [&](const auto& one) {
        const auto isMet = [&](const auto& other) {
            return other.first != one.first && meets(other.second, one.second);
        };
        return one.second.begin < static_cast<std::int64_t>(m_list->address) ||
               std::ranges::any_of(read, isMet) || std::ranges::any_of(written, isMet);
    });
}

const IssueRegisters& ModelledCircuit::rebased() {
    IssueRegisters& r = m_registers;
    m_state.dropEnded();
    const std::uint64_t now = r.clock;
    const auto shift = [now](std::uint64_t& time) { time = time <= now ? 0 : time - now; };
    for (auto* times : {&r.clock, &r.launchReady, &r.pathReady[0]}) shift(*times);
    std::ranges::for_each(r.portFree, shift);
    std::ranges::for_each(r.linkFree, shift);
    for (std::size_t i = 0; i < r.flightCount; ++i) {
        Flight flight = m_state.flight(i);
        flight.first -= now, flight.end -= now, flight.busyEnd -= now;
        for (Stretch& stretch : flight.stretches)
            if (stretch.resource() == Resource::Host) stretch.begin = stretch.end = 0;
        m_state.putFlight(i, flight);
    }
    return r;
}

void ModelledCircuit::addMoved(std::vector<std::uint64_t>& key) const {
    const std::uint64_t launches = m_list->entries.shape()[0];
    for (const std::uint64_t launch : {std::uint64_t{m_launch}, std::uint64_t{m_launch} + 1}) {
        key.push_back(launch < launches ? 1 : 0);
        for (std::uint64_t number = 0; launch < launches && number < descriptors(); ++number) {
            const Descriptor one = described(launch, number);
            key.push_back(static_cast<std::uint64_t>(one.inBuffer));
            key.insert(key.end(), one.pattern.n.begin(), one.pattern.n.end());
        }
    }
}

void ModelledCircuit::goOnFrom(std::uint32_t launch, const IssueRegisters& registers) {
    m_launch = launch;
    m_registers = registers;
    m_state.state().flights = m_registers.flights.data();
}

void ModelledCircuit::watchHost(const Work& work) {
    const auto end = work.stretches.begin() + static_cast<std::ptrdiff_t>(work.count);
    if (std::none_of(work.stretches.begin(), end, writesHost)) return;
    for (std::size_t i = 0; i < m_registers.flightCount; ++i) {
        const Flight older = m_state.flight(i);
        m_wroteBeside |= !isOver(older, m_registers.clock) &&
                         std::ranges::any_of(older.stretches, [](const Stretch& stretch) {
                             return writesHost(stretch) && stretch.end == 0;
                         });
    }
}

} // namespace lw::inference
