// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/planner.h"

#include <algorithm>
#include <array>
#include <cstring>

// When an instruction can issue: its port, and everything in flight that touches what it touches. A stall is
// attributed to the one rule that is met last; it names the instruction held up and the one it waits for.
namespace lw::inference {

using machine::Fault;

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

void Circuit::raise(Gate& gate, std::uint64_t time, StallRule rule, std::uint64_t other) const {
    if (time <= gate.time) return;
    gate = {time, rule, static_cast<std::uint32_t>(other)};
}

Flight Circuit::flight(std::size_t index) const {
    Flight out;
    std::memcpy(static_cast<void*>(&out), m_s.flights + index * kFlightWords, sizeof out);
    return out;
}

void Circuit::putFlight(std::size_t index, const Flight& flight) {
    std::memcpy(m_s.flights + index * kFlightWords, static_cast<const void*>(&flight), sizeof flight);
}

Circuit::Gate Circuit::gateOfStretches(const Work& work) const {
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
                raise(gate, time, ruleOf(a, b), older.bundle);
            }
    }
    return gate;
}

Circuit::Gate Circuit::gateOf(const Decoded& row, const Work& work) const {
    Gate gate = gateOfStretches(work);
    if (work.port != kNoPort) {
        raise(gate, portFree(work.port), StallRule::PortBusy, portRow(work.port));
        std::uint64_t running = 0, soonest = machine::kForever, first = 0;
        for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
            const Flight older = flight(i);
            if (older.end <= clock()) continue;
            ++running;
            if (older.end < soonest) soonest = older.end, first = older.bundle;
        }
        if (running >= m_config.inFlight) raise(gate, soonest, StallRule::ListFull, first);
    }
    if (row.op == op("swapw")) raise(gate, m_s.pathReady[0], StallRule::WeightsOnTheWay, m_s.pathReady[1]);
    if (row.op == op("launch")) raise(gate, *m_s.launchReady, StallRule::LaunchStarts, machine::kNoBundle);
    if (row.row().insn.flow == isa::Flow::Halt && !hasFurtherLaunch(row))
        for (std::size_t i = 0; i < *m_s.flightCount; ++i) {
            const Flight older = flight(i);
            raise(gate, older.end, StallRule::HaltDrains, older.bundle);
        }
    if (waitsForRound(row)) raise(gate, machine::kForever, StallRule::HaltDrains, machine::kNoBundle);
    if (m_links) considerLinks(row, gate);
    return gate;
}

void Circuit::considerLinks(const Decoded& row, Gate& gate) const {
    if (row.op == op("wait") && !m_links->hasCome(row[0], row[1]))
        raise(gate, machine::kForever, StallRule::NotWritten, machine::kNoBundle);
    if (row.row().insn.flow == isa::Flow::Halt && !hasFurtherLaunch(row))
        raise(gate, m_links->lastArrival(), StallRule::HaltDrains, machine::kNoBundle);
}

// What has ended leaves the list when the next instruction issues:
// a clock that does not depend on how a run was cut.
void Circuit::dropEnded() {
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

void Circuit::addFlight(const Decoded& row, const Work& work) {
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
}

std::uint64_t Circuit::bufferQuietFrom() const {
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

void Circuit::stall(const Decoded& row, const Gate& gate, std::uint64_t end) {
    const std::uint64_t clocks = end - clock();
    const std::size_t rule = static_cast<std::size_t>(gate.rule);
    m_s.stallClocks[rule * kIsa.units.size() + index(row.row().insn.unit)] += clocks;
    mark(m_layout.rowStalls.offset + row.bundle * sizeof(std::uint64_t), sizeof(std::uint64_t));
    m_s.rowStalls[row.bundle] += clocks;
    if (m_recorder != nullptr) [[unlikely]]
        recordStall(row, gate, clocks);
    moveTo(end);
}

void Circuit::swapBehindPass() {
    const std::uint64_t swap = std::max(clock() + 1, m_s.portFree[kArrayPort]);
    m_s.portFree[kWeightPort] = std::max(m_s.portFree[kWeightPort], swap);
    m_s.portRow[kWeightPort] = nextBundle();
}

void Circuit::setPathReady(const Decoded& row, std::uint64_t clocks) {
    m_s.pathReady[0] = clock() + clocks;
    m_s.pathReady[1] = row.bundle;
}

std::string Circuit::textOfGate(const Decoded& row, const Gate& gate) const {
    if (gate.time == machine::kForever && row.op == op("halt"))
        return "launch " + std::to_string(*m_s.launch) + " is over when all circuits have ended it";
    if (gate.time == machine::kForever)
        return "signal " + std::to_string(row[0]) + " has come " + std::to_string(m_s.signals[row[0]]) +
               " of " + std::to_string(row[1]) + " times; " + m_links->textOfSender(row[0], row[1]);
    std::string unit(kIsa.units[index(row.row().insn.unit)].title);
    if (isSend(row.op)) unit = "link to the " + std::string(nameOf(directionOf(row.op)));
    return waitText(rowOf(gate.rule), {std::to_string(gate.time), unit});
}

std::optional<machine::Waiting> Circuit::waiting() const {
    if (halted() || nextBundle() >= m_rows.size()) return {};
    const Decoded& row = m_rows[nextBundle()];
    Planner plan(*this, row);
    row.row().meaning.plan(plan);
    if (plan.faultFound()) return {};
    const Gate gate = gateOf(row, plan.work);
    if (gate.time <= clock()) return {};
    return machine::Waiting{.rule = textOfGate(row, gate),
                            .bundle = row.bundle,
                            .other = {id(), gate.other},
                            .until = gate.time,
                            .unit = row.row().insn.unit,
                            .letter = rowOf(gate.rule).letter};
}

} // namespace lw::inference
