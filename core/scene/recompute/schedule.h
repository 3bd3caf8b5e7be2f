// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/lower/recompute/report.h"
#include "core/machine/event.h"
#include "core/scene/lanes.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// A training step as lanes: what the model says each unit does when, and what the emulated chip did.
namespace lw::scene::recompute {

// Kinds of bars; their numbers are those of the plan's steps.
enum class StepBar : std::uint8_t {
    Forward, // of a step as a whole
    Again,   // something computed before
    Backward,
    Moves,       // between VMEM and HBM
    Update,      // of the parameters, which the model does not count
    Tensor,      // the engines' work in these
    TensorAgain, // the same, again
    Vector,
    VectorAgain,
    Loads, // from VMEM
    Stores,
    FromHbm,
    ToHbm
};

// The bundles at which the parts of a training step begin in the program: each step of the plan, then the
// update, then whatever follows.
struct StepStarts {
    std::vector<std::uint32_t> steps;
    std::uint32_t update = 0, end = 0;
};

// An emulated run: when each step of every training step began, and what the units did in the first one.
class StepRun {
  public:
    StepRun(const isa::Spec& spec, StepStarts starts);

    void take(std::span<const machine::Event> events);
    // Of the first training step: the clocks at which the plan's steps began, then the update's and the clock
    // at which it was done. Shorter while it is still running.
    std::span<const std::uint64_t> clocks() const {
        return std::span(m_clocks).first(std::min(m_clocks.size(), m_marks.size()));
    }
    // The plan's step that a clock is in, of any training step; the number of steps: the update; nothing:
    // before, between or after them.
    std::optional<std::size_t> stepAt(std::uint64_t clock) const;
    std::size_t trainingSteps() const { return m_clocks.size() / m_marks.size(); } // those done

    static constexpr std::uint64_t kEventsPerClock = 24;

  private:
    friend class LaneMaker;
    enum class Unit : std::uint8_t { Other, Tensor, Vector, Load, Store, Transfer };
    static constexpr std::size_t kUnits = 6;
    // Clocks of a step in which a unit worked.
    struct Piece {
        std::uint64_t from = 0, until = 0;
        std::uint32_t step = 0;
    };
    void note(Unit unit, const Piece& piece);
    void coarsen();

    std::vector<Unit> m_units;          // by number of the chip's
    std::vector<std::uint32_t> m_marks; // bundles, in the order of a training step
    std::vector<std::uint64_t> m_clocks;
    std::vector<std::vector<Piece>> m_pieces{kUnits};
    std::uint64_t m_gap = 0; // clocks without work that count as work: in long runs more
};

struct NamedReport {
    std::string name; // "model, S0"
    const lower::recompute::Report* report = nullptr;
};
// Groups of lanes: what the model says for each report, and below it what the run did under the plan of the
// first; null: no run.
Lanes scheduleOf(std::span<const NamedReport> reports, const StepRun* run);

} // namespace lw::scene::recompute
