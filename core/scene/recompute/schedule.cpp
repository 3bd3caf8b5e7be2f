// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/recompute/schedule.h"

#include <algorithm>
#include <utility>

namespace lw::scene::recompute {

using isa::UnitGroup;
using lower::KeepStep;
using lower::StepKind;
using lower::recompute::Report;
using lower::recompute::StepUse;
using machine::Event;
using machine::EventKind;

namespace {

using Hatch = LaneKind::Hatch;
constexpr std::size_t kMostPieces = 1 << 20;

// In the order of StepBar.
std::vector<LaneKind> kinds() {
    return {{"forward", UnitGroup::Scalar, "F"},
            {"computed again", UnitGroup::Scalar, "A", Hatch::Wait},
            {"backward", UnitGroup::Sync, "B"},
            {"moved", UnitGroup::Transfer, "M"},
            {"update of the parameters", UnitGroup::Unary, "U"},
            {"products", UnitGroup::Matrix, "P"},
            {"products again", UnitGroup::Matrix, "A", Hatch::Wait},
            {"vector work", UnitGroup::Vector, "V"},
            {"vector work again", UnitGroup::Vector, "A", Hatch::Wait},
            {"loads", UnitGroup::Memory, "L"},
            {"stores", UnitGroup::Memory, "S"},
            {"from HBM", UnitGroup::Transfer, "H"},
            {"to HBM", UnitGroup::Transfer, "H"}};
}

bool isAgain(StepKind kind) { return kind == StepKind::Recompute; }

StepBar wholeOf(StepKind kind) {
    switch (kind) {
    case StepKind::Forward: return StepBar::Forward;
    case StepKind::Recompute: return StepBar::Again;
    case StepKind::Spill:
    case StepKind::Fetch: return StepBar::Moves;
    default: return StepBar::Backward;
    }
}

// As long as it takes; nothing if it takes no time.
void add(Lane& lane, std::uint64_t from, std::uint64_t clocks, std::size_t step, StepBar what) {
    if (clocks == 0) return;
    lane.bars.push_back(
        {from, from + clocks, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(what)});
}

} // namespace

// ---- what the chip did

StepRun::StepRun(const isa::Spec& spec, StepStarts starts) : m_marks(std::move(starts.steps)) {
    m_marks.push_back(starts.update);
    m_marks.push_back(starts.end);
    for (const isa::Unit& unit : spec.units) {
        switch (unit.group) {
        case UnitGroup::Matrix:
        case UnitGroup::Permute:
            m_units.push_back(Unit::Tensor);
            break; // most of Permute is transposes for products
        case UnitGroup::Vector:
        case UnitGroup::Unary: m_units.push_back(Unit::Vector); break;
        case UnitGroup::Memory: m_units.push_back(unit.name == "vst" ? Unit::Store : Unit::Load); break;
        case UnitGroup::Transfer: m_units.push_back(Unit::Transfer); break;
        default: m_units.push_back(Unit::Other);
        }
    }
}

void StepRun::take(std::span<const Event> events) {
    for (const Event& event : events) {
        if (event.kind == EventKind::Issue) {
            // Steps without a bundle of their own begin with the next one.
            while (event.bundle == m_marks[m_clocks.size() % m_marks.size()]) m_clocks.push_back(event.clock);
            continue;
        }
        const bool isFirst = !m_clocks.empty() && m_clocks.size() < m_marks.size();
        if (!isFirst || (event.kind != EventKind::Execute && event.kind != EventKind::Transfer)) continue;
        const auto step = static_cast<std::uint32_t>(m_clocks.size() - 1);
        note(event.kind == EventKind::Transfer ? Unit::Transfer : m_units[isa::index(event.unit)],
             {event.clock, event.clock + std::max(event.duration, 1u), step});
    }
}

void StepRun::note(Unit unit, const Piece& piece) {
    std::vector<Piece>& pieces = m_pieces[static_cast<std::size_t>(unit)];
    if (unit == Unit::Other) return;
    if (!pieces.empty() && piece.from <= pieces.back().until + m_gap) {
        // Two at once, or one after the other.
        if (piece.step == pieces.back().step || piece.until <= pieces.back().until) {
            pieces.back().until = std::max(pieces.back().until, piece.until);
            return;
        }
        if (piece.from < pieces.back().until) pieces.back().until = piece.from;
    }
    pieces.push_back(piece);
    if (pieces.size() > kMostPieces) coarsen();
}

void StepRun::coarsen() {
    m_gap = std::max<std::uint64_t>(2 * m_gap, 1);
    for (std::vector<Piece>& pieces : m_pieces) {
        const std::vector<Piece> before = std::exchange(pieces, {});
        for (const Piece& piece : before)
            if (!pieces.empty() && pieces.back().step == piece.step &&
                piece.from <= pieces.back().until + m_gap)
                pieces.back().until = piece.until;
            else
                pieces.push_back(piece);
    }
}

std::optional<std::size_t> StepRun::stepAt(std::uint64_t clock) const {
    const auto after = std::ranges::upper_bound(m_clocks, clock);
    if (after == m_clocks.begin()) return {};
    const std::size_t mark = static_cast<std::size_t>(after - m_clocks.begin() - 1) % m_marks.size();
    return mark + 1 < m_marks.size() ? std::optional(mark) : std::nullopt;
}

// ---- as lanes

// Clocks in which a unit has nothing to do.
struct Stretch {
    std::uint64_t from = 0, until = 0;
};

class LaneMaker {
  public:
    explicit LaneMaker(Lanes& out) : m_out(out) {}

    void addModel(const NamedReport& named) {
        begin(named.name, kStores); // which the model does not count
        std::uint64_t clock = 0;
        Stretch vectors, loads; // free time in the step that the others run beside
        const Report& report = *named.report;
        for (std::size_t i = 0; i < report.plan.steps.size(); ++i) {
            const StepKind kind = report.plan.steps[i].kind;
            const StepUse& use = report.usage.steps[i];
            // A step waits for moves after its work.
            const bool isWork = !isMove(report.plan.steps[i]) && !use.isBeside;
            const std::uint64_t work = isWork ? std::min(use.clocks, use.paid) : 0;
            add(lane(0), clock, work, i, wholeOf(kind));
            add(lane(0), clock + work, use.paid - work, i, StepBar::Moves);
            const std::uint64_t ownLoads = std::max(clock, loads.from); // after those of the steps beside it
            if (kind == StepKind::WeightGradient) {
                vectors = {clock, clock + std::min(use.parts.tensor, work)};
                loads = {clock + std::min(use.parts.loads, work), clock + work};
            }
            const auto group = std::ranges::find(report.plan.beside, i, &lower::Beside::first);
            if (group != report.plan.beside.end() && group->isBefore()) {
                const StepUse& products = report.usage.steps[group->step];
                vectors = {clock, clock + products.parts.tensor};
                loads = {clock, clock + products.clocks - products.parts.loads}; // which come after them
            }
            if (use.isBeside) {
                addBeside(2, vectors, use.parts.vector, i,
                          isAgain(kind) ? StepBar::VectorAgain : StepBar::Vector);
                addBeside(3, loads, use.parts.loads, i, StepBar::Loads);
                clock += use.paid;
                continue;
            }
            add(lane(1), clock, use.parts.tensor, i, isAgain(kind) ? StepBar::TensorAgain : StepBar::Tensor);
            // The units work one after the other; both are rounded up.
            add(lane(2), clock + use.parts.tensor,
                std::min(use.parts.vector, use.clocks - std::min(use.parts.tensor, use.clocks)), i,
                isAgain(kind) ? StepBar::VectorAgain : StepBar::Vector);
            add(lane(3), ownLoads, use.parts.loads, i, StepBar::Loads);
            clock += use.paid;
        }
        for (const lower::recompute::MoveUse& move : report.usage.moves)
            addMove(report, move.step, move.from, std::min(move.until, clock));
        m_out.end = std::max(m_out.end, clock);
    }

    // From its first step on, so that it can be compared.
    void addRun(const StepRun& run, const Report& report) {
        begin("chip", kStores + 1);
        const std::span<const std::uint64_t> clocks = run.clocks();
        const std::size_t steps = report.plan.steps.size();
        for (std::size_t i = 0; i + 1 < clocks.size(); ++i)
            add(lane(0), clocks[i], clocks[i + 1] - clocks[i], i,
                i < steps ? wholeOf(report.plan.steps[i].kind) : StepBar::Update);
        const auto isAgainIn = [&](std::uint32_t step) {
            return step < steps && isAgain(report.plan.steps[step].kind);
        };
        const auto addPieces = [&](std::size_t number, StepRun::Unit unit, StepBar what, StepBar again) {
            for (const StepRun::Piece& piece : run.m_pieces[static_cast<std::size_t>(unit)])
                add(lane(number), piece.from, piece.until - piece.from, piece.step,
                    isAgainIn(piece.step) ? again : what);
        };
        addPieces(1, StepRun::Unit::Tensor, StepBar::Tensor, StepBar::TensorAgain);
        addPieces(2, StepRun::Unit::Vector, StepBar::Vector, StepBar::VectorAgain);
        addPieces(3, StepRun::Unit::Load, StepBar::Loads, StepBar::Loads);
        addPieces(kStores, StepRun::Unit::Store, StepBar::Stores, StepBar::Stores);
        for (const StepRun::Piece& piece : run.m_pieces[static_cast<std::size_t>(StepRun::Unit::Transfer)]) {
            if (piece.step < steps) addMove(report, piece.step, piece.from, piece.until);
        }
        m_out.end = std::max(m_out.end, clocks.empty() ? 0 : clocks.back());
    }

  private:
    static constexpr std::size_t kHbm = 4, kStores = 5;
    // The first lanes of these.
    void begin(const std::string& name, std::size_t count) {
        m_first = m_out.lanes.size();
        constexpr const char* kLanes[] = {"step", "tensor engine", "vector engine", "loads", "HBM", "stores"};
        for (std::size_t i = 0; i < count; ++i) m_out.lanes.push_back({kLanes[i], {}});
        m_out.groups.push_back(
            {name, static_cast<std::uint32_t>(m_first), static_cast<std::uint32_t>(count)});
    }
    // As far as the gradient of weights leaves the unit free for it.
    void addBeside(std::size_t number, Stretch& free, std::uint64_t clocks, std::size_t step, StepBar what) {
        const std::uint64_t taken = std::min(clocks, free.until - std::min(free.from, free.until));
        add(lane(number), free.from, taken, step, what);
        free.from += taken;
    }
    // A move that begins before one in the other direction is over overlaps it.
    void addMove(const Report& report, std::size_t step, std::uint64_t from, std::uint64_t until) {
        std::vector<LaneBar>& bars = lane(kHbm).bars;
        if (!bars.empty()) from = std::max(from, bars.back().until);
        const bool isOut = report.plan.steps[step].kind == StepKind::Spill;
        add(lane(kHbm), from, until - std::min(from, until), step, isOut ? StepBar::ToHbm : StepBar::FromHbm);
    }
    Lane& lane(std::size_t number) { return m_out.lanes[m_first + number]; }

    Lanes& m_out;
    std::size_t m_first = 0; // lane of the group
};

Lanes scheduleOf(std::span<const NamedReport> reports, const StepRun* run) {
    Lanes out;
    out.kinds = kinds();
    LaneMaker make(out);
    for (const NamedReport& report : reports) make.addModel(report);
    if (run && !reports.empty()) make.addRun(*run, *reports.front().report);
    out.finish();
    return out;
}

} // namespace lw::scene::recompute
