// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/wide_tiles.h"

#include "core/base/json.h"
#include "core/network/passes.h"
#include "core/project/lower_network.h"

// Plans of tiles, and the clocks that tiles take beside what the array needs at the least.
namespace lw::bench {

namespace {

using network::Precision;

// What the convolutions of the whole picture stream through the array, one vector a clock.
double streamedVectors(const network::Network& network, const machine::CircuitLimits& circuit) {
    double out = 0;
    for (const network::Layer& layer : network.layers) {
        if (layer.kind != network::Kind::Conv) continue;
        const std::uint32_t channels =
            network::groupChannelsOf(layer, network::shapeOf(network, layer.inputs[0]));
        const std::uint64_t blocks = (layer.shape[2] + circuit.arrayColumns - 1) / circuit.arrayColumns;
        out += static_cast<double>(layer.shape[0] * layer.shape[1] * blocks *
                                   network::passesOf(layer, channels, circuit.arrayRows, true).size());
    }
    return out;
}

Figure overheadOf(std::string key, const WideTiles& tiles) {
    const auto circuit = project::circuitNamed(tiles.machine);
    if (!circuit) giveUp(textOf(circuit.problem()));
    project::LaunchedRun run = tiles.run();
    const auto machine = run.begin();
    if (!machine) giveUp(textOf(machine.problem()));
    runToHalt(**machine);
    Figure out;
    out.key = std::move(key);
    out.unit = "clocks";
    out.candidate = static_cast<double>((*machine)->clock());
    out.anchor = streamedVectors(tiles.network, *circuit) * tiles.plan.cost.redundancy();
    out.ratio = out.lowest = out.highest = out.candidate / out.anchor;
    out.goal = 1.25;
    out.atMost = true;
    out.note = std::to_string(tiles.plan.tiles()) + " tiles";
    return out;
}

} // namespace

// Ten thousand tiles of twenty layers.
std::vector<Figure> planTiles(Effort effort) {
    const std::int64_t along = choose(effort, 100, 5), fixed = 64, step = fixed - 2 * 20;
    const lower::tiling::Size picture{(along - 1) * step + fixed, (along - 1) * step + fixed};
    const network::Network network = convolutions(Precision::F32, std::vector<std::uint64_t>(20, 2));
    lower::tiling::TilingPlan plan;
    const auto make = [&] {
        auto made = lower::tiling::planTiles(network, picture, {fixed, fixed}, std::nullopt);
        if (!made) giveUp(textOf(made.problem()));
        plan = *std::move(made);
    };
    Figure planning = milliseconds(effort, "plan_tiles", 3, make);
    if (plan.tiles() != static_cast<std::uint64_t>(along * along)) giveUp("a plan of other tiles");
    std::string text;
    Figure written = milliseconds(effort, "plan_tiles_json", 30, [&] {
        make();
        text = jsonOf(plan).text(2);
    });
    planning.note = std::to_string(plan.tiles()) + " tiles";
    written.note = std::to_string(text.size()) + " bytes of JSON, with the planning";
    return {planning, written};
}

// Clocks of all tiles, beside the vectors that the passes of the whole picture stream, as often as tiles
// compute them.
std::vector<Figure> tiledOverhead(Effort effort) {
    const lower::tiling::Size picture = choose<lower::tiling::Size>(effort, {384, 512}, {80, 80});
    return {overheadOf("tiled_overhead_f32", {Precision::F32, picture, 64, "inference"}),
            overheadOf("tiled_overhead_int8", {Precision::I8, picture, 64, "inference"})};
}

} // namespace lw::bench
