// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"

#include "core/chips/inference/lanes.h"
#include "core/chips/inference/pattern_words.h"
#include "core/chips/inference/planner.h"

#include <algorithm>
#include <cstring>
#include <string_view>

// The run of a circuit: position by position, from issue to issue.
namespace lw::inference {

using machine::Fault;
using machine::FaultKind;
using machine::RunLimit;
using machine::Stop;
using machine::StopKind;

namespace {
// Instructions between two looks at the interrupt flag.
constexpr std::uint64_t kSlice = 256;
} // namespace

Circuit::Circuit(const machine::CorePlace& place, const Layout& layout, program::Program program,
                 const Config& config, const MachineOptions& options, const circuit::PassKernel& kernel,
                 std::vector<Decoded> rows)
    : BoardCore(place)
    , CircuitState(place.id, config, options.uninit, rows, layout, store().bind(layout))
    , m_program(std::move(program))
    , m_target(targetOf(config))
    , m_kernel(kernel)
    , m_rows(std::move(rows))
    , m_links(config.way ? std::make_unique<Links>(*this) : nullptr) {}

Circuit::~Circuit() = default;

Outcome Circuit::load() {
    for (const program::Data& data : m_program.data) {
        LW_TRY([[maybe_unused]] const Done done, writeSpace(data.space, data.offset, data.bytes));
    }
    return Done{};
}

Stop Circuit::stopNow(StopKind kind) const { return stopHere(kind, m_fault, m_hits, m_causes); }

Stop Circuit::run(const RunLimit& limit) {
    m_fault.reset();
    m_hits.clear();
    m_causes.clear();
    m_isBlocked = false;
    if (halted()) return stopNow(StopKind::Halted);
    const std::uint64_t first = issuedBundles();
    const bool hasSent = nextHandOver() < limit.clock;
    StopKind kind = StopKind::Limit;
    bool leaves = !limit.resumed; // issues one instruction before a Bundle trigger can stop it
    for (std::uint64_t steps = 0; clock() < limit.clock && issuedBundles() - first < limit.bundles; ++steps) {
        if (limit.interrupt != nullptr && steps % kSlice == 0 &&
            limit.interrupt->load(std::memory_order_relaxed)) {
            kind = StopKind::Interrupted;
            break;
        }
        // When something it sends arrives, the others must have got that far.
        RunLimit here = limit;
        if (m_links) here.clock = std::min(limit.clock, nextHandOver());
        if (clock() >= here.clock || !step(here, leaves, kind)) break;
        if (!hasSent && nextHandOver() < limit.clock) break;
    }
    return stopNow(kind);
}

// ---- in an array

// The clocks of a wait for what neighbours do.
void Circuit::passUntil(std::uint64_t clock) {
    const Decoded& row = m_rows[nextBundle()];
    stall(row, gateOf(row, {}), clock);
}

// Whatever has arrived was put in place when it was handed over.
Stop Circuit::arriveUntil(std::uint64_t) {
    return stopNow(m_hits.empty() ? StopKind::Limit : StopKind::Triggered);
}

// ---- an instruction

// One instruction, or the clocks it waits; false when the run ends here.
bool Circuit::step(const RunLimit& limit, bool& leaves, StopKind& kind) {
    kind = StopKind::Limit;
    if (nextBundle() == m_rows.size()) {
        faultBeyondProgram();
        kind = StopKind::Faulted;
        return false;
    }
    const Decoded& row = m_rows[nextBundle()];
    Planner plan(*this, row, m_links.get());
    row.row().meaning.plan(plan);
    if (plan.faultFound()) {
        fail(*plan.faultFound());
        kind = StopKind::Faulted;
        return false;
    }
    const Gate gate = gateOf(row, plan.work);
    if (gate.time > clock() && !wait(row, gate, limit.clock)) return false;
    const bool isDue = gate.time <= clock() && clock() < limit.clock && m_hits.empty();
    if (isDue && !leaves && m_watchesBundles && stopsBefore(row)) {
        kind = StopKind::Triggered;
        return false;
    }
    if (isDue) {
        if (auto race = m_links ? m_links->raceOf(row, plan.work) : std::nullopt) {
            fail(*std::move(race));
            kind = StopKind::Faulted;
            return false;
        }
        issue(row, plan.work);
        leaves = false;
    }
    if (!m_hits.empty()) // also for the last instruction: the next run reports that it halted
        kind = StopKind::Triggered;
    else if (halted())
        kind = StopKind::Halted;
    return kind == StopKind::Limit;
}

// Lets the clocks of a wait pass, to its end or that of the run, but not beyond a landing that is watched.
// False if only a neighbour can end it.
bool Circuit::wait(const Decoded& row, const Gate& gate, std::uint64_t endClock) {
    const auto landing = m_watchesTransfers ? nextLanding() : std::nullopt;
    const std::uint64_t end = std::min(endClock, landing.value_or(endClock));
    m_isBlocked = gate.time == machine::kForever && !(landing && *landing <= endClock);
    if (!m_isBlocked) stall(row, gate, std::min(gate.time, end));
    return !m_isBlocked;
}

void Circuit::issue(const Decoded& row, const Work& work) {
    const Meaning& meaning = row.row().meaning;
    const std::uint64_t now = clock();
    dropEnded();
    if (m_recorder != nullptr) [[unlikely]]
        recordIssue(row, work);
    occupy(row, work);
    if (m_links) m_links->note(row, work);
    meaning.act(*this, row, work);
    count(row, work);
    if (m_watchedUnits >> index(row.row().insn.unit) & 1) [[unlikely]]
        checkResults(row, work);
    if (row.op == op("halt") && hasFurtherLaunch(row))
        launchAgain();
    else
        *m_s.programCounter = row.bundle + 1;
    moveTo(now + 1);
}

void Circuit::fail(Fault fault) {
    recordFault(fault);
    m_fault = std::move(fault);
}

void Circuit::faultBeyondProgram() {
    Fault f;
    f.kind = FaultKind::OutOfRange;
    f.unit = kSequencer;
    f.bundle = static_cast<std::uint32_t>(m_rows.size());
    f.core = id();
    if (!m_rows.empty()) f.other = {id(), f.bundle - 1};
    f.clock = clock();
    f.text = "the program ran past its last instruction";
    f.advice = "end the list with halt";
    fail(std::move(f));
}

const circuit::PackedTile& Circuit::packedTile() {
    if (m_packedTile) return *m_packedTile;
    const std::uint32_t k = m_s.tileShape[kTileK], n = m_s.tileShape[kTileN];
    // The numbers of the tile alone, row by row.
    const auto pack = [&](auto number, auto fill, auto packer) {
        using Number = decltype(number);
        const auto weights = std::make_unique_for_overwrite<Number[]>(std::size_t{k} * n);
        for (std::size_t row = 0; row < k; ++row)
            fill(m_s.weights + row * m_config.arrayColumns, weights.get() + row * n);
        m_packedTile = packer(weights.get(), k, n);
    };
    if (m_s.tileShape[kTileFloat] != 0)
        pack(
            float{}, [n](const std::uint32_t* row, float* to) { std::memcpy(to, row, n * sizeof(float)); },
            m_kernel.packFloat);
    else
        pack(
            std::int8_t{},
            [n](const std::uint32_t* row, std::int8_t* to) {
                narrowLanes(row, static_cast<std::uint8_t*>(static_cast<void*>(to)), n);
            },
            m_kernel.packInt8);
    return *m_packedTile;
}

} // namespace lw::inference
