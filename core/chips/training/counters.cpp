// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"

#include <algorithm>
#include <array>

// Counters for reading: totals of the always-on ones in the state.
namespace lw::training {

std::vector<machine::StallCount> Core::stalls() const {
    return machine::stallCounts(kStallRows, {m_s.stallClocks, m_layout.stallClocks.count}, kScalarAlu);
}

// Issues follow from the branches: a bundle is reached from the one before it, or by a branch; the next
// bundle has been reached but not issued.
std::vector<std::uint64_t> Core::bundleCounts() const {
    const std::size_t count = m_program.bundles.size();
    std::vector<std::uint64_t> arrivals(m_s.arrivals, m_s.arrivals + count),
        departures(m_s.departures, m_s.departures + count);
    for (std::size_t i = 0; i < m_decoded->branchBundles.size(); ++i) {
        const std::uint32_t from = m_decoded->branchBundles[i];
        arrivals[static_cast<std::size_t>(m_decoded->bundles[from].target - m_decoded->bundles.data())] +=
            m_s.taken[i];
        departures[from] += m_s.taken[i];
    }
    std::vector<std::uint64_t> issued(count);
    std::uint64_t fallsThrough = 1; // the start, into bundle 0
    for (std::size_t i = 0; i < count; ++i) {
        issued[i] = arrivals[i] + fallsThrough - (nextBundle() == i ? 1 : 0);
        fallsThrough = issued[i] - departures[i];
    }
    return issued;
}

std::vector<std::uint64_t> Core::bundleStalls() const {
    return {m_s.bundleStalls, m_s.bundleStalls + m_program.bundles.size()};
}

// What one execution of an instruction adds to its unit.
machine::UnitCount Core::workOf(const Issue& issue) const {
    machine::UnitCount work;
    const std::uint64_t words = m_shape.words();
    work.instructions = 1;
    work.busyClocks = issue.port == kNoPort ? 1 : std::max<std::uint32_t>(issue.portClocks, 1);
    if (issue.work == Work::Vector || issue.work == Work::Unary || issue.work == Work::Permute)
        work.operations = words;
    if (issue.op == op(kPush, "mxu.x")) work.operations = words * m_shape.lanes;
    return work;
}

std::vector<machine::UnitCount> Core::unitCounts() const {
    const std::size_t units = kIsa.units.size();
    std::vector<machine::UnitCount> out(units);
    const std::vector<std::uint64_t> issued = bundleCounts();
    for (std::size_t b = 0; b < issued.size(); ++b) {
        for (const Issue& issue : m_decoded->plans[b].issues) {
            if (issue.predicate != kIsa.predicateAlways) continue;
            const machine::UnitCount work = workOf(issue);
            out[index(issue.unit)].instructions += issued[b];
            out[index(issue.unit)].busyClocks += issued[b] * work.busyClocks;
            out[index(issue.unit)].operations += issued[b] * work.operations;
        }
    }
    for (std::size_t u = 0; u < units; ++u) {
        out[u].instructions += m_s.predicated[u];
        out[u].busyClocks += m_s.predicated[units + u];
        out[u].operations += m_s.predicated[2 * units + u];
        out[u].bytes = m_s.bytesMoved[u];
    }
    return out;
}

} // namespace lw::training
