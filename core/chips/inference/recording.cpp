// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/machine/recorder.h"

// What the circuit tells a recorder, if there is one: every issue, every stall, every instruction in a
// unit, every transfer, and a fault.
namespace lw::inference {

using machine::EventKind;
using machine::shortened;

void Circuit::recordIssue(const Decoded& row, const Work& work) {
    const isa::UnitId unit = row.row().insn.unit;
    m_recorder->add({clock(), 1, row.bundle, {}, EventKind::Issue, kSequencer, id(), 1, 0});
    if (!m_recorder->wants(unit)) return;
    m_recorder->add(
        {clock(), shortened(work.busyClocks), row.bundle, {}, EventKind::Execute, unit, id(), row.op, 0});
    // Something sent is on its way until it lands.
    const std::uint64_t clocks =
        isLink(work.port) ? leaves(work) + m_config.way.latency - clock() : work.totalClocks;
    if (work.port == kDmaPort || isLink(work.port))
        m_recorder->add({clock(),
                         shortened(clocks),
                         row.bundle,
                         {},
                         EventKind::Transfer,
                         unit,
                         id(),
                         shortened(work.bytes),
                         isLink(work.port) ? row[4] : machine::kNoFlag});
}

// The end of a neighbour's transfer.
void Circuit::recordLanding(std::uint64_t clock, std::uint32_t signal) {
    if (m_recorder == nullptr || !m_recorder->wants(kDma)) return;
    m_recorder->add(
        {clock, 0, machine::kNoBundle, {}, EventKind::Flag, kDma, id(), signal, m_s.signals[signal]});
}

void Circuit::recordStall(const Decoded& row, const Gate& gate, std::uint64_t clocks) {
    m_recorder->add({clock(),
                     shortened(clocks),
                     row.bundle,
                     {},
                     EventKind::Stall,
                     row.row().insn.unit,
                     id(),
                     static_cast<std::uint32_t>(gate.rule),
                     gate.other});
}

void Circuit::recordFault(const machine::Fault& fault) {
    if (m_recorder == nullptr || !m_recorder->wants(fault.unit)) return;
    m_recorder->add({fault.clock,
                     0,
                     fault.bundle,
                     {},
                     EventKind::Fault,
                     fault.unit,
                     id(),
                     static_cast<std::uint32_t>(fault.kind),
                     0});
}

} // namespace lw::inference
