// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_curve.h"

#include "core/base/json.h"
#include "core/lower/messages.h"
#include "core/project/launched_run.h"
#include "core/project/messages.h"
#include "core/project/run_tiles.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lw::project {

using lower::tiling::CurvePoint;
using lower::tiling::TilingPlan;

namespace {

Result<TilingPlan> planFor(const CurvePoint& point, const network::Network& picture, const TileArray& array) {
    const lower::tiling::Size size{static_cast<std::int64_t>(picture.input.shape[0]),
                                   static_cast<std::int64_t>(picture.input.shape[1])};
    return planTiles(picture, size, {point.fixed, point.fixed}, std::nullopt, array.grid());
}

class Builder {
  public:
    Builder(const network::Network& picture, const TileTarget& target, const TileCurveWork& work)
        : m_picture(picture), m_target(target), m_work(work) {}

    Result<TileCurve> run() {
        LW_TRY(const lower::tiling::SizeCurve curve,
               sizeCurveOf(m_picture, m_target.machine, m_target.array));
        const std::vector<CurvePoint>& points = curve.points;
        for (const CurvePoint& point : points) m_out.push_back({point});
        const std::vector<std::size_t> steps = stepsOf(points);
        for (const std::size_t i : steps) {
            if (isStopped() || !model(m_out[i])) break;
            grown();
        }
        for (const std::size_t i : steps) {
            if (isStopped() || !m_work.runs) break;
            LW_TRY([[maybe_unused]] const Done ran, emulate(m_out[i]));
            grown();
        }
        return std::move(m_out);
    }

  private:
    bool isStopped() const { return m_work.stop != nullptr && *m_work.stop; }
    void grown() const {
        if (m_work.hasGrown) m_work.hasGrown(m_out);
    }

    // The smallest of those that make as many tiles in the same way, without the smallest of all if they are
    // too many; and the size that is wanted also.
    std::vector<std::size_t> stepsOf(const std::vector<CurvePoint>& points) const {
        std::vector<std::size_t> out;
        std::set<std::pair<std::uint64_t, lower::tiling::Fill>> known;
        for (std::size_t i = 0; i < points.size(); ++i)
            if (known.emplace(points[i].tiles, points[i].fill).second) out.push_back(i);
        if (out.size() > kMostCurveModels)
            out.erase(out.begin(), out.end() - std::ptrdiff_t{kMostCurveModels});
        const auto also = std::ranges::find(points, m_work.also.value_or(0), &CurvePoint::fixed);
        const auto number = static_cast<std::size_t>(also - points.begin());
        const auto place = std::ranges::lower_bound(out, number);
        if (also != points.end() && (place == out.end() || *place != number)) out.insert(place, number);
        return out;
    }

    Result<TilingPlan> planOf(const CurvePoint& point) const {
        return planFor(point, m_picture, m_target.array);
    }

    // False: no larger size will fit.
    bool model(TileCurvePoint& at) {
        const auto plan = planOf(at.point);
        const auto model = plan ? modelTiles(m_picture, *plan, m_target, m_work.stop)
                                : Result<std::optional<TileModel>>(plan.problem());
        if (model) {
            at.model = *model;
            if (at.model && at.model->clocks)
                m_fewest = std::min(m_fewest.value_or(*at.model->clocks), *at.model->clocks);
            return true;
        }
        at.refused = model.problem();
        return at.refused->message != &lower::messages::kBufferTooSmall;
    }

    Outcome emulate(TileCurvePoint& at) const {
        if (!at.model || !at.model->clocks || *at.model->clocks > kWorthRunning * *m_fewest) return Done{};
        LW_TRY(const TilingPlan plan, planOf(at.point));
        LW_TRY(const TileNetwork tile, tileNetwork(m_picture, plan));
        LW_TRY(const TilePrograms programs,
               lowerTiles(tile, plan, m_target.circuit, m_target.options, m_target.array));
        LaunchedRun run(programs, tile, plan, m_target.machine, blankPicture(m_picture));
        auto begun = run.begin(m_work.stop);
        if (isStopped()) return Done{};
        LW_TRY(const std::unique_ptr<machine::Machine> machine, std::move(begun));
        const machine::Stop stop = machine->run({machine::kForever, machine::kForever, m_work.stop});
        if (stop.kind == machine::StopKind::Halted) at.emulated = machine->clock();
        return Done{};
    }

    const network::Network& m_picture;
    const TileTarget& m_target;
    const TileCurveWork& m_work;
    TileCurve m_out;
    std::optional<std::uint64_t> m_fewest; // clocks
};

} // namespace

Result<lower::tiling::SizeCurve> sizeCurveOf(const network::Network& picture, const std::string& machine,
                                             const TileArray& array) {
    LW_TRY(lower::tiling::SizeCurve curve, lower::tiling::curveOf(picture, array.grid(), array.sharing()));
    if (curve.points.empty() && curve.notMasked) return *std::move(curve.notMasked);
    for (const CurvePoint& point : curve.points) { // which layers the host computes is the same for all
        const auto plan = planFor(point, picture, array);
        if (!plan) continue;
        const auto can = checkTiles(picture, *plan, machine, array);
        const Message* const why = can ? nullptr : can.problem().message;
        if (why == &messages::kNotForArray || why == &lower::messages::kNotLowered) return can.problem();
        break;
    }
    return curve;
}

Result<TileCurve> tileCurveOf(const network::Network& picture, const TileTarget& target,
                              const TileCurveWork& work) {
    return Builder(picture, target, work).run();
}

Json jsonOf(const TileCurve& curve, const machine::CircuitLimits& circuit) {
    Json sizes = Json::list();
    for (const TileCurvePoint& at : curve) {
        Json one = lower::tiling::jsonOf(at.point);
        if (at.model) one["bufferBytes"] = at.model->bufferBytes;
        if (at.model && at.model->clocks) one["modelledClocks"] = *at.model->clocks;
        if (at.emulated) one["emulatedClocks"] = *at.emulated;
        if (at.refused) one["refused"] = lw::textOf(*at.refused);
        sizes.push_back(std::move(one));
    }
    Json machine{{"name", circuit.name},
                 {"bufferBytes", circuit.bufferBytes},
                 {"accumulatorRows", circuit.accumulatorRows},
                 {"weightBytes", circuit.weightBytes},
                 {"hostBytesPerClock", static_cast<double>(circuit.hostRate.bytes) /
                                           static_cast<double>(circuit.hostRate.clocks)}};
    return {{"machine", std::move(machine)}, {"sizes", std::move(sizes)}};
}

} // namespace lw::project
