// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_run.h"

#include "core/base/check.h"
#include "core/network/outputs.h"
#include "core/project/launched_run.h"
#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/project/run_tiles.h"
#include "core/scene/tiling/tile_lanes.h"
#include "core/tensor/compare.h"
#include "widgets/tiling/tiling_files.h"

#include <QElapsedTimer>

#include <cmath>

namespace lw::tiling {

using tensor::Tensor;

namespace {

constexpr qint64 kTellMilliseconds = 100;
constexpr std::uint64_t kPieceClocks = 20'000; // milliseconds

void takeOutputs(Progress& progress, std::vector<Tensor> outputs) {
    for (const Tensor& output : outputs) progress.images.push_back(imageOf(output));
    progress.outputs = std::make_shared<const std::vector<Tensor>>(std::move(outputs));
}

// Reports from time to time how far the run of all tiles is.
class Teller {
  public:
    Teller(const TilingFacts& facts, const std::atomic<bool>& stop, const std::function<void(Progress)>& tell)
        : m_facts(facts), m_stop(stop), m_tell(tell) {
        m_told.start();
    }

    // One machine has all tiles.
    Result<bool> run(machine::Machine& machine, const project::LaunchedRun& run) {
        scene::tiling::TileTimes times(machine, m_facts.array.columns);
        const auto tileOf = [&](std::size_t number, std::uint64_t round) {
            return m_facts.tileOf(number, round);
        };
        while (!m_stop) {
            const machine::Stop end = record(machine, times, &m_stop, machine.clock() + kPieceClocks);
            if (m_stop) break;
            if (end.fault) return Problem{&project::messages::kLoweredFault, {end.fault->text}, {}, {}, {}};
            if (!isTime(machine.halted())) continue;
            tell({m_facts.progressOf(project::circuitsOf(machine)),
                  machine.clock(),
                  {},
                  {},
                  std::make_shared<const scene::Lanes>(times.lanes(machine.clock(), tileOf))},
                 run.outputs(machine));
            if (machine.halted()) return true;
        }
        return false;
    }
    // That many tiles were run, each on machines of its own.
    void hasRun(std::uint64_t tiles, std::uint64_t clocks, const std::vector<Tensor>& outputs) {
        if (!isTime(tiles == m_facts.plan.tiles())) return;
        Progress progress;
        progress.tiles.rounds = progress.tiles.tiles = tiles;
        progress.clocks = clocks;
        tell(std::move(progress), outputs);
    }

  private:
    bool isTime(bool isLast) const { return isLast || m_told.elapsed() >= kTellMilliseconds; }
    void tell(Progress progress, std::vector<Tensor> outputs) {
        takeOutputs(progress, std::move(outputs));
        m_tell(std::move(progress));
        m_told.restart();
    }

    const TilingFacts& m_facts;
    const std::atomic<bool>& m_stop;
    const std::function<void(Progress)>& m_tell;
    QElapsedTimer m_told;
};

bool isSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

} // namespace

project::ToEnd toEnd(const std::atomic<bool>& stop) {
    return [&stop](machine::Machine& machine) -> Result<bool> {
        const machine::Stop end = machine.run({.interrupt = &stop});
        if (end.fault) return Problem{&project::messages::kLoweredFault, {end.fault->text}, {}, {}, {}};
        return !stop;
    };
}

Outcome runTiles(const TilingFacts& facts, const std::atomic<bool>& stop,
                 const std::function<void(Progress)>& tell) {
    Teller teller(facts, stop, tell);
    const project::LaunchedRun* launched = nullptr;
    project::TilesWatch watch;
    watch.stop = &stop;
    watch.begins = [&](const project::LaunchedRun& run, const project::TilePrograms&) -> Outcome {
        launched = &run;
        return Done{};
    };
    watch.toEnd = [&](machine::Machine& machine, std::optional<std::uint64_t> tile) {
        return tile ? toEnd(stop)(machine) : teller.run(machine, *launched);
    };
    watch.hasRun = [&](std::uint64_t tiles, std::uint64_t clocks, const std::vector<Tensor>& outputs) {
        teller.hasRun(tiles, clocks, outputs);
    };
    const project::TilesToRun what{*facts.network, *facts.picture, facts.request.machine.toStdString(),
                                   facts.options(), facts.array};
    LW_TRY([[maybe_unused]] const auto ran, project::runTiles(what, facts.launched(), watch));
    return Done{};
}

Progress progressIn(const TilingFacts& facts, const session::Frames& frames) {
    std::vector<project::CircuitMoment> circuits;
    for (const session::FramePtr& frame : frames)
        circuits.push_back(
            {&frame->loaded->program, frame->loaded->coreTree(), frame->moment(), frame->halted});
    Progress out{facts.progressOf(circuits), frames.front()->clock, {}, {}, {}};
    if (out.clocks == 0) return out;
    const lower::tiling::TilingPlan launched = facts.launched();
    std::vector<Tensor> outputs;
    for (const network::ValueId id : network::distinctOutputs(*facts.network)) {
        Tensor& one =
            outputs.emplace_back(network::dtypeOf(*facts.network, id), network::shapeOf(*facts.network, id));
        if (!project::stitch(launched, facts.array, circuits, outputs.size() - 1, one)) return out;
    }
    takeOutputs(out, std::move(outputs));
    return out;
}

Result<std::optional<project::WholePicture>> wholeOf(const TilingFacts& facts,
                                                     const std::atomic<bool>& stop) {
    return project::wholePicture(*facts.network, facts.request.machine.toStdString(), optionsOf(false),
                                 *facts.picture, toEnd(stop), &stop);
}

namespace {

void addCompared(const Tensor& output, const Tensor& whole, Verdict& out) {
    const auto counted = tensor::compare(output, whole, {});
    LW_ASSERT(bool(counted), "a plan has the output's size");
    std::vector<std::uint64_t>& wrong = out.wrong.emplace_back();
    out.elements += counted->compared;
    out.equal += counted->compared - counted->beyond;
    out.signedZeros += counted->signedZeros;
    for (std::uint64_t i = 0; i < whole.count() && !counted->accepted(); ++i) {
        if (isSame(valueAt(output, i), valueAt(whole, i))) continue;
        const std::uint64_t pixel = i / whole.shape().back();
        const bool isNew = wrong.empty() || wrong.back() != pixel;
        if (isNew && wrong.size() < kMostWrongPixels) wrong.push_back(pixel);
    }
}

} // namespace

Verdict compared(const std::vector<Tensor>& outputs, const std::vector<Tensor>& whole) {
    Verdict out;
    for (std::size_t i = 0; i < outputs.size(); ++i) addCompared(outputs[i], whole[i], out);
    return out;
}

namespace {

QImage differenceOf(const Tensor& output, const Tensor& whole) {
    const auto rows = static_cast<int>(whole.shape()[0]), columns = static_cast<int>(whole.shape()[1]);
    const std::uint64_t channels = whole.shape()[2];
    std::vector<double> apart(whole.count() / channels, 0);
    double most = 0; // of those that are numbers
    for (std::uint64_t i = 0; i < whole.count(); ++i) {
        const double got = valueAt(output, i), wanted = valueAt(whole, i);
        if (isSame(got, wanted)) continue;
        const double here = std::abs(got - wanted);
        double& pixel = apart[i / channels];
        pixel = std::isfinite(here) ? std::fmax(pixel, here) : INFINITY;
        if (std::isfinite(here)) most = std::fmax(most, here);
    }
    constexpr double kLeast = 64, kMost = 255; // so that even the smallest can be seen
    QImage out(columns, rows, QImage::Format_RGB32);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const double here =
                apart[static_cast<std::size_t>(row) * whole.shape()[1] + static_cast<std::size_t>(column)];
            const double part = std::isfinite(here) && most > 0 ? here / most : 1;
            const int grey = here == 0 ? 0 : static_cast<int>(kLeast + (kMost - kLeast) * part);
            out.setPixel(column, row, qRgb(grey, grey, grey));
        }
    return out;
}

} // namespace

std::vector<QImage> differencesOf(const std::vector<Tensor>& outputs, const std::vector<Tensor>& whole) {
    std::vector<QImage> out;
    for (std::size_t i = 0; i < outputs.size(); ++i) out.push_back(differenceOf(outputs[i], whole[i]));
    return out;
}

} // namespace lw::tiling
