// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/run_tiles.h"

#include "core/base/stop.h"
#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/project/tiled_run.h"

#include <algorithm>
#include <utility>

namespace lw::project {

using lower::tiling::TilingPlan;

namespace {

// On one machine.
Result<std::optional<TilesRan>> launchTiles(const TilesToRun& what, const TilingPlan& plan,
                                            const TileNetwork& tile, const machine::CircuitLimits& circuit,
                                            const TilesWatch& watch) {
    LW_TRY(const TilePrograms programs, lowerTiles(tile, plan, circuit, what.options, what.array));
    LaunchedRun run(programs, tile, plan, what.machine, what.picture, what.transfers);
    if (watch.begins) {
        LW_TRY([[maybe_unused]] const Done begun, watch.begins(run, programs));
    }
    TilesRan out;
    if (const auto modelled = run.modelledClocks(watch.stop)) out.modelled = *modelled;
    auto begun = run.begin(watch.stop, 0, what.kernel);
    if (isStopped(watch.stop)) return std::optional<TilesRan>();
    LW_TRY(const std::unique_ptr<machine::Machine> machine, std::move(begun));
    LW_TRY(const bool hasEnded, watch.toEnd(*machine, std::nullopt));
    if (!hasEnded) return std::optional<TilesRan>();
    out.clocks = machine->clock();
    out.planned = run.bytesMoved();
    out.moved = hostBytesOf(*machine);
    out.waits = run.clocksWaited(*machine);
    out.outputs = run.outputs(*machine);
    for (const lower::striding::Lowering& program : programs.programs)
        out.bufferBytes = std::max(out.bufferBytes, program.plan.bufferBytes);
    if (watch.ends) {
        LW_TRY([[maybe_unused]] const Done ended, watch.ends(run, programs));
    }
    return std::optional(std::move(out));
}

// One tile after the other, each on machines of its own, where the host computes a part.
Result<std::optional<TilesRan>> runEach(const TilesToRun& what, const TilingPlan& plan,
                                        const TileNetwork& tile, const TilesWatch& watch) {
    LW_TRY(lower::striding::LoweredNetwork lowered, lowerNetwork(tile.toLower(), what.machine, what.options));
    TiledRun run(lowered, plan, what.machine, what.picture, tile.masks());
    TilesRan out;
    for (std::uint64_t number = 0; number < run.tiles(); ++number) {
        StridedRun one = run.begin(number);
        one.useKernel(what.kernel);
        LW_TRY(
            const std::optional<PartsRan> ran,
            one.runAll([&](machine::Machine& machine) { return watch.toEnd(machine, number); }, watch.stop));
        if (!ran) return std::optional<TilesRan>();
        out.unexpected += ran->unexpected;
        out.clocks += ran->clocks;
        run.take(number, one.outputs());
        if (watch.hasRun) watch.hasRun(number + 1, out.clocks, run.outputs());
    }
    out.outputs = run.outputs();
    for (const lower::striding::Lowering& part : lowered.parts)
        out.bufferBytes = std::max(out.bufferBytes, part.plan.bufferBytes);
    return std::optional(std::move(out));
}

} // namespace

namespace {

// Whether one program runs all tiles.
Result<bool> checkCircuit(const TileNetwork& tile, lower::tiling::Overlap overlap,
                          const machine::CircuitLimits& circuit, const TileArray& array) {
    const bool isOne = isOneProgram(tile.toLower(), circuit);
    if (!isOne && array.count() > 1) return Problem{&messages::kNotForArray, {}, {}, {}, {}};
    if (!hasCircuitPart(tile.toLower(), circuit)) { // the lowering says why
        LW_TRY([[maybe_unused]] const auto lowered,
               lower::striding::lowerInParts(tile.toLower(), circuit, {}));
    }
    LW_TRY([[maybe_unused]] const Done kept, checkOverlap(overlap, tile.toLower(), circuit, array));
    return isOne;
}

} // namespace

Outcome checkTiles(const network::Network& network, const TilingPlan& plan, const std::string& machine,
                   const TileArray& array) {
    LW_TRY(const machine::CircuitLimits circuit, circuitNamed(machine));
    LW_TRY(const TileNetwork tile, tileNetwork(network, plan));
    LW_TRY([[maybe_unused]] const bool isOne, checkCircuit(tile, plan.overlap, circuit, array));
    return Done{};
}

Result<std::optional<TilesRan>> runTiles(const TilesToRun& what, const TilingPlan& plan,
                                         const TilesWatch& watch) {
    LW_TRY(const machine::CircuitLimits circuit, circuitNamed(what.machine));
    LW_TRY(const TileNetwork tile, tileNetwork(what.network, plan));
    LW_TRY(const bool isOne, checkCircuit(tile, plan.overlap, circuit, what.array));
    if (isOne) return launchTiles(what, plan, tile, circuit, watch);
    if (watch.notApart) return Problem{watch.notApart, {}, {}, {}, {}};
    return runEach(what, plan, tile, watch);
}

} // namespace lw::project
