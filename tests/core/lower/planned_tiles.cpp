// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/planned_tiles.h"

#include "core/base/check.h"
#include "core/lower/messages.h"
#include "core/lower/striding/direct.h"
#include "core/network/resized.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/messages.h"

#include "tests/core/lower/small_circuits.h"

#include <nlohmann/json.hpp>

namespace lw::test {

using namespace lower::tiling;
using network::Network;
using tensor::Tensor;

Network sizedAs(const Network& network, const Size& size) {
    auto out = network::resized(network, static_cast<std::uint64_t>(size.rows),
                                static_cast<std::uint64_t>(size.columns));
    LW_REQUIRE(bool(out), "a size that the plan has");
    return *std::move(out);
}

Size sizeOf(const tensor::Shape& image) {
    return {static_cast<std::int64_t>(image[0]), static_cast<std::int64_t>(image[1])};
}

std::optional<Size> tileFor(RandomLocal& made, Overlap overlap) {
    const auto along = [&](network::Direction direction, bool isKept) -> std::int64_t {
        const auto line = network::lineOf(made.network, direction);
        if (!line) return 0;
        const auto alignment = alignmentOf(*line);
        if (!alignment) return 0;
        const std::int64_t least = isKept ? alignment->align : leastFixed(*line, *alignment, 60);
        return least == 0 ? 0 : least + alignment->align * static_cast<std::int64_t>(made.random() % 5);
    };
    const Size out{along(network::Direction::Rows, overlap == Overlap::Both),
                   along(network::Direction::Columns, overlap != Overlap::Recompute)};
    if (out.rows == 0 || out.columns == 0) return std::nullopt;
    return out;
}

std::optional<Planned> plannedFor(RandomLocal& made, Grid grid, Overlap overlap) {
    const auto fixed = tileFor(made, overlap);
    if (!fixed) return std::nullopt;
    auto plan =
        planTiles(made.network, sizeOf(made.network.input.shape), *fixed, Fill::Masked, grid, overlap);
    if (!plan) return std::nullopt;
    auto masked = maskedFor(*plan, sizedAs(made.network, networkSize(*plan)));
    LW_REQUIRE(bool(masked), masked ? "" : textOf(masked.problem()).c_str());
    return Planned{*std::move(plan), *std::move(masked)};
}

bool isFilled(const TilingPlan& plan) {
    return plan.rows.tiles.back().fill != 0 || plan.columns.tiles.back().fill != 0;
}

std::optional<std::string> launched(const Planned& planned, const Network& whole, const Tensor& picture,
                                    const OnDisk& circuit, const HowLaunched& how) {
    return launched({planned.masked.tile, planned.masked}, planned.plan, whole, picture, circuit, how);
}

namespace {

// The plan's bytes of the picture beside those of the programs. Of parts there is no such plan, and it cannot
// tell where the picture is on a circuit more than once.
bool readsAsPlanned(const project::TilePrograms& programs, TilingPlan plan, const project::TileBytes& moved,
                    const HowLaunched& how) {
    if (how.share == lower::striding::Share::Layers) return true;
    for (const lower::striding::Lowering& program : programs.programs)
        if (program.plan.frames[network::kInput].size() != 1) return true;
    shareAmong(plan, how.array.circuits());
    return plan.cost.bytesIn == moved.picture && plan.cost.bytesReread == moved.reread;
}

} // namespace

std::optional<std::string> launched(const project::TileNetwork& tile, const TilingPlan& plan,
                                    const Network& whole, const Tensor& picture, const OnDisk& circuit,
                                    const HowLaunched& how) {
    const auto isTooLarge = [](const Problem& problem) {
        return problem.message == &lower::messages::kBufferTooSmall ||
               problem.message == &lower::messages::kTooManyRows ||
               problem.message == &project::messages::kHostTooSmall ||
               problem.message == &project::messages::kHaloTooWide ||
               problem.message == &project::messages::kNotApart;
    };
    lower::striding::Options options;
    options.launches.emplace().isAhead = how.isAhead;
    options.launches->share = how.share;
    options.strideBy = how.strideBy;
    const auto programs = project::lowerTiles(tile, plan, circuit.limits(), options, how.array);
    if (!programs && isTooLarge(programs.problem())) return std::nullopt;
    if (!programs) return textOf(programs.problem());
    project::LaunchedRun run(*programs, tile, plan, circuit.path(), picture, how.transfers);
    const auto machine = run.begin();
    if (!machine && isTooLarge(machine.problem())) return std::nullopt;
    if (!machine) return textOf(machine.problem());
    const auto modelled = run.modelledClocks();
    if (!modelled) return textOf(modelled.problem());
    if (const machine::Stop stop = (*machine)->run({}); stop.fault)
        return "launch " + std::to_string(*project::roundsDone(project::circuitsOf(**machine))) + ": " +
               stop.fault->text;
    if (project::roundsDone(project::circuitsOf(**machine)) != programs->rounds(plan))
        return "not all tiles are done";
    if (run.bytesMoved().moved() != project::hostBytesOf(**machine))
        return "the machine counted other bytes than were planned";
    if (!readsAsPlanned(*programs, plan, run.bytesMoved(), how))
        return "the plan says that other bytes of the picture are read";
    if (*modelled != (*machine)->clock())
        return "modelled " + std::to_string(**modelled) + " clocks, emulated " +
               std::to_string((*machine)->clock());
    const bool isSame =
        run.outputs(**machine) == lower::striding::directOutputs(whole, circuit.limits(), true, picture);
    return isSame ? "" : "launched: not as the whole picture";
}

Circuit circuitsIn(const project::TileArray& array, std::uint32_t latency) {
    nlohmann::json json = nlohmann::json::parse(teachingCircuit().json);
    const char* const source = "invented";
    json["cores"] = {{"rows", array.rows},
                     {"columns", array.columns},
                     {"source", source},
                     {"latency", {{"clocks", latency}, {"source", source}}},
                     {"bandwidth", {{"bytes", 4}, {"clocks", 1}, {"source", source}}}};
    const std::string text = json.dump();
    return {*inference::parseConfig(text, Place::kNoFile), text};
}

} // namespace lw::test
