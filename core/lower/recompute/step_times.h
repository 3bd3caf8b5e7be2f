// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/live_zones.h"
#include "core/lower/recompute/sublayers.h"

#include <cstdint>
#include <map>
#include <vector>

namespace lw::lower::recompute {

// What of a training step under schedule S0 is the same whatever is kept: the order of the backward pass, and
// the bytes of gradients and statistics; as moments at which values can be there.
class StepTimes {
  public:
    explicit StepTimes(const Sublayers& network);

    // Steps of the backward pass, the loss first; a mask reads what its layer computes, until somebody
    // decides.
    const std::vector<KeepStep>& backward() const { return m_backward; }
    // The steps of the layer that computes a value: [first, last).
    std::pair<std::size_t, std::size_t> stepsOf(network::ValueId value) const { return m_stepsOf[value]; }

    Moment inputFetch() const { return momentOf(m_firstInputReader) - 1; }
    Moment forward(network::ValueId value) const { return momentOf(value); }
    Moment spill(network::ValueId value) const { return momentOf(value) + 1; }
    Moment lastForward(network::ValueId value) const { return momentOf(m_lastReader[value]); }
    // Of a step of the backward pass: before anything is brought for it, when a value is, and the step
    // itself.
    Moment before(std::size_t step) const { return m_end + static_cast<Moment>(step) * m_each; }
    Moment bring(std::size_t step, network::ValueId value) const {
        return before(step) + 1 + static_cast<Moment>(value);
    }
    Moment step(std::size_t step) const { return before(step + 1) - 1; }

    // Bytes of gradients and statistics.
    Level constantForward(network::ValueId value) const { return m_forward[value]; }
    Level constantBefore(std::size_t step) const { return m_before[step]; }
    Level constantAt(std::size_t step) const { return m_at[step]; }
    network::ValueId firstInputReader() const { return m_firstInputReader; }

  private:
    static Moment momentOf(network::ValueId value) { return static_cast<Moment>(value) * 3 + 1; }
    void sumConstants(const Sublayers& network);

    std::vector<KeepStep> m_backward;
    std::vector<std::pair<std::size_t, std::size_t>> m_stepsOf;
    std::vector<network::ValueId> m_lastReader; // in the forward pass; itself: none
    network::ValueId m_firstInputReader = 1;
    Moment m_end = 0;  // of the forward pass
    Moment m_each = 1; // moments of a step of the backward pass
    std::vector<Level> m_forward, m_before, m_at;
};

} // namespace lw::lower::recompute
