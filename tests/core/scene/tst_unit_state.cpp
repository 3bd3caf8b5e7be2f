// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include "core/scene/unit_state.h"
#include "core/scene/why_clock.h"

#include <QtTest>

using namespace lw;

namespace {

// A program on the teaching machine (4 lanes, 2 sublanes), run for that many clocks.
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
    const machine::CoreTree tree = machine.onlyCore().tree();
    const chips::Chip& chip = **chips::chipNamed("training");
    const auto file = tree.at(tree.withRole(machine::Role::VectorRegisters)).file;
    const machine::WordMakers makers(machine.onlyCore().program(), *chip.spec,
                                     static_cast<std::int8_t>(*file));
    const scene::IntegerRegisters integers(makers, tree, now, chip.vectorWriters(tree, now));
    return scene::unitState(machine.tree(), chip.units(tree, now), now, nullptr, &integers);
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

constexpr const char* kStateJson = R"LW({"groups": [
    {"unit": "dma", "title": "transfers",
     "lines": [{"name": "engine 0", "value": "busy", "detail": "of 2", "active": true, "done": 3, "total": 8,
                "bundle": 12},
               {"name": "f3", "value": "0", "detail": "", "active": false, "done": 0, "total": 0}],
     "pictures": [{"name": "queue", "type": "f32", "firstRow": 0, "columns": 1,
                   "rows": [{"bits": "0", "flags": "0"}, {"bits": "0", "flags": "1"}]}]},
    {"unit": "sync", "title": "flags", "lines": [], "pictures": []}]})LW";

constexpr const char* kIssuingJson = R"LW({
    "clock": 3, "bundle": 2, "place": "bundle 2 (loop+2)", "text": "s0: halt", "rule": "", "stalls": [],
    "bundles": []
})LW";
constexpr const char* kWaitingJson = R"LW({
    "clock": 3, "bundle": 2, "place": "bundle 2 (loop+2)", "text": "s0: halt", "rule": "f3 is 0", "other": 1,
    "otherPlace": "bundle 1 (loop+1)", "until": 18446744073709551614,
    "stalls": [{"rule": "f3 is 0", "unit": "sync", "clocks": 5},
               {"rule": "a port is taken", "unit": "rpu", "clocks": 4}],
    "bundles": [{"bundle": 2, "place": "bundle 2 (loop+2)", "clocks": 6, "issued": 7}]
})LW";

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

    void resultsOfIntegersAreIntegers() {
        const auto machine = ranFor("{ v0: iota.lane v1 }\n{ v0: cvt.i_f v2, v1 }\n"
                                    "{ push: rot v1 }\n{ push: rot v2 }\n{ push: red.sum v1 }\n"
                                    "{ v0: cvt.i_f v1, v1 }\n{ s0: halt }\n",
                                    0);
        (void)machine->run({.bundles = 5});
        const auto types = [&] {
            std::vector<tensor::DType> out;
            const auto state = stateOf(*machine);
            for (const scene::CellPicture& picture : groupOf(state, "rpu").pictures)
                if (picture.name.starts_with("result")) out.push_back(picture.type);
            return out;
        };
        using enum tensor::DType;
        QCOMPARE(types(), (std::vector{I32, F32, F32}));
        (void)machine->run({});
        QCOMPARE(types(), (std::vector{F32, F32, F32})); // what the first was made of is gone
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

        const auto waiting = machine->onlyCore().waiting();
        const auto stalls = machine->onlyCore().stalls();
        const auto counts = machine->onlyCore().bundleCounts(), stalled = machine->onlyCore().bundleStalls();
        const auto why = scene::whyClock(
            scopeOf(*machine),
            {machine->clock(), machine->onlyCore().nextBundle(), waiting, stalls, counts, stalled}, 10);
        QCOMPARE(why.clock, 3u);
        QCOMPARE(why.bundle, 2u);
        QVERIFY(why.rule.find("f3") != std::string::npos);
        QCOMPARE(why.other, std::optional<std::uint32_t>(1));
        QCOMPARE(why.text, std::string("s0: sync.wait f3, 8"));
        QVERIFY(why.until.has_value());
        QCOMPARE(why.stalls.size(), std::size_t{1});
        QCOMPARE(why.stalls[0].unit, std::string("sync"));
        QCOMPARE(why.bundles[0].bundle, 2u);
    }

    void jsonHasEveryField() {
        scene::UnitState state{
            {{"dma",
              "transfers",
              {{"engine 0", "busy", "of 2", true, 3, 8, 12}, {"f3", "0", "", false, 0, 0, {}}},
              {scene::emptyPicture("queue", tensor::DType::F32, 2, 1)}},
             {"sync", "flags", {}, {}}}};
        state.groups[0].pictures[0].flags[1] = scene::kWritten;
        QCOMPARE(test::differsFromJson(state, kStateJson), std::string());
    }
    void jsonOfAClockHasEveryField() {
        scene::WhyClock why{.clock = 3,
                            .bundle = 2,
                            .place = "bundle 2 (loop+2)",
                            .text = "s0: halt",
                            .rule = "",
                            .other = {},
                            .otherCore = "",
                            .otherPlace = "",
                            .until = {},
                            .stalls = {},
                            .bundles = {}};
        QCOMPARE(test::differsFromJson(why, kIssuingJson), std::string());
        why.rule = "f3 is 0";
        why.other = 1;
        why.otherPlace = "bundle 1 (loop+1)";
        why.until = 18446744073709551614u;
        why.stalls = {{"f3 is 0", "sync", 5}, {"a port is taken", "rpu", 4}};
        why.bundles = {{2, "bundle 2 (loop+2)", 6, 7}};
        QCOMPARE(test::differsFromJson(why, kWaitingJson), std::string());
        why.otherCore = "c1"; // of several
        QCOMPARE(test::jsonRead(why)["otherCore"].get<std::string>(), std::string("c1"));
    }
};

int tst_unit_state(int argc, char** argv) { return lw::tests::run<TestUnitState>(argc, argv); }
#include "tst_unit_state.moc"
