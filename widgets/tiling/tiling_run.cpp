// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_run.h"

#include "core/base/check.h"
#include "core/network/outputs.h"
#include "core/project/launched_run.h"
#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/project/tiled_run.h"
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

// Where the host computes a part: each tile on machines of its own.
Outcome runApart(const TilingFacts& facts, const project::TileNetwork& tile, const std::atomic<bool>& stop,
                 const std::function<void(Progress)>& tell) {
    const std::string machine = facts.request.machine.toStdString();
    LW_TRY(lower::striding::LoweredNetwork lowered,
           project::lowerNetwork(tile.toLower(), machine, optionsOf(false)));
    project::TiledRun run(lowered, facts.plan, machine, *facts.picture, tile.masks());
    Progress progress;
    QElapsedTimer told;
    told.start();
    for (std::uint64_t number = 0; number < run.tiles(); ++number) {
        project::StridedRun one = run.begin(number);
        LW_TRY(const std::optional<project::PartsRan> ran, one.runAll(toEnd(stop), &stop));
        if (!ran) return Done{};
        run.take(number, one.outputs());
        progress.tiles.rounds = progress.tiles.tiles = number + 1;
        progress.clocks += ran->clocks;
        if (number + 1 != run.tiles() && told.elapsed() < kTellMilliseconds) continue;
        takeOutputs(progress, run.outputs());
        tell(progress);
        told.restart();
    }
    return Done{};
}

// One machine for all tiles.
Outcome runLaunched(const TilingFacts& facts, const project::TileNetwork& tile,
                    const machine::CircuitLimits& circuit, const std::atomic<bool>& stop,
                    const std::function<void(Progress)>& tell) {
    const lower::tiling::TilingPlan plan = facts.launched();
    LW_TRY(const project::TilePrograms programs,
           project::lowerTiles(tile, plan, circuit, facts.options(), facts.array));
    project::LaunchedRun run(programs, tile, plan, facts.request.machine.toStdString(), *facts.picture);
    LW_TRY(const std::unique_ptr<machine::Machine> machine, run.begin(&stop));
    scene::tiling::TileTimes times(*machine, facts.array.columns);
    const auto tileOf = [&](std::size_t number, std::uint64_t round) { return facts.tileOf(number, round); };
    QElapsedTimer told;
    told.start();
    while (!stop) {
        const machine::Stop end = record(*machine, times, &stop, machine->clock() + kPieceClocks);
        if (stop) break;
        if (end.fault) return Problem{&project::messages::kLoweredFault, {end.fault->text}, {}, {}, {}};
        if (!machine->halted() && told.elapsed() < kTellMilliseconds) continue;
        Progress progress{facts.progressOf(project::circuitsOf(*machine)),
                          machine->clock(),
                          {},
                          {},
                          std::make_shared<const scene::Lanes>(times.lanes(machine->clock(), tileOf))};
        takeOutputs(progress, run.outputs(*machine));
        tell(progress);
        told.restart();
        if (machine->halted()) break;
    }
    return Done{};
}

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
    LW_TRY(const project::TileNetwork tile, project::tileNetwork(*facts.network, facts.launched()));
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(facts.request.machine.toStdString()));
    if (project::isOneProgram(tile.toLower(), circuit)) return runLaunched(facts, tile, circuit, stop, tell);
    return runApart(facts, tile, stop, tell);
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
    constexpr double kLeast = 64, kMost = 255; // so that the smallest is seen, too
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
