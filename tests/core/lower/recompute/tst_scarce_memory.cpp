// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/budget.h"
#include "core/lower/recompute/report.h"
#include "core/lower/recompute/step_order.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::recompute;
using network::kInput;
using network::ValueId;

namespace {

// Of one that moves nothing in a hurry.
CostModel slowModel() {
    return costModelOf({.name = "slow", .lanes = 32, .vmemRows = 1 << 20, .dmaRate = {4, 1}}, 16);
}

std::vector<std::size_t> stepsAt(const KeepPlan& plan, StepKind kind, ValueId value) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        if (plan.steps[i].kind == kind && plan.steps[i].value == value) out.push_back(i);
    return out;
}

} // namespace

// Where vector memory has no room for what is computed again for several layers at once, that waits in HBM.
class TestScarceMemory : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Conv, batch norm, ReLU, three times: all is computed again from the images, and the first ReLU's output
    // is used by the second convolution, and much later by its gradient of weights.
    void whatIsComputedAgainGoesThereAndBack() {
        const network::Network network = test::chain(3, 8, 8);
        const CostModel model = slowModel();
        const auto sublayers = sublayersOf(network, model);
        QVERIFY(sublayers);
        std::vector<Kept> ways(sublayers->size(), Kept{Way::Recompute, Memory::Vmem});
        ways[kInput] = {Way::Store, Memory::Hbm};
        ways[sublayers->output] = {};
        const KeepPlan stays = keepPlanOf(*sublayers, Schedule::S0, ways);
        QVERIFY(stepsAt(stays, StepKind::Spill, 3).empty());
        ways[3].memory = Memory::Hbm;
        const KeepPlan goes = keepPlanOf(*sublayers, Schedule::S0, ways);
        const auto again = stepsAt(goes, StepKind::Recompute, 3),
                   next = stepsAt(goes, StepKind::Recompute, 4);
        const auto spill = stepsAt(goes, StepKind::Spill, 3), fetch = stepsAt(goes, StepKind::Fetch, 3);
        const auto gradient = stepsAt(goes, StepKind::WeightGradient, 4);
        QCOMPARE(again.size() + next.size() + spill.size() + fetch.size() + gradient.size(), 5U);
        QVERIFY(again[0] < next[0] && next[0] + 1 == spill[0] && spill[0] < fetch[0]);
        QCOMPARE(fetch[0] + 1, gradient[0]);
        // The batch is still in HBM: it is fetched once more, for the last gradient.
        QCOMPARE(stepsAt(goes, StepKind::Spill, kInput).size(), 0U);
        QCOMPARE(stepsAt(stays, StepKind::Fetch, kInput).size(), 2U);
        QCOMPARE(stepsAt(goes, StepKind::Fetch, kInput).size(), 3U);
        const Usage before = usageOf(*sublayers, model, stays), after = usageOf(*sublayers, model, goes);
        QVERIFY(after.peakVmem < before.peakVmem);
        QVERIFY(after.peak <= before.peak);
        QCOMPARE(after.peakHbm, (*sublayers)[3].bytes);
    }

    // What is fetched is read before it goes back: a fetch that nothing waits for would write rows of others.
    void whatIsFetchedIsUsed() {
        for (std::uint32_t seed = 0; seed < 60; ++seed) {
            const auto sublayers = sublayersOf(test::randomTrained(seed, 20), slowModel());
            QVERIFY(sublayers);
            std::vector<Kept> ways(sublayers->size(), Kept{Way::Recompute, Memory::Hbm});
            for (ValueId value = seed % 3; value < ways.size(); value += 3)
                ways[value] = {Way::Store, value % 2 == 0 ? Memory::Vmem : Memory::Hbm};
            ways[kInput] = {Way::Store, Memory::Hbm};
            ways[sublayers->output] = {};
            for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
                const KeepPlan plan = keepPlanOf(*sublayers, schedule, ways);
                for (std::size_t i = 0; i < plan.steps.size(); ++i) {
                    if (plan.steps[i].kind != StepKind::Fetch) continue;
                    const Held held{plan.steps[i].value, Part::Value};
                    std::size_t reads = 0;
                    for (std::size_t j = i + 1; j <= releaseOf(plan, i); ++j)
                        reads += plan.steps[j].kind != StepKind::Spill &&
                                 std::ranges::count(plan.steps[j].reads, held) != 0;
                    QVERIFY2(reads > 0, qPrintable(QString::number(seed)));
                }
            }
        }
    }

    // A budget that no choice keeps within as long as what is computed again stays in vector memory.
    void smallerBudgets() {
        const network::Network network = test::residual(4, 32);
        const CostModel model = slowModel();
        const auto sublayers = sublayersOf(network, model);
        QVERIFY(sublayers);
        const std::uint64_t value = (*sublayers)[1].bytes;
        std::uint32_t found = 0;
        for (const std::uint64_t vmem : {5, 6, 8})
            for (const std::uint64_t all : {8, 10, 14}) {
                const Request request{
                    .policy = Policy::Budget, .budget = all * value, .vmemBudget = vmem * value};
                const auto report = reportOf(network, model, request);
                const bool isOfClass =
                    !searchBudget(*sublayers, model, {all * value, vmem * value, {}, {}}, nullptr)
                         .points.empty();
                if (isOfClass) QVERIFY(report && *report);
                if (!report) continue;
                QVERIFY((*report)->usage.peak <= all * value);
                QVERIFY((*report)->usage.peakVmem <= vmem * value);
                found += isOfClass ? 0 : 1;
            }
        QVERIFY(found > 0);
    }

    // Decisions of a network as deep as ResNet-50 are there at once: no ways out are looked for.
    void deepNetworks() {
        for (const std::uint32_t blocks : {10U, 50U}) {
            const network::Network network = test::residual(blocks, 32);
            const CostModel model = slowModel();
            Request request{.policy = Policy::LocalRule};
            request.vmemBudget = 1 << 16;
            const auto report = reportOf(network, model, request);
            QVERIFY(report);
            const auto beyond = beyondVmem(network, **report);
            QVERIFY(beyond);
            QCOMPARE(beyond->notes.empty(), blocks == 50U);
        }
    }
};

int tst_scarce_memory(int argc, char** argv) {
    return lw::tests::run<TestScarceMemory, QCoreApplication>(argc, argv);
}
#include "tst_scarce_memory.moc"
