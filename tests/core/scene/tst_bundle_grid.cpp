// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"
#include "tests/support/training_bundles.h"

#include "core/isa/rules.h"
#include "core/scene/bundle_grid.h"

#include <QTest>

using namespace lw;
using namespace lw::training;
using namespace lw::test;

namespace {

constexpr const char* kGridJson = R"LW({
    "chip": "training", "columns": ["s0", "v0"], "rows": [
        {"bundle": 7, "labels": ["begin", "again"], "line": 12, "issued": 5, "stalled": 18446744073709551615,
         "cells": [{"slot": 0, "text": "movi r1, 7", "unit": "scalar"},
                   {"slot": 1, "text": "bcast v1, r1", "unit": "vector"}],
         "hazards": [{"slot": 1, "text": "'bcast' reads r1"}], "fitsBefore": false},
        {"bundle": 8, "labels": [], "line": 13, "issued": 0, "stalled": 0, "cells": [], "hazards": [],
         "fitsBefore": true}]
})LW";

} // namespace

class TestBundleGrid : public QObject {
    Q_OBJECT
    static program::Program program() {
        const Config config = *builtInConfig("training-teaching");
        program::Program out =
            programOf({bits({{kS0, "movi", {R{1}, N{7}}}, {kV0, "bcast", {R{1}, N{0}}}}), bits({}),
                       bits({{kS1, "br", {N{0}}, 3}}), bits({{kS0, "halt", {}}})},
                      config);
        out.symbols = {{"begin", program::SymbolKind::Label, {}, 0, {}},
                       {"end", program::SymbolKind::Label, {}, 3, {}}};
        out.places = {{0, 5, 1, 1}, {0, 6, 1, 1}, {0, 7, 1, 1}, {0, 8, 1, 1}};
        return out;
    }
    static program::Target target() { return targetOf(*builtInConfig("training-teaching")); }

  private Q_SLOTS:
    void everySlotHasItsColumn() {
        const auto grid = scene::bundleGrid(program(), target(), 0, 100, {{2, 2, 2, 1}, {0, 0, 3, 0}});
        QVERIFY(grid);
        QCOMPARE(grid->columns.size(), std::size_t{9});
        QCOMPARE(grid->rows.size(), std::size_t{4});
        const scene::GridRow& first = grid->rows[0];
        QCOMPARE(first.labels, std::vector<std::string>{"begin"});
        QCOMPARE(first.line, 5u);
        QCOMPARE(first.cells.size(), std::size_t{2});
        QCOMPARE(first.cells[0], (scene::GridCell{kS0, "movi r1, 7", "scalar"}));
        QCOMPARE(first.cells[1].slot, kV0);
        QCOMPARE(first.cells[1].unit, std::string("valu"));
        QVERIFY(grid->rows[1].cells.empty());
        QCOMPARE(grid->rows[2].cells[0].text, std::string("@p3 br 0"));
        QCOMPARE(grid->rows[2].stalled, std::uint64_t{3});
        QCOMPARE(grid->rows[3].labels, std::vector<std::string>{"end"});
    }
    void aStretchIsCutToTheProgram() {
        const auto grid = scene::bundleGrid(program(), target(), 3, 0xffffffff);
        QCOMPARE(grid->rows.size(), std::size_t{1});
        QCOMPARE(grid->rows[0].bundle, 3u);
        QVERIFY(scene::bundleGrid(program(), target(), 4, 1)->rows.empty());
    }
    // Bundle 1 reads what 0 writes; 2 does not, and its work has a free slot in 1; 3 has the label of a jump.
    void whatTiesABundleToTheOneBeforeIsTold() {
        const Config config = *builtInConfig("training-teaching");
        program::Program tied =
            programOf({bits({{kS0, "movi", {R{1}, N{7}}}}), bits({{kV0, "bcast", {R{1}, S{1}}}}),
                       bits({{kS0, "movi", {R{2}, N{8}}}}), bits({{kS0, "movi", {R{3}, N{8}}}}),
                       bits({{kS0, "halt", {}}})},
                      config);
        tied.symbols = {{"here", program::SymbolKind::Label, {}, 3, {}}};
        const auto grid = scene::bundleGrid(tied, target(), 0, 5);
        QVERIFY(grid);
        QVERIFY(grid->rows[0].hazards.empty() && !grid->rows[0].fitsBefore);
        QCOMPARE(grid->rows[1].hazards.size(), std::size_t{1});
        QCOMPARE(grid->rows[1].hazards[0].slot, kV0);
        QVERIFY(grid->rows[1].hazards[0].text.find("reads r1, which 'movi' writes") != std::string::npos);
        QVERIFY(!grid->rows[1].fitsBefore);
        QVERIFY(grid->rows[2].hazards.empty() && grid->rows[2].fitsBefore);
        QVERIFY(!grid->rows[3].fitsBefore); // one may come from elsewhere
        QVERIFY(grid->rows[4].fitsBefore);
        // A stretch says the same of its first row.
        QCOMPARE(scene::bundleGrid(tied, target(), 1, 1)->rows[0], grid->rows[1]);
    }
    // Both operands are the register that the bundle before writes: that is one thing to say.
    void aHazardIsToldOnce() {
        const Config config = *builtInConfig("training-teaching");
        const program::Program twice = programOf(
            {bits({{kV0, "bcast", {R{1}, N{0}}}}), bits({{kV0, "fadd", {R{2}, R{1}, R{1}}}})}, config);
        isa::Bundle before, after;
        QVERIFY(!isa::decode(kIsa, twice.bundles[0], before) && !isa::decode(kIsa, twice.bundles[1], after));
        QCOMPARE(isa::dependencies(kIsa, before, after).size(), std::size_t{2});
        const auto grid = scene::bundleGrid(twice, target(), 0, 2);
        QVERIFY(grid);
        QCOMPARE(grid->rows[1].hazards.size(), std::size_t{1});
        QCOMPARE(grid->rows[1].hazards[0].slot, kV0);
        QVERIFY(grid->rows[1].hazards[0].text.starts_with("'fadd' reads v1, which 'bcast' writes"));
    }
    // A load after a store, and a pop after a push, have no register in common.
    void memoryAndQueuesKeepBundlesApart() {
        const Config config = *builtInConfig("training-teaching");
        const auto rowOf = [&](const isa::Bits& before, const isa::Bits& after) {
            return scene::bundleGrid(programOf({before, after}, config), target(), 1, 1)->rows.at(0);
        };
        const isa::Bits store = bits({{kVst, "vst", {N{0}, N{0}, R{1}, N{1}, N{0xffffffff}}}}),
                        load = bits({{kVld, "vld", {R{2}, N{0}, N{0}, N{1}, N{0xffffffff}}}}),
                        push = bits({{kPushSlot, "perm", {R{1}}}}), pop = bits({{kPopSlot, "rpu", {R{3}}}}),
                        pattern = bits({{kMiscSlot, "setperm", {R{1}}}});
        QVERIFY(!rowOf(store, load).fitsBefore);
        QVERIFY(!rowOf(push, pop).fitsBefore);
        QVERIFY(!rowOf(pattern, push).fitsBefore);
        QVERIFY(rowOf(load, bits({{kS0, "movi", {R{1}, N{7}}}})).fitsBefore);
    }
    void jsonHasEveryField() {
        const scene::BundleGrid grid{
            .chip = "training",
            .columns = {"s0", "v0"},
            .rows = {
                {.bundle = 7,
                 .labels = {"begin", "again"},
                 .line = 12,
                 .issued = 5,
                 .stalled = 18446744073709551615u,
                 .cells = {{0, "movi r1, 7", "scalar"}, {1, "bcast v1, r1", "vector"}},
                 .hazards = {{1, "'bcast' reads r1"}},
                 .fitsBefore = false},
                {.bundle = 8, .labels = {}, .line = 13, .cells = {}, .hazards = {}, .fitsBefore = true}}};
        QCOMPARE(differsFromJson(grid, kGridJson), std::string());
    }
    void bitsThatAreNoBundleAreRefused() {
        program::Program broken = program();
        broken.bundles[2].set(1, 1, 1);
        const auto grid = scene::bundleGrid(broken, target(), 0, 4);
        QVERIFY(!grid);
        QCOMPARE(grid.problem().message->code, std::string_view("E410"));
    }
};

int tst_bundle_grid(int argc, char** argv) { return lw::tests::run<TestBundleGrid>(argc, argv); }
#include "tst_bundle_grid.moc"
