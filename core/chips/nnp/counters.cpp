// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/processor.h"
#include "core/chips/nnp/stall_rules.h"

// Counters, which are always on, waits, and what is told to a recorder, when there is one.
namespace lw::nnp {

using machine::EventKind;
using machine::shortened;

void Processor::count(const Decoded& row, std::uint64_t work) {
    store().mark(m_layout.rowCounts.offset + row.bundle * sizeof(std::uint64_t), sizeof(std::uint64_t));
    ++m_s.rowCounts[row.bundle];
    std::uint64_t* const counts = m_s.counts + index(row.insn().unit) * kCountWords;
    const std::uint64_t n = m_config.nativeDimension;
    counts[kInstructions] += 1;
    counts[kBusyClocks] += work;
    switch (row.meaning().step) {
    case Step::Read:
    case Step::Write: counts[kBytes] += *m_s.chainCount * m_config.vectorBytes(); break;
    case Step::WriteMatrix: counts[kBytes] += tiles() * m_config.matrixBytes(); break;
    case Step::Product: counts[kOperations] += controls().iterations() * tiles() * n * n; break;
    case Step::Add:
    case Step::Times:
    case Step::Activate: counts[kOperations] += *m_s.chainCount * n; break;
    default: break;
    }
}

void Processor::stall(const Decoded& row, const Start& start, std::uint64_t end) {
    const std::uint64_t clocks = end - clock();
    const auto rule = static_cast<std::uint32_t>(start.rule);
    m_s.stallClocks[rule * kIsa.units.size() + index(row.insn().unit)] += clocks;
    store().mark(m_layout.rowStalls.offset + row.bundle * sizeof(std::uint64_t), sizeof(std::uint64_t));
    m_s.rowStalls[row.bundle] += clocks;
    if (m_recorder != nullptr) [[unlikely]]
        m_recorder->add({clock(),
                         shortened(clocks),
                         row.bundle,
                         {},
                         EventKind::Stall,
                         row.insn().unit,
                         id(),
                         rule,
                         start.other});
    *m_s.clock = end;
}

std::optional<machine::Waiting> Processor::waiting() const {
    if (halted() || nextBundle() >= m_rows.size()) return {};
    const Decoded& row = m_rows[nextBundle()];
    const Start start = lookAt(row).start;
    if (start.clock <= clock()) return {};
    const machine::StallRow& rule = kStallRows[static_cast<std::size_t>(start.rule)];
    return machine::Waiting{.rule = waitText(rule, {std::to_string(start.clock)}),
                            .bundle = row.bundle,
                            .other = {id(), start.other},
                            .until = start.clock,
                            .unit = row.insn().unit,
                            .letter = rule.letter};
}

void Processor::recordIssue(const Decoded& row, std::uint64_t work) {
    const isa::UnitId unit = row.insn().unit;
    m_recorder->add({clock(), 1, row.bundle, {}, EventKind::Issue, kSequencer, id(), 1, 0});
    if (m_recorder->wants(unit))
        m_recorder->add(
            {clock(), shortened(work), row.bundle, {}, EventKind::Execute, unit, id(), row.op, 0});
}

std::uint64_t Processor::issuedBundles() const {
    std::uint64_t sum = 0;
    for (std::size_t unit = 0; unit < kIsa.units.size(); ++unit)
        sum += m_s.counts[unit * kCountWords + kInstructions];
    return sum;
}

std::vector<machine::StallCount> Processor::stalls() const {
    return machine::stallCounts(kStallRows, {m_s.stallClocks, m_layout.stallClocks.count}, kSequencer);
}

std::vector<machine::UnitCount> Processor::unitCounts() const {
    std::vector<machine::UnitCount> out(kIsa.units.size());
    for (std::size_t unit = 0; unit < out.size(); ++unit) {
        const std::uint64_t* const counts = m_s.counts + unit * kCountWords;
        out[unit] = {counts[kInstructions], counts[kBusyClocks], counts[kBytes], counts[kOperations]};
    }
    return out;
}

void Processor::quantised(Quantiser quantiser, std::uint64_t numbers, const numeric::BlockLosses& losses) {
    std::uint64_t* const counts = m_s.losses + static_cast<std::size_t>(quantiser) * kLossWords;
    counts[kLossNumbers] += numbers;
    counts[kLossRounded] += losses.rounded;
    counts[kLossToZero] += losses.toZero;
    counts[kLossSaturated] += losses.saturated;
}

// A term of the accumulator is what a product adds to a row's sum for a native vector.
std::vector<machine::RoundingCount> Processor::roundings() const {
    const auto ofQuantiser = [&](Quantiser quantiser, std::string_view where) {
        const std::uint64_t* const counts = m_s.losses + static_cast<std::size_t>(quantiser) * kLossWords;
        return machine::RoundingCount{where, counts[kLossNumbers], counts[kLossRounded], counts[kLossToZero],
                                      counts[kLossSaturated]};
    };
    const std::uint64_t products = m_s.counts[index(kMvm) * kCountWords + kOperations];
    return {ofQuantiser(Quantiser::Vectors, "vector quantiser"),
            ofQuantiser(Quantiser::Matrices, "matrix quantiser"),
            ofQuantiser(Quantiser::Middle, "v_wr.q"),
            {"accumulator", products / m_config.nativeDimension, *m_s.termsCut, 0, 0}};
}

std::vector<std::uint64_t> Processor::bundleCounts() const {
    return {m_s.rowCounts, m_s.rowCounts + m_rows.size()};
}
std::vector<std::uint64_t> Processor::bundleStalls() const {
    return {m_s.rowStalls, m_s.rowStalls + m_rows.size()};
}

} // namespace lw::nnp
