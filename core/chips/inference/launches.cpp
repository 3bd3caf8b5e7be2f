// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/launches.h"

#include "core/chips/inference/circuit.h"
#include "core/chips/inference/copies.h"
#include "core/chips/inference/planner.h"
#include "core/chips/inference/unit_functions.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lw::inference {

using machine::FaultKind;
using machine::TriggerKind;

std::optional<LaunchedRows> launchedRowsOf(std::span<const Decoded> rows) {
    const auto launch = std::ranges::find(rows, op("launch"), &Decoded::op);
    if (launch == rows.end()) return {};
    const auto halt = std::ranges::find(launch, rows.end(), op("halt"), &Decoded::op);
    return LaunchedRows{launch->bundle, halt == rows.end() ? launch->bundle : halt->bundle + 1, (*launch)[0]};
}

namespace {

Span spanOf(std::uint64_t address) {
    const auto first = static_cast<std::int64_t>(address);
    return {first, first + static_cast<std::int64_t>(kDescriptorBytes)};
}

// Whether eight words can be read; notes that they are.
bool readsWords(Planner& plan, std::uint64_t address) {
    const Bytes host = plan.circuit().memory(kHost);
    return plan.reads(host, spanOf(address)) && plan.checkWritten(host, address, kDescriptorBytes);
}

// The host address of a descriptor of the present launch, or of the next one.
std::uint64_t placeOf(const CircuitState& circuit, std::uint32_t number, std::uint32_t ahead) {
    const auto head = circuit.hostWords(circuit.launched()->list);
    const std::uint64_t launch = std::uint64_t{*circuit.state().launch} + ahead;
    return head[machine::kListEntries] + launch * head[machine::kListStride] +
           std::uint64_t{number} * kDescriptorBytes;
}

// Whether there is a descriptor for the row that can be read; without a fault if there is no such launch.
bool findsDescriptor(Planner& plan, std::uint32_t ahead) {
    const CircuitState& circuit = plan.circuit();
    const std::uint32_t number = plan.row()[2];
    if (!circuit.launched())
        return plan.fault(FaultKind::Undefined, "the program has no row launch, so there are no descriptors",
                          "put a row launch before what is done for each entry of the list");
    const auto count = circuit.launchCount();
    if (!count)
        return plan.fault(FaultKind::Uninitialised, "the list of launches was never written",
                          "write its head and its entries into the host's memory before the program starts");
    if (std::uint64_t{*circuit.state().launch} + ahead >= *count) return false;
    const std::uint32_t entry = circuit.hostWords(circuit.launched()->list)[machine::kListStride];
    if ((std::uint64_t{number} + 1) * kDescriptorBytes > entry)
        return plan.fault(FaultKind::OutOfRange,
                          "descriptor " + std::to_string(number) + " of an entry of " +
                              std::to_string(entry) + " bytes",
                          "a descriptor is 32 bytes; give the entries room for it");
    return readsWords(plan, placeOf(circuit, number, ahead));
}

// What a row with a descriptor moves. The descriptor exists.
struct Described {
    Elements whole, inBuffer, atHost;
    bool isEmpty() const { return atHost.pattern.rounds() == 0; }
};
Described describedBy(const CircuitState& circuit, const Decoded& row, std::uint32_t ahead) {
    const Descriptor descriptor = descriptorOf(circuit.hostWords(placeOf(circuit, row[2], ahead)));
    const Pattern whole = circuit.pattern(row[1]);
    Pattern moved = whole;
    moved.n = descriptor.pattern.n;
    const std::int64_t base = row[0] + descriptor.inBuffer;
    return {{whole, base}, {moved, base}, {descriptor.pattern, static_cast<std::int64_t>(descriptor.atHost)}};
}

// The same, if it can be moved: the descriptor has no more rounds than the pattern.
std::optional<Described> checked(Planner& plan, std::uint32_t ahead) {
    if (!plan.pattern(plan.row()[1]) || !findsDescriptor(plan, ahead)) return {};
    const Described out = describedBy(plan.circuit(), plan.row(), ahead);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint64_t rounds = out.atHost.pattern.n[i], most = out.whole.pattern.n[i];
        if (rounds <= most) continue;
        plan.fault(FaultKind::OutOfRange,
                   "the descriptor has " + std::to_string(rounds) + " rounds in loop " + std::to_string(i) +
                       "; aub has " + std::to_string(most),
                   "let each loop of the descriptor have as many rounds or fewer");
        return {};
    }
    return out;
}

// Copies the bytes of one pattern to those of another with the same rounds.
void copy(const std::uint8_t* from, const Elements& source, std::uint8_t* to, const Elements& destination) {
    const Pattern& a = source.pattern;
    const Pattern& b = destination.pattern;
    for (std::uint64_t i2 = 0; i2 < a.n[2]; ++i2)
        for (std::uint64_t i1 = 0; i1 < a.n[1]; ++i1) {
            const auto at = [&](const Elements& one) {
                return one.base + static_cast<std::int64_t>(i2) * one.pattern.s[2] +
                       static_cast<std::int64_t>(i1) * one.pattern.s[1];
            };
            const std::int64_t first = at(source), there = at(destination);
            if (a.s[0] == 1 && b.s[0] == 1)
                std::copy_n(from + first, a.n[0], to + there);
            else
                for (std::int64_t i = 0; i < static_cast<std::int64_t>(a.n[0]); ++i)
                    to[there + i * b.s[0]] = from[first + i * a.s[0]];
        }
}

void touched(Circuit& circuit, const Decoded& row, TriggerKind kind, isa::SpaceId space,
             const Elements& elements) {
    if (!circuit.watchesMemory()) return;
    overPieces(elements, [&](std::uint64_t first, std::uint64_t count) {
        circuit.memoryTouched(kind, row, space, first, count);
    });
}

} // namespace

Descriptor descriptorOf(std::span<const std::uint32_t, machine::kDescriptorWords> words) {
    Descriptor out;
    out.atHost = words[machine::kAtHost];
    out.inBuffer = static_cast<std::int32_t>(words[machine::kInBuffer]);
    for (std::size_t i = 0; i < 3; ++i) {
        out.pattern.n[i] = words[machine::kLoops + 2 * i];
        out.pattern.s[i] = static_cast<std::int32_t>(words[machine::kLoops + 2 * i + 1]);
    }
    return out;
}

void planLaunch(Planner& plan) {
    const std::uint32_t list = plan.row()[0];
    if (!readsWords(plan, list)) return;
    if (plan.circuit().hostWords(list)[machine::kListCount] == 0)
        plan.fault(FaultKind::OutOfRange, "the list of launches has no entry",
                   "write at its head how many launches there are: 1 or more");
}

void planDescribedIn(Planner& plan) {
    const Decoded& row = plan.row();
    const auto what = checked(plan, row[4]);
    if (!what || !checkDisjoint(plan, what->whole.pattern)) return;
    const Bytes host = plan.circuit().memory(kHost), buffer = plan.circuit().memory(kUb);
    if (!plan.writes(buffer, what->whole)) return;
    const bool isThere =
        what->isEmpty() || (plan.reads(host, what->atHost) && plan.checkWritten(host, what->atHost));
    if (!isThere) return;
    const Config& config = plan.config();
    const std::uint64_t all = what->whole.pattern.rounds();
    plan.work.bytes = what->atHost.pattern.rounds();
    std::uint64_t clocks =
        transferClocks(plan.work.bytes + kDescriptorBytes, config.hostRate.bytes, config.hostRate.clocks);
    if (all != plan.work.bytes)
        clocks = std::max(clocks, transferClocks(all, config.bufferRate.bytes, config.bufferRate.clocks));
    plan.takes(kDmaPort, clocks, TimingKey::Dma);
}

void actDescribedIn(Circuit& circuit, const Decoded& row, const Work& work) {
    if (work.port == kNoPort) return; // there is no next launch
    const Described what = describedBy(circuit, row, row[4]);
    const Bytes host = circuit.memory(kHost), buffer = circuit.memory(kUb);
    const bool isWhole = what.whole.pattern.rounds() == work.bytes;
    overPieces(what.whole, [&](std::uint64_t first, std::uint64_t count) {
        circuit.bytesWritten(buffer, first, count);
        if (!isWhole) std::fill_n(buffer.bytes + first, count, static_cast<std::uint8_t>(row[3]));
    });
    if (!what.isEmpty()) {
        copy(host.bytes, what.atHost, buffer.bytes, what.inBuffer);
        touched(circuit, row, TriggerKind::MemoryRead, kHost, what.atHost);
    }
    touched(circuit, row, TriggerKind::MemoryWrite, kUb, what.whole);
    circuit.state().hostBytes[kToCircuit] += work.bytes + kDescriptorBytes;
}

void planDescribedOut(Planner& plan) {
    const auto what = checked(plan, 0);
    if (!what) return;
    const Bytes host = plan.circuit().memory(kHost), buffer = plan.circuit().memory(kUb);
    const bool isThere =
        what->isEmpty() || (checkDisjoint(plan, what->atHost.pattern) && plan.writes(host, what->atHost) &&
                            plan.reads(buffer, what->inBuffer) && plan.checkWritten(buffer, what->inBuffer));
    if (!isThere) return;
    const Config& config = plan.config();
    plan.work.bytes = what->atHost.pattern.rounds();
    plan.takes(
        kDmaPort,
        transferClocks(plan.work.bytes + kDescriptorBytes, config.hostRate.bytes, config.hostRate.clocks),
        TimingKey::Dma);
}

void actDescribedOut(Circuit& circuit, const Decoded& row, const Work& work) {
    const Described what = describedBy(circuit, row, 0);
    const Bytes host = circuit.memory(kHost), buffer = circuit.memory(kUb);
    circuit.state().hostBytes[kToCircuit] += kDescriptorBytes;
    if (what.isEmpty()) return;
    overPieces(what.atHost,
               [&](std::uint64_t first, std::uint64_t count) { circuit.bytesWritten(host, first, count); });
    copy(buffer.bytes, what.inBuffer, host.bytes, what.atHost);
    touched(circuit, row, TriggerKind::MemoryRead, kUb, what.inBuffer);
    touched(circuit, row, TriggerKind::MemoryWrite, kHost, what.atHost);
    circuit.state().hostBytes[kToHost] += work.bytes;
}

// ---- one launch after the other

bool Circuit::waitsForAll() const {
    return m_isBlocked && nextBundle() < m_rows.size() && waitsForRound(m_rows[nextBundle()]);
}

// After one that has halted, what it did is over for the others too.
void Circuit::release() {
    if (halted() && m_links)
        m_links->beginRound();
    else
        *m_s.rounds += 1;
}

void Circuit::launchAgain() {
    if (m_links) m_links->beginRound();
    CircuitState::launchAgain();
}

std::uint64_t Circuit::issuedBundles() const {
    return nextBundle() + (m_launched ? std::uint64_t{*m_s.launch} * m_launched->count() : 0);
}

// There are no branches: in a launch, everything before the next instruction has issued once.
std::vector<std::uint64_t> Circuit::bundleCounts() const {
    std::vector<std::uint64_t> out(m_rows.size());
    std::fill_n(out.begin(), nextBundle(), std::uint64_t{1});
    if (!m_launched || *m_s.launch == 0) return out;
    std::fill_n(out.begin(), m_launched->first, std::uint64_t{1});
    for (std::uint32_t row = m_launched->first; row < m_launched->end; ++row) out[row] += *m_s.launch;
    return out;
}

} // namespace lw::inference
