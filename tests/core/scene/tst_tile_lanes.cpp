// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/encode.h"
#include "core/machine/recorder.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/lower_network.h"
#include "core/scene/tiling/tile_lanes.h"
#include "tests/core/scene/counting_network.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace lw;
using namespace lw::scene;
using namespace lw::scene::tiling;

namespace {

const std::string kOne = "inference-teaching", kFour = LW_ROOT "/examples/networks/inference-2x2.json";

// Two convolutions on a picture, in tiles of 16.
struct Made {
    network::Network network;
    lower::tiling::TilingPlan plan;
    project::TileNetwork tile;
    project::TilePrograms programs;
    std::optional<project::LaunchedRun> run;

    Made(const std::string& machine, std::uint64_t rows, std::uint64_t columns)
        : network(test::counting(2, rows, columns)) {
        const project::TileArray array = project::arrayOf(machine)->value_or(project::TileArray{});
        plan = *lower::tiling::planTiles(
            network, {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns)}, {16, 16},
            std::nullopt, array.count() == 1 ? lower::tiling::Grid::Border : lower::tiling::Grid::Steps);
        tile = *project::tileNetwork(network, plan);
        programs = *project::lowerTiles(tile, plan, *project::circuitNamed(machine), {}, array);
        run.emplace(programs, tile, plan, machine, tensor::Tensor(tensor::DType::F32, network.input.shape));
    }
    std::unique_ptr<machine::Machine> begin() { return *run->begin(); }
    Lanes recorded(machine::Machine& machine) {
        TileTimes times(machine, programs.array.columns);
        LW_REQUIRE(record(machine, times).kind == machine::StopKind::Halted, "the run ends");
        return times.lanes(machine.clock(), [this](std::size_t circuit, std::uint64_t round) {
            return project::tileOf(plan, programs.array, circuit, round);
        });
    }
};

// Bars of a kind of one group.
std::vector<LaneBar> barsOf(const Lanes& lanes, const LaneGroup& group, TileBar kind) {
    std::vector<LaneBar> out;
    for (std::uint32_t i = 0; i < group.count; ++i)
        std::ranges::copy_if(
            lanes.lanes[group.first + i].bars, std::back_inserter(out),
            [&](const LaneBar& bar) { return bar.kind == static_cast<std::uint32_t>(kind); });
    return out;
}
std::uint64_t clocksOf(const std::vector<LaneBar>& bars) {
    std::uint64_t out = 0;
    for (const LaneBar& bar : bars) out += bar.clocks();
    return out;
}

// Rows of the program that bring what all tiles read.
std::uint64_t constantsIn(const machine::Core& core) {
    std::uint64_t out = 0;
    const isa::Spec& spec = *core.target().spec;
    for (const isa::Bits& bits : core.program().bundles) {
        isa::Bundle bundle;
        if (isa::decode(spec, bits, bundle) || bundle.count == 0) continue;
        const std::string_view name = spec.insns[bundle.begin()->op].name;
        out += name == "dma.in" || name == "dma.w";
    }
    return out;
}

} // namespace

class TestTileLanes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void eachTileIsABarWhereItsLaunchIs() {
        for (const std::string& name : {kOne, kFour}) {
            Made made(name, 40, 30);
            const auto machine = made.begin();
            const Lanes lanes = made.recorded(*machine);
            QCOMPARE(lanes.end, machine->clock());
            QCOMPARE(lanes.groups.size(), made.programs.array.count());
            std::set<std::uint32_t> tiles;
            for (const LaneGroup& group : lanes.groups) {
                const auto own = barsOf(lanes, group, TileBar::Tile);
                for (const LaneBar& bar : own) QVERIFY(tiles.insert(bar.number).second);
                const auto handed = barsOf(lanes, group, TileBar::HandsOn);
                QCOMPARE(own.size() + handed.size(), made.programs.rounds(made.plan));
            }
            QCOMPARE(tiles.size(), made.plan.tiles());
            QCOMPARE(*tiles.rbegin() + 1, made.plan.tiles());
        }
    }

    // Another machine, clock by clock of the bars' ends: its own state says which launch it is in.
    void anotherMachineIsInTheLaunchesThatBarsSay() {
        Made made(kOne, 40, 16);
        const auto recorded = made.begin();
        const Lanes lanes = made.recorded(*recorded);
        const auto machine = made.begin();
        std::uint64_t round = 0;
        for (const LaneBar& bar : barsOf(lanes, lanes.groups[0], TileBar::Tile)) {
            if (round > 0) {
                machine->run({.clock = bar.from - 1});
                QCOMPARE(machine->clock(), bar.from - 1);
            }
            machine->run({.clock = bar.from + 1, .resumed = true});
            QCOMPARE(*project::roundsDone(project::circuitsOf(*machine)), round);
            QCOMPARE(bar.number, static_cast<std::uint32_t>(round));
            machine->run({.clock = bar.until - 1, .resumed = true});
            QCOMPARE(*project::roundsDone(project::circuitsOf(*machine)), round);
            machine->run({.clock = bar.until, .resumed = true});
            QCOMPARE(*project::roundsDone(project::circuitsOf(*machine)), ++round);
        }
        QCOMPARE(round, made.plan.tiles());
        QVERIFY(machine->halted());
    }

    // Beside the machine's own counters.
    void transfersAndWaitsAreThoseThatTheMachineCounts() {
        for (const std::string& name : {kOne, kFour}) {
            Made made(name, 40, 30);
            const auto machine = made.begin();
            const Lanes lanes = made.recorded(*machine);
            for (std::size_t i = 0; i < lanes.groups.size(); ++i) {
                const machine::Core& core = *machine->cores()[i];
                std::uint64_t moved = 0;
                for (const TileBar kind : {TileBar::In, TileBar::Out, TileBar::Sent})
                    moved += barsOf(lanes, lanes.groups[i], kind).size();
                std::uint64_t instructions = 0;
                const auto counts = core.unitCounts();
                for (std::size_t unit = 0; unit < counts.size(); ++unit)
                    if (core.target().spec->units[unit].group == isa::UnitGroup::Transfer)
                        instructions += counts[unit].instructions;
                instructions -= constantsIn(core);
                QVERIFY(constantsIn(core) > 1); // which come at the same time
                QCOMPARE(barsOf(lanes, lanes.groups[i], TileBar::Constants).size(), std::size_t{1});
                // Those that read ahead of the last launch find none, and move nothing.
                QVERIFY2(moved <= instructions && instructions - moved <= made.plan.rows.tiles.size(),
                         qPrintable(QString("%1 of %2").arg(moved).arg(instructions)));
                std::map<std::string, std::uint64_t> stalls;
                for (const machine::StallCount& stall : core.stalls())
                    stalls[std::string(stall.rule)] += stall.clocks;
                QCOMPARE(clocksOf(barsOf(lanes, lanes.groups[i], TileBar::WaitLaunch)),
                         stalls["the next launch is starting"]);
            }
        }
    }

    // In the first round circuit 0 sends to both neighbours, and what it sends lands while they have a tile.
    void whatNeighboursSendAreArrows() {
        Made made(kFour, 40, 30);
        const auto machine = made.begin();
        const Lanes lanes = made.recorded(*machine);
        QVERIFY(!lanes.arrows.empty());
        std::set<std::pair<std::size_t, std::size_t>> ways;
        for (const LaneArrow& arrow : lanes.arrows) {
            QVERIFY(arrow.from < arrow.until);
            std::size_t from = 0;
            while (arrow.fromLane >= lanes.groups[from].first + lanes.groups[from].count) ++from;
            QCOMPARE(arrow.toLane, lanes.groups[arrow.number].first);
            ways.insert({from, arrow.number});
            const auto& there = lanes.lanes[arrow.toLane];
            QVERIFY(there.at(arrow.until - 1) != nullptr || there.at(arrow.from) != nullptr);
        }
        // 0 1
        // 2 3
        const std::set<std::pair<std::size_t, std::size_t>> wanted{{0, 1}, {1, 0}, {2, 3}, {3, 2},
                                                                   {0, 2}, {2, 0}, {1, 3}, {3, 1}};
        QVERIFY(ways == wanted);
        for (const LaneGroup& group : lanes.groups)
            QVERIFY(!barsOf(lanes, group, TileBar::WaitOthers).empty());
    }

    // A run in pieces of any length gives the same lanes.
    void theSameWhereverTheRunWasCut() {
        Made made(kFour, 24, 30);
        const auto whole = made.begin();
        const Lanes wanted = made.recorded(*whole);
        const auto machine = made.begin();
        TileTimes times(*machine, 2);
        machine::Recorder recorder(1 << 20);
        machine->setRecorder(&recorder);
        for (std::uint64_t piece = 1; !machine->halted(); piece = piece * 3 % 1009 + 1)
            machine->run({.clock = machine->clock() + piece, .resumed = true});
        recorder.flush();
        machine->setRecorder(nullptr);
        times.take(recorder.events());
        const Lanes lanes = times.lanes(machine->clock(), [&](std::size_t circuit, std::uint64_t round) {
            return project::tileOf(made.plan, made.programs.array, circuit, round);
        });
        QVERIFY(lanes == wanted);
    }
};

int tst_tile_lanes(int argc, char** argv) { return lw::tests::run<TestTileLanes>(argc, argv); }
#include "tst_tile_lanes.moc"
