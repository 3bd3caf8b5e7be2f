// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"

#include <algorithm>
#include <array>

// Counters: always on, and for reading.
namespace lw::inference {

void Circuit::count(const Decoded& row, const Work& work) {
    std::uint64_t* const counts = m_s.counts + index(row.row().insn.unit) * kCountWords;
    counts[kInstructions] += 1;
    counts[kBusyClocks] += std::max<std::uint64_t>(work.busyClocks, 1);
    if (!isLink(work.port)) counts[kBytes] += work.bytes; // the links count theirs
    counts[kOperations] += work.operations;
}

std::vector<machine::StallCount> Circuit::stalls() const {
    return machine::stallCounts(kStallRows, {m_s.stallClocks, m_layout.stallClocks.count}, kSequencer);
}

std::vector<machine::UnitCount> Circuit::unitCounts() const {
    std::vector<machine::UnitCount> out(kIsa.units.size());
    for (std::size_t unit = 0; unit < out.size(); ++unit) {
        const std::uint64_t* const counts = m_s.counts + unit * kCountWords;
        out[unit] = {counts[kInstructions], counts[kBusyClocks], counts[kBytes], counts[kOperations]};
    }
    return out;
}

std::vector<std::uint64_t> Circuit::bundleStalls() const {
    return {m_s.rowStalls, m_s.rowStalls + m_rows.size()};
}

} // namespace lw::inference
