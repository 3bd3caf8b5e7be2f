// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit_state.h"

#include <algorithm>
#include <cstring>

// When an instruction can issue: its port, and everything in flight that touches what it touches. A stall is
// attributed to the one rule that is met last; it names the instruction held up and the one it waits for.
namespace lw::inference {

namespace {

// First clock at which a pass may start so that it reaches no accumulator before an older one did. Row r of a
// pass that starts at t with its first row at `begin` and k rows of weights is reached at t + r - begin + k -
// 1 plus the column; columns are the same for both.
std::uint64_t behindPass(const Flight& older, const Stretch& own, const Stretch& theirs, std::uint64_t k) {
    const auto earliest = static_cast<std::int64_t>(older.first + older.arrayRows - k + own.begin + 1) -
                          static_cast<std::int64_t>(theirs.begin);
    return static_cast<std::uint64_t>(std::max<std::int64_t>(earliest, 0));
}

StallRule ruleOf(const Stretch& own, const Stretch& theirs) {
    if (!own.writes()) return StallRule::NotWritten;
    return theirs.writes() ? StallRule::WriteOrder : StallRule::StillRead;
}

} // namespace

Flight CircuitState::flight(std::size_t index) const {
    Flight out;
    std::memcpy(static_cast<void*>(&out), m_s.flights + index * kFlightWords, sizeof out);
    return out;
}

void CircuitState::putFlight(std::size_t index, const Flight& flight) {
    std::memcpy(m_s.flights + index * kFlightWords, static_cast<const void*>(&flight), sizeof flight);
}

Gate CircuitState::gateOfStretches(const Work& work) const {
    Gate gate;
    for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
        const Flight older = flight(i);
        if (older.end <= clock()) continue;
        for (std::size_t own = 0; own < work.count; ++own)
            for (std::size_t theirs = 0; theirs < older.count; ++theirs) {
                const Stretch &a = work.stretches[own], &b = older.stretches[theirs];
                if (!a.conflictsWith(b)) continue;
                const bool passes = a.resource() == Resource::Accumulators && a.writes() && b.writes();
                const std::uint64_t time = passes ? behindPass(older, a, b, work.arrayRows) : older.end;
                gate.raise(time, ruleOf(a, b), older.bundle);
            }
    }
    return gate;
}

Gate CircuitState::gateOf(const Decoded& row, const Work& work) const {
    Gate gate = gateOfStretches(work);
    if (work.port != kNoPort) considerList(work, gate);
    if (row.op == op("swapw")) gate.raise(m_s.pathReady[0], StallRule::WeightsOnTheWay, m_s.pathReady[1]);
    if (row.op == op("launch")) gate.raise(*m_s.launchReady, StallRule::LaunchStarts, machine::kNoBundle);
    if (row.row().insn.flow == isa::Flow::Halt && !hasFurtherLaunch(row))
        for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
            const Flight older = flight(i);
            gate.raise(older.end, StallRule::HaltDrains, older.bundle);
        }
    if (waitsForRound(row)) gate.raise(machine::kForever, StallRule::HaltDrains, machine::kNoBundle);
    if (hasLinks()) considerLinks(row, gate);
    return gate;
}

// The port, and the list of what is in flight.
void CircuitState::considerList(const Work& work, Gate& gate) const {
    gate.raise(portFree(work.port), StallRule::PortBusy, portRow(work.port));
    std::uint64_t running = 0, soonest = machine::kForever, first = 0;
    for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
        const Flight older = flight(i);
        if (older.end <= clock()) continue;
        ++running;
        if (older.end < soonest) soonest = older.end, first = older.bundle;
    }
    if (running >= m_config.inFlight) gate.raise(soonest, StallRule::ListFull, first);
}

void CircuitState::considerLinks(const Decoded& row, Gate& gate) const {
    if (row.op == op("wait") && !hasCome(row[0], row[1]))
        gate.raise(machine::kForever, StallRule::NotWritten, machine::kNoBundle);
    if (row.row().insn.flow == isa::Flow::Halt && !hasFurtherLaunch(row))
        gate.raise(lastArrival(), StallRule::HaltDrains, machine::kNoBundle);
}

// Whatever has ended leaves the list when the next instruction issues:
// a clock that does not depend on how a run was cut.
void CircuitState::dropEnded() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
        const Flight f = flight(i);
        if (f.end <= clock()) continue;
        if (kept != i) putFlight(kept, f);
        ++kept;
    }
    std::fill_n(m_s.flights + kept * kFlightWords, (*m_s.flightCount - kept) * kFlightWords,
                std::uint64_t{0});
    *m_s.flightCount = static_cast<std::uint32_t>(kept);
}

void CircuitState::occupy(const Decoded& row, const Work& work) {
    if (work.port == kNoPort) return;
    Flight f;
    f.bundle = row.bundle;
    f.unit = index(row.row().insn.unit);
    f.first = clock();
    f.end = clock() + std::max<std::uint64_t>(work.totalClocks, 1);
    f.arrayRows = work.arrayRows;
    f.arrayColumns = work.arrayColumns;
    f.port = work.port;
    f.busyEnd = clock() + std::max<std::uint64_t>(work.busyClocks, 1);
    f.count = work.count;
    f.stretches = work.stretches;
    f.pattern = work.pattern;
    putFlight((*m_s.flightCount)++, f);
    portFree(work.port) = f.busyEnd;
    portRow(work.port) = row.bundle;
}

std::uint64_t& CircuitState::portFree(std::uint8_t port) const {
    return !isLink(port) ? m_s.portFree[port] : m_s.linkFree[port - kLinkPorts];
}

std::uint64_t& CircuitState::portRow(std::uint8_t port) const {
    return !isLink(port) ? m_s.portRow[port] : m_s.linkRow[port - kLinkPorts];
}

std::uint64_t CircuitState::bufferQuietFrom() const {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
        const Flight f = flight(i);
        const auto end = f.stretches.begin() + static_cast<std::ptrdiff_t>(f.count);
        if (std::any_of(f.stretches.begin(), end,
                        [](const Stretch& s) { return s.resource() == Resource::Ub; }))
            out = std::max(out, f.end);
    }
    return out;
}

std::uint64_t CircuitState::quietFrom() const {
    std::uint64_t out = std::max(clock(), hasLinks() ? lastArrival() : 0);
    for (std::size_t i = 0; i < *m_s.flightCount; ++i) out = std::max(out, flight(i).end);
    return out;
}

// When its bytes have crossed the link, and not before older instructions have finished with the unified
// buffer: the signal tells the neighbour that they have, so it may then send to these bytes.
std::uint64_t CircuitState::leaves(const Work& work) const {
    return std::max(clock() + work.busyClocks, bufferQuietFrom());
}

std::uint64_t CircuitState::lastArrival() const {
    const std::uint64_t left = *std::max_element(m_s.linkFree, m_s.linkFree + kDirections);
    return left != 0 ? left + m_config.way.latency : 0;
}

} // namespace lw::inference
