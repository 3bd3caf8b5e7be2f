// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/processor.h"

#include "core/chips/nnp/firmware.h"
#include "core/machine/written_bits.h"

#include <algorithm>

// The run of the processor, from instruction to instruction.
namespace lw::nnp {

using machine::FaultKind;
using machine::RunLimit;
using machine::Stop;
using machine::StopKind;

namespace {

constexpr std::uint64_t kSlice = 256; // instructions between two looks at the interrupt flag

std::uint64_t partsOf(std::uint64_t count, std::uint64_t size) { return (count + size - 1) / size; }

} // namespace

Processor::Processor(const machine::CorePlace& place, const Layout& layout, program::Program program,
                     const Config& config, UninitMode uninit, std::vector<Decoded> rows)
    : BoardCore(place)
    , m_program(std::move(program))
    , m_target(targetOf(config))
    , m_config(config)
    , m_uninit(uninit)
    , m_rows(std::move(rows))
    , m_layout(layout)
    , m_s(store().bind(layout)) {
    const Controls start(config);
    for (std::size_t i = 0; i < kControls; ++i) *controlOf(m_s, static_cast<Control>(i)) = start.values[i];
}

Outcome Processor::load() {
    for (const program::Data& data : m_program.data) {
        LW_TRY([[maybe_unused]] const Done done, writeSpace(data.space, data.offset, data.bytes));
    }
    return Done{};
}

Controls Processor::controls() const {
    Controls out(m_config);
    for (std::size_t i = 0; i < kControls; ++i) out.values[i] = *controlOf(m_s, static_cast<Control>(i));
    out.loops = *m_s.loopDepth;
    std::copy_n(m_s.loopTurns, kMostLoops, out.turns.begin());
    return out;
}

Stop Processor::stopNow(StopKind kind) const { return stopHere(kind, m_fault, m_hits, m_causes); }

Stop Processor::run(const RunLimit& limit) {
    m_fault.reset();
    m_hits.clear();
    m_causes.clear();
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
    if (*m_s.ready > clock()) stall(row, std::min(*m_s.ready, limit.clock));
    kind = StopKind::Limit;
    if (clock() >= limit.clock) return false;
    if (!leaves && m_watchesBundles && stopsBefore(row)) {
        kind = StopKind::Triggered;
        return false;
    }
    if (mayIssue(row)) issue(row);
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

bool Processor::mayIssue(const Decoded& row) {
    switch (row.meaning().step) {
    case Step::Alone: return true;
    case Step::Read: return mayRead(row);
    case Step::ReadMatrix: return mayReadMatrices(row);
    default: break;
    }
    return *m_s.inChain != 0 || refuse(strayRefusal(row));
}

bool Processor::mayRead(const Decoded& row) {
    ChainOrRefusal found = chainOf(std::span(m_rows).subspan(row.bundle), controls(), m_config);
    if (found.refusal) return refuse(*found.refusal);
    m_chain = std::move(found.chain);
    return areWritten(m_chain);
}

bool Processor::mayReadMatrices(const Decoded& row) {
    if (const auto refusal = matrixRefusal(std::span(m_rows).subspan(row.bundle), controls(), m_config))
        return refuse(*refusal);
    const Bytes from = bytesOf(kMatrixDram);
    if (m_uninit == UninitMode::Zero ||
        machine::allWritten(from.written, addressOf(row, controls()).first * m_config.matrixBytes(),
                            tiles() * m_config.matrixBytes()))
        return true;
    return fail(row, FaultKind::Uninitialised,
                "m_rd reads numbers of the matrix DRAM that nothing has written",
                "give the program's .tensor in mdram its values, and look at rows and cols");
}

// Whether all that a chain reads is there, and there is room in the queue.
bool Processor::areWritten(const Chain& chain) {
    std::uint64_t toQueue = 0;
    for (const Locations& each : chain.writes)
        if (each.memory == Memory::NetQ) toQueue += std::uint64_t{each.count} * each.turns;
    if ((m_s.queues[kOutCount] + toQueue) * m_config.vectorBytes() > m_config.netOutBytes)
        return fail(m_rows[chain.writes.front().bundle], FaultKind::OutOfRange,
                    "the queue to the network is full: it has " +
                        std::to_string(m_config.netOutBytes / m_config.vectorBytes()) + " vectors",
                    "write fewer vectors, or use a machine with a longer queue");
    for (const Locations& each : chain.reads)
        for (std::uint32_t turn = 0; turn < each.turns; ++turn)
            for (std::uint32_t i = 0; i < each.count; ++i) {
                const std::uint64_t number = each.first + std::uint64_t{turn} * each.step + i;
                if (isWritten(each.memory, number)) continue;
                if (each.memory == Memory::NetQ)
                    return fail(m_rows[each.bundle], FaultKind::Deadlock,
                                "v_rd waits for vector " + std::to_string(m_s.queues[kInLeft] + number) +
                                    " of the network, which never comes",
                                "supply as many vectors in netin as the program reads");
                return fail(m_rows[each.bundle], FaultKind::Uninitialised,
                            m_rows[each.bundle].name() + " reads " + std::string(nameOf(each.memory)) + " " +
                                std::to_string(number) + ", which nothing has written",
                            "write it first, or look at index, rows, cols and inc");
            }
    if (!chain.product) return true;
    for (std::uint64_t i = 0; i < chain.product->count; ++i)
        if (!isMatrixWritten(chain.product->first + i))
            return fail(m_rows[chain.product->bundle], FaultKind::Uninitialised,
                        "mv_mul reads matrix " + std::to_string(chain.product->first + i) +
                            " of MatrixRf, which nothing has written",
                        "move it there first: m_rd, m_wr, end_chain");
    return true;
}

// ---- an instruction

std::uint64_t Processor::tiles() const { return std::uint64_t{controls().rows()} * controls().columns(); }

// How long its unit works on it.
std::uint64_t Processor::clocksOf(const Decoded& row) const {
    const Controls now = controls();
    const std::uint64_t n = m_config.nativeDimension;
    std::uint64_t clocks = 0;
    switch (row.meaning().step) {
    case Step::Alone:
    case Step::End: clocks = m_config.clocks(TimingKey::Seq); break;
    case Step::Read: clocks = m_config.clocks(TimingKey::Vector) + m_chain.taken; break;
    case Step::Write: clocks = m_config.clocks(TimingKey::Vector) + *m_s.chainCount; break;
    case Step::ReadMatrix: clocks = m_config.clocks(TimingKey::Matrix); break;
    case Step::WriteMatrix: clocks = m_config.clocks(TimingKey::Matrix) + tiles() * n; break;
    case Step::Product:
        clocks = m_config.clocks(TimingKey::Mvm) +
                 now.iterations() * partsOf(tiles() * n * n, n * m_config.lanes * m_config.tileEngines);
        break;
    case Step::Add:
    case Step::Times:
    case Step::Activate: clocks = m_config.clocks(TimingKey::Mfu) + *m_s.chainCount; break;
    }
    return std::max<std::uint64_t>(clocks, 1);
}

void Processor::issue(const Decoded& row) {
    const std::uint64_t now = clock(), clocks = clocksOf(row);
    m_next = row.bundle + 1;
    if (!row.meaning().act(*this, row)) return;
    if (m_recorder != nullptr) [[unlikely]]
        recordIssue(row, clocks);
    count(row, clocks);
    if (m_watchedUnits >> index(row.insn().unit) & 1) [[unlikely]]
        checkFinite(row);
    *m_s.before = row.bundle;
    *m_s.programCounter = m_next;
    *m_s.clock = now + 1;
    *m_s.ready = now + clocks;
}

} // namespace lw::nnp
