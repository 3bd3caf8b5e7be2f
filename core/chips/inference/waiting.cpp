// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/planner.h"

// Clocks in which nothing issues: counted, and explained.
namespace lw::inference {

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
    Planner plan(*this, row, m_links.get());
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
