// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/recompute/decision_rows.h"
#include "core/scene/recompute/memory_use.h"
#include "core/scene/recompute/paid_clocks.h"
#include "core/scene/recompute/schedule.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::scene::recompute;
using lower::recompute::CostModel;
using lower::recompute::Policy;
using lower::recompute::Report;
using lower::recompute::Request;
using lower::recompute::TradeOff;
using scene::Lane;
using scene::LaneBar;
using scene::LaneGroup;
using scene::Lanes;

namespace {

// Two layers of 4 channels on 4 x 4 pixels; 2 images; rows of 4 numbers: a value is 32 rows, 512 bytes.
CostModel smallModel() {
    return lower::recompute::costModelOf({.name = "small",
                                          .lanes = 4,
                                          .sublanes = 2,
                                          .vmemRows = 256,
                                          .dmaRate = {8, 1},
                                          .dmaClocks = 20,
                                          .loadClocks = 2,
                                          .pushClocks = 2,
                                          .vectorSlots = 2},
                                         2);
}
constexpr std::uint64_t kValue = 512, kStatistics = 32;

Report reportOf(const Request& request) {
    auto report = lower::recompute::reportOf(test::chain(2, 4, 4), smallModel(), request);
    LW_REQUIRE(report && *report, report ? "" : textOf(report.problem()).c_str());
    return **std::move(report);
}

} // namespace

class TestRecomputeScenes : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Of a run whose every step takes as many clocks as its number, and ten more.
    void paid() {
        Request request{.policy = Policy::ConvStored};
        request.places[1] = lower::Memory::Hbm;
        const Report report = reportOf(request);
        const auto& steps = report.plan.steps;
        std::vector<std::uint64_t> clocks{0};
        for (std::size_t i = 0; i < steps.size(); ++i) clocks.push_back(clocks.back() + 10 + i);
        QVERIFY(paidClocks(report, std::span(clocks).first(steps.size())).empty()); // not done
        const auto paid = paidClocks(report, clocks);
        QCOMPARE(paid.size(), report.decisions.size());
        std::size_t moved = 0, again = 0;
        for (std::size_t row = 0; row < paid.size(); ++row) {
            const auto& decision = report.decisions[row];
            std::uint64_t wanted = 0;
            for (std::size_t i = 0; i < steps.size(); ++i) {
                if (steps[i].value != decision.value) continue;
                const bool isMoved = lower::isMove(steps[i]);
                const bool isAgain = steps[i].kind == lower::StepKind::Recompute;
                if (isMoved || isAgain) wanted += 10 + i;
                moved += isMoved ? 1 : 0;
                again += isAgain ? 1 : 0;
            }
            QCOMPARE(paid[row].paid, wanted);
            const bool recomputes = report.plan.values[decision.value].way == lower::Way::Recompute;
            const double other = recomputes ? decision.costs.loadOutput : decision.costs.again();
            QCOMPARE(paid[row].counted, recomputes ? decision.costs.again() : decision.costs.loadOutput);
            QCOMPARE(paid[row].disagrees, static_cast<double>(wanted) > other);
        }
        QCOMPARE(moved, std::size_t{2});
        QVERIFY(again >= 2);
    }
    void rows() {
        Request request{.policy = Policy::ConvStored};
        request.places[2] = lower::Memory::Hbm;
        request.keeps[3] = lower::Way::Store;
        const DecisionRows rows = decisionRowsOf(reportOf(request));
        QCOMPARE(rows.rows.size(), 6u);
        const DecisionRow& norm = rows.rows[1];
        QCOMPARE(norm.name, "norm2");
        QCOMPARE(norm.kind, "batch_norm");
        QCOMPARE(norm.reads, "conv1 vmem");
        QCOMPARE(norm.place, "hbm");
        QCOMPARE(norm.loadInput, 2.0 + 512.0 / 32); // latency, and a register of 2 rows a clock
        QCOMPARE(norm.compute, 4.0 * 128 / 16);     // 4 operations of 128 numbers, two slots of 8
        QCOMPARE(norm.loadOutput, 20.0 + 512.0 / 8);
        QVERIFY(norm.ruleRecomputes && !norm.isByHand && !norm.isInputAgain);
        QCOMPARE(*norm.breakEven, 512.0 / (18 + 32 - 20)); // where 20 + 512 / b is 50
        QCOMPARE(norm.kept, "recompute");
        QVERIFY(rows.rows[2].isByHand && rows.rows[2].isInputAgain);
        QCOMPARE(rows.rows[2].kept, "store vmem");
        QVERIFY(!rows.rows[5].isFree && rows.rows[4].isFree);
        double longest = 0;
        for (const DecisionRow& row : rows.rows)
            longest = std::max({longest, row.loadInput + row.compute, row.loadOutput});
        QCOMPARE(rows.longest, longest);
    }

    // Bytes by tensors are those of each step, and the peak is one of them.
    void bandsAreTheBytes() {
        for (const Policy policy : {Policy::StoreAll, Policy::ConvStored, Policy::BnStored, Policy::SqrtN}) {
            Request request{.policy = policy, .vmemBudget = 3 * kValue};
            const Report report = reportOf(request);
            const MemoryUse use = memoryUseOf(report);
            std::uint64_t peak = 0, clock = 0;
            for (std::size_t i = 0; i < use.steps.size(); ++i) {
                std::uint64_t vmem = 0, hbm = 0;
                for (const MemoryBand* const band : liveIn(use, i))
                    (band->place == "vmem" ? vmem : hbm) += band->bytes;
                QCOMPARE(vmem, use.steps[i].vmem);
                QCOMPARE(hbm, use.steps[i].hbm);
                QCOMPARE(use.steps[i].clock, clock);
                clock += use.steps[i].clocks;
                peak = std::max(peak, vmem + hbm);
            }
            QCOMPARE(peak, use.peak);
            QCOMPARE(use.steps[use.peakStep].vmem + use.steps[use.peakStep].hbm, peak);
            QCOMPARE(use.steps[use.backward].kind, "loss");
            QCOMPARE(use.capacity, 3 * kValue);
            const MemoryGhost ghost = ghostOf(report);
            QCOMPARE(ghost.points.size(), use.steps.size() + 1);
            QCOMPARE(ghost.points.back(), std::pair(report.usage.clocks, std::uint64_t{0}));
            QCOMPARE(ghost.peak, peak);
        }
    }

    // By hand: before the loss of store-all every value is there, and the statistics of two batch norms.
    void storeAllBeforeTheLoss() {
        const MemoryUse use = memoryUseOf(reportOf({.policy = Policy::StoreAll}));
        const MemoryStep& last = use.steps[use.backward - 1];
        QCOMPARE(last.kind, "forward");
        QCOMPARE(last.vmem, 6 * kValue + 2 * kStatistics);
        QCOMPARE(last.hbm, 0u);
        QCOMPARE(liveIn(use, use.backward - 1).size(), 8u);
    }

    // Of policies and budgets those are best that nothing beats in both.
    void tradeOff() {
        const auto made = lower::recompute::tradeOffOf(test::chain(2, 4, 4), smallModel(), {});
        QVERIFY(made && *made);
        const TradeOff& trade = **made;
        QCOMPARE(trade.policies.size(), 9u);
        std::vector<lower::recompute::TradePoint> all = trade.policies;
        all.insert(all.end(), trade.curve.begin(), trade.curve.end());
        for (const auto& point : all) {
            const bool isBeaten = std::ranges::any_of(all, [&](const auto& other) {
                return other.clocks <= point.clocks && other.peak <= point.peak &&
                       other.clocks + other.peak < point.clocks + point.peak;
            });
            QCOMPARE(point.isBest, !isBeaten);
        }
        for (std::size_t i = 1; i < trade.curve.size(); ++i) {
            QVERIFY(trade.curve[i].clocks > trade.curve[i - 1].clocks);
            QVERIFY(trade.curve[i].peak < trade.curve[i - 1].peak);
        }
    }

    // Of the model: the steps fill the time without gaps, what they keep busy lies within them, and what is
    // computed again is marked.
    void schedule() {
        Request request{.policy = Policy::ConvStored};
        const Report s0 = reportOf(request);
        request.schedule = lower::Schedule::S1;
        const Report s1 = reportOf(request);
        const NamedReport named[] = {{"S0", &s0}, {"S1", &s1}};
        const Lanes lanes = scheduleOf(named, nullptr);
        QCOMPARE(lanes.groups.size(), 2u);
        QCOMPARE(lanes.end, std::max(s0.usage.clocks, s1.usage.clocks));
        for (const LaneGroup& group : lanes.groups) {
            const Report& report = &group == &lanes.groups[0] ? s0 : s1;
            const Lane& steps = lanes.lanes[group.first];
            QCOMPARE(steps.busy(), report.usage.clocks);
            for (const LaneBar& bar : steps.bars) {
                const auto kind = report.plan.steps[bar.number].kind;
                QCOMPARE(bar.kind == static_cast<std::uint32_t>(StepBar::Again),
                         kind == lower::StepKind::Recompute);
                // In each lane what is of the step lies within it.
                for (std::uint32_t lane = group.first; lane < group.first + group.count; ++lane)
                    for (const LaneBar& part : lanes.lanes[lane].bars)
                        QVERIFY(part.number != bar.number ||
                                (bar.from <= part.from && part.until <= bar.until));
            }
            // What is computed again beside products has no clocks of its own, and lies within theirs.
            std::size_t again = 0;
            std::uint64_t until = 0;
            for (const LaneBar& part : lanes.lanes[group.first + 2].bars) {
                QVERIFY(part.from >= until);
                until = part.until;
                if (part.kind != static_cast<std::uint32_t>(StepBar::VectorAgain)) continue;
                ++again;
                const auto beside = std::ranges::find_if(report.plan.beside, [&](const lower::Beside& one) {
                    return one.first <= part.number && part.number <= one.last;
                });
                if (beside == report.plan.beside.end()) continue;
                const auto bar = std::ranges::find(steps.bars, beside->step, &LaneBar::number);
                QVERIFY(bar != steps.bars.end() && bar->from <= part.from && part.until <= bar->until);
            }
            QVERIFY(again > 0);
        }
        QVERIFY(std::ranges::any_of(s0.plan.beside, &lower::Beside::isBefore));
    }

    // A run as events: two training steps of three steps each, the second of which has no bundle of its own.
    void runOfSteps() {
        using machine::Event;
        using machine::EventKind;
        constexpr isa::Unit kUnits[] = {{"mxu", "", false, "", isa::UnitGroup::Matrix},
                                        {"vst", "", true, "", isa::UnitGroup::Memory}};
        isa::Spec spec;
        spec.units = kUnits;
        StepRun run(spec, {{10, 20, 20}, 30, 40});
        const auto at = [](std::uint64_t clock, std::uint32_t bundle) {
            Event out;
            out.clock = clock;
            out.bundle = bundle;
            return out;
        };
        const auto works = [&](std::uint64_t clock, std::uint32_t clocks, std::size_t unit) {
            Event out = at(clock, 0);
            out.duration = clocks;
            out.kind = EventKind::Execute;
            out.unit = static_cast<isa::UnitId>(unit);
            return out;
        };
        const Event events[] = {at(1, 5),       works(2, 1, 0),  at(4, 10),  works(4, 1, 0),  works(5, 1, 0),
                                works(8, 2, 0), at(9, 20),       at(12, 30), works(12, 1, 1), at(15, 40),
                                at(20, 10),     works(21, 9, 0), at(30, 20)};
        run.take(events);
        const std::vector<std::uint64_t> clocks(run.clocks().begin(), run.clocks().end());
        QCOMPARE(clocks, (std::vector<std::uint64_t>{4, 9, 9, 12, 15}));
        QCOMPARE(run.trainingSteps(), 1u);
        const auto step = [&](std::uint64_t clock) { return run.stepAt(clock); };
        QVERIFY(!step(3) && step(4) == 0u && step(8) == 0u && step(9) == 2u && step(13) == 3u && !step(15) &&
                step(20) == 0u && step(29) == 0u && step(31) == 2u);

        const Report report = reportOf({.policy = Policy::StoreAll});
        const NamedReport named[] = {{"S0", &report}};
        const Lanes lanes = scheduleOf(named, &run);
        const LaneGroup& chip = lanes.groups[1];
        const auto bars = [&](std::uint32_t lane) { return lanes.lanes[chip.first + lane].bars; };
        // Of the first training step alone: clocks 4 and 5 together, and 8, of the step before the next.
        QCOMPARE(bars(1).size(), 2u);
        QVERIFY(bars(1)[0].from == 4 && bars(1)[0].until == 6 && bars(1)[0].number == 0);
        QVERIFY(bars(1)[1].from == 8 && bars(1)[1].until == 10);
        // The model counts no stores, and so has no lane for them.
        QCOMPARE(lanes.groups[0].count, 5u);
        QCOMPARE(lanes.lanes[chip.first + 5].name, std::string("stores"));
        QCOMPARE(bars(5).size(), 1u);
        QVERIFY(bars(5)[0].from == 12 && bars(5)[0].number == 3);
    }

    void json() {
        Request request{.policy = Policy::BnStored, .vmemBudget = 4 * kValue};
        MemoryUse use = memoryUseOf(reportOf(request));
        request.policy = Policy::SqrtN;
        use.ghosts.push_back(ghostOf(reportOf(request)));
        QCOMPARE(test::differsFromFile(jsonOf(use).text(1) + "\n", LW_TESTS "/golden/scene/memory_use.json"),
                 "");
        QCOMPARE(test::differsFromFile(jsonOf(decisionRowsOf(reportOf(request))).text(1) + "\n",
                                       LW_TESTS "/golden/scene/decision_rows.json"),
                 "");
    }
};

int tst_recompute_scenes(int argc, char** argv) { return lw::tests::run<TestRecomputeScenes>(argc, argv); }
#include "tst_recompute_scenes.moc"
