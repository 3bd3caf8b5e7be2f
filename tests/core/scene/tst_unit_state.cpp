// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include "core/scene/unit_state.h"
#include "core/scene/why_clock.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace lw;

namespace {

// A program on the teaching machine (4 lanes, 2 sublanes), run for so many clocks.
std::unique_ptr<machine::Machine> ranFor(const std::string& text, std::uint64_t clocks) {
    test::Source source;
    auto assembly = source.teach(text);
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    const chips::Chip* chip = *chips::chipNamed("training");
    auto machine =
        chip->create(*std::move(assembly.program), *chips::machineText(*chip, "training-teaching"), {});
    if (!machine) qFatal("%s", textOf(machine.problem()).c_str());
    (void)(*machine)->run({.clock = clocks});
    return *std::move(machine);
}

scene::UnitState stateOf(machine::Machine& machine) {
    const machine::Moment now = machine::momentOf(machine);
    return scene::unitState(machine.tree(), (*chips::chipNamed("training"))->units(machine.tree(), now), now,
                            nullptr);
}

const scene::UnitGroup& groupOf(const scene::UnitState& state, std::string_view unit) {
    for (const scene::UnitGroup& group : state.groups)
        if (group.unit == unit) return group;
    qFatal("no such unit");
}
const scene::UnitLine& lineOf(const scene::UnitGroup& group, std::string_view name) {
    for (const scene::UnitLine& line : group.lines)
        if (line.name == name) return line;
    qFatal("no such line");
}

} // namespace

class TestUnitState : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void nothingIsUnderWayAtTheBeginning() {
        const auto machine = ranFor("{ s0: halt }\n", 0);
        const auto state = stateOf(*machine);
        for (const scene::UnitGroup& group : state.groups)
            for (const scene::UnitLine& line : group.lines) QVERIFY2(!line.isActive, line.name.c_str());
        QCOMPARE(lineOf(groupOf(state, "sync"), "all flags").value, std::string("0"));
        QCOMPARE(lineOf(groupOf(state, "mxu"), "weights").value, std::string("none latched yet"));
    }

    // A push of weights gives two of four rows; the transpose unit needs two pushes for its square.
    void theSquareAndTheShadowFill() {
        const auto machine = ranFor("{ v0: bcast v1, 1.0 }\n{ }\n{ }\n"
                                    "{ push: mxu.w v1 }\n{ push: xpose v1 }\n{ s0: halt }\n",
                                    40);
        const auto state = stateOf(*machine);
        const scene::UnitLine& shadow = lineOf(groupOf(state, "mxu"), "shadow");
        QCOMPARE(shadow.value, std::string("2 of 4 rows"));
        QCOMPARE(shadow.done, 2u);
        QCOMPARE(shadow.total, 4u);
        const scene::UnitGroup& transpose = groupOf(state, "xpose");
        QCOMPARE(lineOf(transpose, "square").value, std::string("1 of 2 pushes"));
        QCOMPARE(lineOf(transpose, "queue").done, 1u);
        QCOMPARE(lineOf(transpose, "result 1").value, std::string("needs more pushes"));
        const auto& pictures = groupOf(state, "mxu").pictures;
        QCOMPARE(pictures.back().name, std::string("shadow"));
        QCOMPARE(pictures.back().rows, 4u);
        QCOMPARE(pictures.back().value(0), 1.0);
        QCOMPARE(pictures.back().value(8), 0.0); // the third row is yet to come
    }

    void resultsWaitInTheirQueue() {
        const auto machine = ranFor("{ v0: bcast v1, 4.0 }\n{ }\n{ }\n"
                                    "{ v0: eup.rsqrt v1 }\n{ v0: eup.rsqrt v1 }\n{ s0: halt }\n",
                                    200);
        const auto state = stateOf(*machine);
        const scene::UnitGroup& eup = groupOf(state, "eup");
        QCOMPARE(lineOf(eup, "queue").done, 2u);
        QCOMPARE(lineOf(eup, "result 1").value, std::string("ready"));
        QCOMPARE(lineOf(eup, "result 1").bundle, std::optional<std::uint32_t>(3));
        QCOMPARE(lineOf(eup, "result 2").bundle, std::optional<std::uint32_t>(4));
        QCOMPARE(eup.pictures.size(), std::size_t{2});
        QCOMPARE(eup.pictures[0].value(0), 0.5);
        QCOMPARE(lineOf(eup, "port").value, std::string("free"));
    }

    // A transfer of 8 granules is on its way right after it began.
    void transfersShowTheirProgress() {
        const std::string text =
            ".data smem\ndescriptor: .word 0, 0, 3, 8, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0\n.text\n"
            "{ s0: movi r0, 0 }\n{ s0: dma.h2v [r0+descriptor] }\n{ s0: sync.wait f3, 8 }\n{ s0: halt }\n";
        const auto machine = ranFor(text, 3);
        const auto state = stateOf(*machine);
        const scene::UnitGroup& dma = groupOf(state, "dma");
        QCOMPARE(dma.lines.size(), std::size_t{3}); // two engines, one transfer
        QCOMPARE(dma.lines[2].total, 8u);
        QVERIFY(dma.lines[2].done < 8);
        QVERIFY(dma.lines[2].isActive);
        QCOMPARE(dma.lines[2].bundle, std::optional<std::uint32_t>(1));
        QCOMPARE(lineOf(groupOf(state, "sync"), "f3").value, "0 +" + std::to_string(8 - dma.lines[2].done));

        const auto waiting = machine->waiting();
        const auto stalls = machine->stalls();
        const auto counts = machine->bundleCounts(), stalled = machine->bundleStalls();
        const auto why =
            scene::whyClock(machine->program(), machine->target(),
                            {machine->clock(), machine->nextBundle(), waiting, stalls, counts, stalled}, 10);
        QCOMPARE(why.clock, 3u);
        QCOMPARE(why.bundle, 2u);
        QVERIFY(why.rule.find("f3") != std::string::npos);
        QCOMPARE(why.other, std::optional<std::uint32_t>(1));
        QCOMPARE(why.text, std::string("s0: sync.wait f3, 8"));
        QVERIFY(why.until.has_value());
        QCOMPARE(why.stalls.size(), std::size_t{1});
        QCOMPARE(why.stalls[0].unit, std::string("sync"));
        QCOMPARE(why.bundles[0].bundle, 2u);
        nlohmann::json json;
        scene::to_json(json, why);
        const auto back = scene::whyClockFromJson(json.dump());
        QVERIFY(bool(back));
        QCOMPARE(*back, why);
        QVERIFY(!scene::whyClockFromJson("{}"));
    }

    void jsonLeadsBack() {
        const auto machine =
            ranFor("{ v0: bcast v1, 1.0 }\n{ }\n{ }\n{ push: xpose v1 }\n{ s0: halt }\n", 40);
        const auto state = stateOf(*machine);
        nlohmann::json json;
        scene::to_json(json, state);
        const auto back = scene::unitStateFromJson(json.dump());
        QVERIFY(bool(back));
        QCOMPARE(*back, state);
        json["groups"][0]["lines"][0]["done"] = -1;
        QVERIFY(!scene::unitStateFromJson(json.dump()));
        QVERIFY(!scene::unitStateFromJson("[]"));
    }
};

int tst_unit_state(int argc, char** argv) { return lw::tests::run<TestUnitState>(argc, argv); }
#include "tst_unit_state.moc"
