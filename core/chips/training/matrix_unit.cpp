// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/chips/training/matrix.h"

#include <algorithm>
#include <utility>

// The matrix unit's side of the core: weights into the shadow, the switch, and products into the queue.
namespace lw::training {

using machine::FaultKind;

namespace {

void pushWeights(Core& core, const Issue& issue, bool transposed) {
    State& s = core.state();
    const VectorShape shape = core.shape();
    const std::uint32_t rows = *s.shadowRows;
    if (core.phase() == Phase::Check) {
        if (rows == shape.lanes) {
            core.fault(FaultKind::Undefined, issue,
                       "the shadow copy already holds all " + std::to_string(rows) + " rows of weights",
                       "latch the weights before pushing the next ones");
        } else if (rows != 0 && (*s.shadowTransposed != 0) != transposed) {
            core.fault(FaultKind::Undefined, issue, "rows and columns of weights are mixed in one load",
                       "push all weights of a load by mxu.w or all by mxu.wt");
        }
        return;
    }
    const std::uint64_t shadowBytes = std::uint64_t{shape.lanes} * shape.lanes * 2;
    core.mark(core.layout().shadow.offset, shadowBytes);
    const std::uint32_t* const source = core.vector(issue.arguments[0].number);
    if (transposed)
        storeWeightColumns(source, shape, rows, s.shadow);
    else
        storeWeightRows(source, shape, rows, s.shadow);
    *s.shadowRows = rows + shape.sublanes;
    *s.shadowTransposed = transposed;
}

} // namespace

void pushMxuW(Core& core, const Issue& issue) { pushWeights(core, issue, false); }
void pushMxuWt(Core& core, const Issue& issue) { pushWeights(core, issue, true); }

// The port is free only once the last weights are in, so a full shadow is also a loaded one.
void pushMxuLatch(Core& core, const Issue& issue) {
    State& s = core.state();
    const std::uint32_t lanes = core.shape().lanes;
    if (core.phase() == Phase::Check) {
        if (*s.shadowRows == lanes) return;
        return core.fault(FaultKind::Undefined, issue,
                          "the shadow copy holds " + std::to_string(*s.shadowRows) + " of " +
                              std::to_string(lanes) + " rows of weights",
                          "push all rows before the switch");
    }
    core.mark(core.layout().weights.offset, std::uint64_t{lanes} * lanes * 2);
    core.mark(core.layout().shadow.offset, std::uint64_t{lanes} * lanes * 2);
    std::swap(s.shadow, s.weights); // the words themselves follow when the run ends
    *s.shadowRows = 0;
    *s.weightsActive = 1;
    core.weightsChanged();
}

void pushMxuX(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Check) {
        if (*core.state().weightsActive == 0)
            core.fault(FaultKind::Undefined, issue, "no weights are active in the matrix unit",
                       "load weights and latch them first");
        return;
    }
    // Rows enter one per clock; the last result leaves the array `latency` clocks after the last row.
    const std::uint64_t ready =
        Core::readyAt(core.issueClock() + issue.portClocks + issue.latency, issue.bundle);
    std::uint32_t* const out = core.pushEntry(kMxuQueue, ready);
    core.multiply(core.vector(issue.arguments[0].number), out);
    core.resultMade(issue, out);
}

void Core::settleWeights() {
    std::uint16_t* const home = store().raw(m_layout.weights);
    if (m_s.weights == home) return;
    std::swap_ranges(m_s.weights, m_s.weights + m_layout.weights.count, home);
    std::swap(m_s.shadow, m_s.weights);
}

void Core::multiply(const std::uint32_t* rows, std::uint32_t* out) {
    if (!m_weightsPacked) [[unlikely]] {
        m_kernel.pack(m_s.weights, m_shape.lanes, *m_packedWeights);
        m_weightsPacked = true;
    }
    m_kernel.multiply(rows, *m_packedWeights, out, m_shape);
}

} // namespace lw::training
