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

// A training step as lanes: what the model says that each unit does when, and what the emulated chip did.
namespace lw::scene::recompute {

// What bars are; their numbers are those of the plan's steps.
enum class StepBar : std::uint8_t {
    Forward, // of a step as a whole
    Again,   // what was computed before
    Backward,
    Moves,       // between VMEM and HBM
    Update,      // of the parameters, which the model does not count
    Tensor,      // what the engines do of these
    TensorAgain, // likewise again
    Vector,
    VectorAgain,
    Loads, // from VMEM
    Stores,
    FromHbm,
    ToHbm
};

// Where the parts of a training step begin, in the program as bundles: of each step of the plan, of the
// update behind them, and of what follows that.
struct StepStarts {
    std::vector<std::uint32_t> steps;
    std::uint32_t update = 0, end = 0;
};

// An emulated run: when each step began, of every training step, and of the first one what the units did.
class StepRun {
  public:
    StepRun(const isa::Spec& spec, StepStarts starts);

    void take(std::span<const machine::Event> events);
    // Of the first training step: the clocks at which the plan's began, behind them the update's and that
    // at which it was done. Shorter while that goes on.
    std::span<const std::uint64_t> clocks() const {
        return std::span(m_clocks).first(std::min(m_clocks.size(), m_marks.size()));
    }
    // The plan's step in which a clock is, of any training step; as many as there are: the update; nothing:
    // before, between or behind them.
    std::optional<std::size_t> stepAt(std::uint64_t clock) const;
    std::size_t trainingSteps() const { return m_clocks.size() / m_marks.size(); } // that are done

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
    std::vector<std::uint32_t> m_marks; // bundles, in the order in which a training step comes by
    std::vector<std::uint64_t> m_clocks;
    std::vector<std::vector<Piece>> m_pieces{kUnits};
    std::uint64_t m_gap = 0; // clocks without work that are taken for work: of long runs more
};

struct NamedReport {
    std::string name; // "model, S0"
    const lower::recompute::Report* report = nullptr;
};
// Groups of lanes: of each report what the model says, and below what the run did under the plan of the
// first; null: there was none.
Lanes scheduleOf(std::span<const NamedReport> reports, const StepRun* run);

} // namespace lw::scene::recompute
