// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/processor.h"

#include "core/chips/nnp/firmware.h"
#include "core/chips/nnp/schedule.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <utility>

// The run of the processor, from instruction to instruction.
namespace lw::nnp {

using machine::FaultKind;
using machine::RunLimit;
using machine::Stop;
using machine::StopKind;

namespace {

constexpr std::uint64_t kSlice = 256; // instructions between two looks at the interrupt flag

} // namespace

Processor::Processor(const machine::CorePlace& place, const Layout& layout, program::Program program,
                     const Config& config, UninitMode uninit, const ProductKernel& kernel,
                     std::vector<Decoded> rows)
    : BoardCore(place)
    , m_program(std::move(program))
    , m_target(targetOf(config))
    , m_config(config)
    , m_uninit(uninit)
    , m_rows(std::move(rows))
    , m_layout(layout)
    , m_s(store().bind(layout))
    , m_controls(config)
    , m_chains(m_rows.size())
    , m_multiplier(
          m_config, kernel,
          {static_cast<const std::int16_t*>(static_cast<const void*>(m_s.mantissas)), m_s.exponents}) {
    for (std::size_t i = 0; i < m_vectorPlaces.size(); ++i)
        m_vectorPlaces[i] = vectorPlace(config, static_cast<Memory>(i));
    for (std::size_t i = 0; i < kControls; ++i)
        *controlOf(m_s, static_cast<Control>(i)) = m_controls.values[i];
}

Outcome Processor::load() {
    for (const program::Data& data : m_program.data) {
        LW_TRY([[maybe_unused]] const Done done, writeSpace(data.space, data.offset, data.bytes));
    }
    return Done{};
}

void Processor::readControls() {
    for (std::size_t i = 0; i < kControls; ++i)
        m_controls.values[i] = *controlOf(m_s, static_cast<Control>(i));
    m_controls.loops = *m_s.loopDepth;
    std::copy_n(m_s.loopTurns, kMostLoops, m_controls.turns.begin());
}

void Processor::stateReplaced() {
    m_multiplier.forget();
    readControls();
}

Stop Processor::stopNow(StopKind kind) const { return stopHere(kind, m_fault, m_hits, m_causes); }

Stop Processor::run(const RunLimit& limit) {
    m_fault.reset();
    m_hits.clear();
    m_causes.clear();
    readControls();
    if (halted()) return stopNow(StopKind::Halted);
    const std::uint64_t first = issuedBundles();
    StopKind kind = StopKind::Limit;
    bool leaves = !limit.resumed; // takes one instruction before a Bundle trigger can stop it
    for (std::uint64_t steps = 0; clock() < limit.clock && issuedBundles() - first < limit.bundles; ++steps) {
        if (limit.interrupt != nullptr && steps % kSlice == 0 &&
            limit.interrupt->load(std::memory_order_relaxed)) {
            kind = StopKind::Interrupted;
            break;
        }
        if (!step(limit, leaves, kind)) break;
    }
    return stopNow(kind);
}

// One instruction, or the clocks it waits; false when the run ends here.
bool Processor::step(const RunLimit& limit, bool& leaves, StopKind& kind) {
    kind = StopKind::Faulted;
    if (nextBundle() == m_rows.size()) {
        faultBeyondProgram();
        return false;
    }
    const Decoded& row = m_rows[nextBundle()];
    const Look look = lookAt(row);
    m_chain = look.chain;
    if (const Start& start = look.start; start.clock > clock())
        stall(row, start, std::min(start.clock, limit.clock));
    kind = StopKind::Limit;
    if (clock() >= limit.clock) return false;
    if (!leaves && m_watchesBundles && stopsBefore(row)) {
        kind = StopKind::Triggered;
        return false;
    }
    if (look.refusal)
        refuse(*look.refusal);
    else
        issue(row);
    leaves = false;
    if (m_fault)
        kind = StopKind::Faulted;
    else if (!m_hits.empty()) // also of the last instruction: going on from there says that it halted
        kind = StopKind::Triggered;
    else if (halted())
        kind = StopKind::Halted;
    return kind == StopKind::Limit;
}

bool Processor::fail(const Decoded& row, FaultKind kind, std::string text, std::string advice,
                     std::uint32_t other) {
    machine::Fault fault;
    fault.kind = kind;
    fault.unit = row.insn().unit;
    fault.core = id();
    fault.bundle = row.bundle;
    if (other != machine::kNoBundle) fault.other = {id(), other};
    fault.clock = clock();
    fault.text = std::move(text);
    fault.advice = std::move(advice);
    if (m_recorder != nullptr && m_recorder->wants(fault.unit))
        m_recorder->add({fault.clock,
                         0,
                         fault.bundle,
                         {},
                         machine::EventKind::Fault,
                         fault.unit,
                         id(),
                         static_cast<std::uint32_t>(fault.kind),
                         0});
    m_fault = std::move(fault);
    return false;
}

bool Processor::refuse(const Refusal& refusal) {
    return fail(m_rows[refusal.bundle], refusal.kind, refusal.text, refusal.advice, refusal.other);
}

void Processor::faultBeyondProgram() {
    Decoded row = m_rows.back();
    row.op = op("nop");
    ++row.bundle;
    fail(row, FaultKind::OutOfRange, "the program ran past its last instruction", "end the program with halt",
         row.bundle - 1);
}

// ---- what has to hold before an instruction

const Chain* Processor::chainFrom(const Decoded& row, std::optional<Refusal>& refusal) const {
    std::unique_ptr<KnownChain>& known = m_chains[row.bundle];
    const auto isSame = [&](const KnownChain& one) {
        return one.controls.values == m_controls.values && one.controls.loops == m_controls.loops &&
               (!one.moves || one.controls.turns == m_controls.turns);
    };
    if (known && isSame(*known)) return &known->chain;
    ChainOrRefusal found = chainOf(std::span(m_rows).subspan(row.bundle), m_controls, m_config);
    refusal = std::move(found.refusal);
    if (refusal) return nullptr;
    schedule(found.chain, m_controls, m_config);
    const auto moves = [](const Decoded& one) { return stepsOf(one) != std::array<std::uint32_t, kSteps>{}; };
    const auto rows = std::span(m_rows).subspan(row.bundle, found.chain.length);
    known = std::make_unique<KnownChain>(
        KnownChain{m_controls, std::ranges::any_of(rows, moves), std::move(found.chain)});
    return &known->chain;
}

// What is refused waits for nothing.
Processor::Look Processor::lookAt(const Decoded& row) const {
    Look out;
    out.start = {*m_s.ready, StallRule::Sequencer, *m_s.before};
    switch (row.meaning().step) {
    case Step::Alone:
        if (row.insn().flow == isa::Flow::Halt)
            out.start.atLeast(*m_s.quiet, StallRule::HaltDrains, *m_s.before);
        break;
    case Step::Read: {
        out.chain = chainFrom(row, out.refusal);
        if (!out.refusal) out.refusal = unwritten(*out.chain);
        if (!out.refusal) waitForChain(*out.chain, out.start);
        break;
    }
    case Step::ReadMatrix:
        out.refusal = matricesRefusal(row);
        if (!out.refusal) waitForMatrices(row, out.start);
        break;
    default:
        if (*m_s.inChain == 0) out.refusal = strayRefusal(row);
    }
    return out;
}

std::optional<Refusal> Processor::matricesRefusal(const Decoded& row) const {
    if (auto refusal = matrixRefusal(std::span(m_rows).subspan(row.bundle), controls(), m_config))
        return refusal;
    return unwrittenMatrices(row);
}

std::optional<Refusal> Processor::unwrittenMatrices(const Decoded& row) const {
    const Locations from = matricesOf(row, controls());
    if (from.memory == Memory::NetQ) {
        for (std::uint64_t i = 0; i < from.count * elements(); ++i)
            if (!isWritten(Memory::NetQ, i)) return neverComes(row, i);
        return {};
    }
    if (m_uninit == UninitMode::Zero) return {};
    const std::uint64_t bytes = m_config.matrixBytes();
    std::uint64_t number = from.first;
    while (number < from.end() && machine::allWritten(m_s.matrixDramWritten, number * bytes, bytes)) ++number;
    if (number == from.end()) return {};
    return Refusal{
        FaultKind::Uninitialised, row.bundle, machine::kNoBundle,
        "m_rd reads numbers of matrix " + std::to_string(number) +
            " of the matrix DRAM that nothing has written",
        "give the program's .tensor in mdram its values, write them with m_wr, or look at rows and "
        "cols"};
}

Refusal Processor::neverComes(const Decoded& row, std::uint64_t number) const {
    return {FaultKind::Deadlock, row.bundle, machine::kNoBundle,
            row.name() + " waits for vector " + std::to_string(m_s.queues[kInLeft] + number) +
                " of the network, which never comes",
            "supply as many vectors in netin as the program reads"};
}

// Whether all that a chain reads is there, and there is room in the queue.
std::optional<Refusal> Processor::unwritten(const Chain& chain) const {
    const auto refusal = [](FaultKind kind, std::uint32_t bundle, std::string text, std::string advice) {
        return Refusal{kind, bundle, machine::kNoBundle, std::move(text), std::move(advice)};
    };
    std::uint64_t toQueue = 0;
    for (const Locations& each : chain.writes)
        if (each.memory == Memory::NetQ) toQueue += std::uint64_t{each.count} * each.turns;
    if ((m_s.queues[kOutCount] + toQueue) * m_config.vectorBytes() > m_config.netOutBytes)
        return refusal(FaultKind::OutOfRange, chain.writes.front().bundle,
                       "the queue to the network is full: it has " +
                           std::to_string(m_config.netOutBytes / m_config.vectorBytes()) + " vectors",
                       "write fewer vectors, or use a machine with a longer queue");
    for (const Locations& each : chain.reads)
        for (std::uint32_t turn = 0; turn < each.turns; ++turn)
            for (std::uint32_t i = 0; i < each.count; ++i) {
                const std::uint64_t number = each.first + std::uint64_t{turn} * each.step + i;
                if (isWritten(each.memory, number)) continue;
                if (each.memory == Memory::NetQ) return neverComes(m_rows[each.bundle], number);
                return refusal(FaultKind::Uninitialised, each.bundle,
                               m_rows[each.bundle].name() + " reads " + std::string(nameOf(each.memory)) +
                                   " " + std::to_string(number) + ", which nothing has written",
                               "write it first, or look at index, rows, cols and inc");
            }
    if (!chain.product) return {};
    for (std::uint64_t i = 0; i < chain.product->count; ++i)
        if (!isMatrixWritten(chain.product->first + i))
            return refusal(FaultKind::Uninitialised, chain.product->bundle,
                           "mv_mul reads matrix " + std::to_string(chain.product->first + i) +
                               " of MatrixRf, which nothing has written",
                           "move it there first: m_rd, m_wr, end_chain");
    return {};
}

// ---- an instruction

std::uint64_t Processor::tiles() const { return std::uint64_t{controls().rows()} * controls().columns(); }

// For how many clocks its unit works on it.
std::uint64_t Processor::workOn(const Decoded& row) const {
    switch (row.meaning().step) {
    case Step::Alone:
    case Step::End: return std::max(m_config.clocks(TimingKey::Seq), 1u);
    case Step::Read: return m_chain->taken;
    case Step::ReadMatrix: return 1;
    case Step::WriteMatrix: return matrixFlow(controls(), m_config).pace();
    case Step::Product: return productClocks(controls(), m_config);
    default: return *m_s.chainCount;
    }
}

void Processor::issue(const Decoded& row) {
    const std::uint64_t now = clock(), work = workOn(row);
    const Step step = row.meaning().step;
    m_next = row.bundle + 1;
    if (!row.meaning().act(*this, row)) return;
    if (step == Step::Read) begin(*m_chain);
    if (step == Step::ReadMatrix) beginMatrices(row);
    if (step == Step::Alone) readControls();
    if (m_recorder != nullptr) [[unlikely]]
        recordIssue(row, work);
    count(row, work);
    if (m_watchedUnits >> index(row.insn().unit) & 1) [[unlikely]]
        checkFinite(row);
    *m_s.before = row.bundle;
    *m_s.programCounter = m_next;
    *m_s.clock = now + 1;
    *m_s.ready = now + (step == Step::Alone || step == Step::End ? work : 1);
}

} // namespace lw::nnp
