// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/budget.h"
#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/report.h"
#include "core/lower/recompute/step_order.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/core/network/plain_line.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <map>
#include <random>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::recompute;
using network::kInput;
using network::Network;
using network::ValueId;

namespace {

CostModel modelOf(std::uint32_t lanes, double bandwidth, std::uint32_t batch) {
    CostModel model = costModelOf({.name = "test",
                                   .lanes = lanes,
                                   .sublanes = 4,
                                   .vmemRows = 1 << 15,
                                   .dmaRate = {1, 1},
                                   .dmaClocks = 20,
                                   .loadClocks = 2,
                                   .pushClocks = 4,
                                   .vectorSlots = 2},
                                  batch);
    model.hbm.bandwidth = bandwidth;
    return model;
}

CostModel trainingModel(std::uint32_t batch) {
    return costModelOf({.name = "training",
                        .lanes = 128,
                        .sublanes = 8,
                        .vmemRows = 32768,
                        .dmaRate = {500, 1},
                        .dmaClocks = 200,
                        .loadClocks = 2,
                        .pushClocks = 8,
                        .vectorSlots = 2},
                       batch);
}

Sublayers sublayersFor(const Network& network, const CostModel& model) {
    auto made = sublayersOf(network, model);
    LW_REQUIRE(bool(made), "a network of the tests can be trained");
    return *std::move(made);
}

// Every choice of the class, each as a plan that is walked: peak of all bytes to the fewest clocks.
std::map<std::uint64_t, std::uint64_t> allChoices(const Sublayers& network, const CostModel& model,
                                                  const BudgetLimits& limits) {
    std::map<std::uint64_t, std::uint64_t> fewest;
    std::vector<Kept> ways(network.size());
    ways[kInput].memory = Memory::Hbm;
    std::vector<ValueId> free;
    for (ValueId value = 1; value < network.size(); ++value)
        if (value != network.output) free.push_back(value);
    std::uint64_t count = 1;
    for (std::size_t i = 0; i < free.size(); ++i) count *= 3;
    for (std::uint64_t number = 0; number < count; ++number) {
        std::uint64_t rest = number;
        for (const ValueId value : free) {
            ways[value] = {rest % 3 == 2 ? Way::Recompute : Way::Store,
                           rest % 3 == 1 ? Memory::Hbm : Memory::Vmem};
            rest /= 3;
        }
        const bool isGiven = std::ranges::all_of(
            limits.keeps, [&](const auto& one) { return ways[one.first].way == one.second; });
        if (!isGiven) continue;
        const Usage usage = usageOf(network, model, keepPlanOf(network, Schedule::S0, ways));
        const std::uint64_t peak = limits.countsHbm ? usage.peak : usage.peakVmem;
        if (peak > limits.bytes || usage.peakVmem > limits.vmemBytes) continue;
        const auto found = fewest.try_emplace(peak, usage.clocks).first;
        found->second = std::min(found->second, usage.clocks);
    }
    return fewest;
}

// Of those the ones that none with no more bytes beats, from the fewest clocks on.
std::vector<std::pair<std::uint64_t, std::uint64_t>>
best(const std::map<std::uint64_t, std::uint64_t>& fewest) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> out;
    std::uint64_t clocks = kNoLimit;
    for (const auto& [peak, one] : fewest)
        if (one < clocks) {
            clocks = one;
            out.emplace_back(clocks, peak);
        }
    std::ranges::reverse(out);
    return out;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> pointsOf(const BudgetSearch& search) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> out;
    for (const BudgetPoint& point : search.points) out.emplace_back(point.clocks, point.peak);
    return out;
}

// Ways of some values by hand, and bytes of VMEM alone.
void compareGiven(const Sublayers& sublayers, const CostModel& model, std::uint32_t seed) {
    BudgetLimits given;
    for (ValueId value = 1; value < sublayers.size(); ++value)
        if (value != sublayers.output && (seed >> value) % 3 == 0)
            given.keeps[value] = (seed >> value) % 2 == 0 ? Way::Store : Way::Recompute;
    QCOMPARE(pointsOf(searchBudget(sublayers, model, given)), best(allChoices(sublayers, model, given)));
    given = {.countsHbm = false};
    QCOMPARE(pointsOf(searchBudget(sublayers, model, given)), best(allChoices(sublayers, model, given)));
}

// A budget is kept under every schedule, with what is decided by hand, and by the fastest of what fits; or
// what would be enough is named, and is.
void keepWithin(const Network& network, const CostModel& model, const Request& request,
                bool isNoted = false) {
    const auto report = reportOf(network, model, request);
    if (!report) {
        const Problem& problem = report.problem();
        QVERIFY2(!isNoted && problem.message == &messages::kBudgetTooSmall, textOf(problem).c_str());
        QVERIFY(!problem.notes.empty());
        for (const Note& note : problem.notes) keepWithin(network, model, asNoted(request, note), true);
        return;
    }
    const Usage& usage = (*report)->usage;
    QVERIFY(usage.peak <= *request.budget && usage.peakVmem <= request.vmemBytes(model));
    for (const auto& [value, way] : request.keeps) QCOMPARE((*report)->plan.values[value].way, way);
    const Optimum& optimum = *(*report)->optimum;
    // The bound is of what the search knows: a policy that packs may go below it.
    const bool isSearched = optimum.policy != Policy::Masks && optimum.policy != Policy::Bf16;
    if (isSearched && optimum.isFewest) QCOMPARE(usage.clocks + usage.hiddenClocks, optimum.boundClocks);
    QVERIFY(!isSearched || usage.clocks + usage.hiddenClocks >= optimum.boundClocks);
    for (const Policy policy : {Policy::StoreAll, Policy::Autograd, Policy::ConvStored, Policy::SqrtN}) {
        Request fixed = request;
        fixed.policy = policy;
        const auto other = reportOf(network, model, fixed);
        if (!other) continue; // not with what is decided by hand
        const bool fits = (*other)->usage.peak <= *request.budget && !beyondVmem(network, **other);
        QVERIFY(!fits || usage.clocks <= (*other)->usage.clocks);
    }
}

// conv-BN-ReLU, `blocks` times two of them, conv-BN and a sum with what it reads and ReLU, and a dense layer.
Network sparseResidual(std::uint32_t blocks, std::uint64_t channels) {
    test::TrainedNetwork make({8, 8, 1});
    ValueId last = make.block(kInput, channels);
    for (std::uint32_t i = 0; i < blocks; ++i) {
        last = make.block(make.block(last, channels), channels);
        last = make.relu(make.add(make.norm(make.conv(last, channels)), last));
    }
    make.dense(make.flatten(last), 10);
    return make.done();
}

void compareWithAll(const Network& network, const CostModel& model) {
    const Sublayers sublayers = sublayersFor(network, model);
    const BudgetSearch all = searchBudget(sublayers, model, {});
    QVERIFY(all.isProven);
    QCOMPARE(pointsOf(all), best(allChoices(sublayers, model, {})));
    // Limits between what is possible, of both memories.
    const BudgetPoint& most = all.points.front();
    const BudgetPoint& least = all.points.back();
    const BudgetLimits some{.bytes = (most.peak + least.peak) / 2,
                            .vmemBytes = (least.peakVmem + most.peakVmem) / 2};
    // With what was found at first by carrying few, too.
    const auto wanted = best(allChoices(sublayers, model, some));
    for (const std::size_t few : {std::size_t{2}, std::size_t{6}, BudgetEffort{}.few}) {
        const BudgetSearch search = searchBudget(sublayers, model, some, nullptr, {.few = few});
        QVERIFY(search.isProven);
        QCOMPARE(pointsOf(search), wanted);
        if (!search.points.empty()) QCOMPARE(search.boundClocks, search.points.front().clocks);
    }
}

} // namespace

class TestBudget : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // All choices of chains and of networks with sums, up to twelve sublayers.
    void againstAllChoices() {
        compareWithAll(test::chain(2, 5, 4), modelOf(4, 16, 4));
        compareWithAll(test::chain(3, 4, 4), modelOf(4, 2, 4));
        compareWithAll(test::residual(1, 4), modelOf(4, 64, 8));
        for (const std::uint32_t seed : test::seedsBelow(500)) {
            const std::size_t sublayers = 4 + seed % 4;
            const double bandwidths[] = {1, 8, 64, 512};
            const Network network = test::randomTrained(seed, sublayers);
            const CostModel model = modelOf(4, bandwidths[seed / 3 % 4], 1 + seed % 3);
            compareWithAll(network, model);
            compareGiven(sublayersFor(network, model), model, seed * 2654435761U);
        }
        if (qEnvironmentVariableIsSet("LW_EVERY_SEED")) { // of twelve sublayers
            compareWithAll(test::chain(4, 4, 4), modelOf(4, 8, 4));
            compareWithAll(test::randomTrained(3, 12), modelOf(4, 8, 4));
        }
    }

    void budgetsAreKept() {
        int refused = 0;
        const auto seeds = test::seedsBelow(500);
        for (const std::uint32_t seed : seeds) {
            std::mt19937 random(seed);
            const Network network = test::randomTrained(seed, 5 + seed % 12);
            const CostModel model = modelOf(4, static_cast<double>(1 + random() % 64), 4);
            const auto all = reportOf(network, model, {.policy = Policy::StoreAll});
            QVERIFY(all);
            const Sublayers& sublayers = (*all)->sublayers;
            Request request{.policy = Policy::Budget, .schedule = static_cast<Schedule>(seed % 3)};
            request.budget = (*all)->usage.peak * (25 + random() % 80) / 100;
            if (random() % 2 == 0) request.vmemBudget = *request.budget * (40 + random() % 60) / 100;
            for (ValueId value = 1; value < sublayers.size(); ++value)
                if (value != sublayers.output && random() % 8 == 0)
                    request.keeps[value] = random() % 2 == 0 ? Way::Store : Way::Recompute;
            if (!reportOf(network, model, request)) ++refused;
            keepWithin(network, model, request);
            if (QTest::currentTestFailed()) qFatal("seed %u", seed);
        }
        QVERIFY2(seeds.areEnough(refused, 6), qPrintable(QString::number(refused)));
    }

    // Of a curve no point beats another, by every schedule.
    void curvesAreNowhereBeaten() {
        for (const std::uint32_t seed : test::seedsBelow(500)) {
            const Network network = test::randomTrained(seed, 5 + seed % 12);
            for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
                const auto all = tradeOffOf(network, modelOf(4, 1 + seed % 64, 4), {.schedule = schedule});
                QVERIFY(all && *all && !(*all)->curve.empty());
                const std::vector<TradePoint>& curve = (*all)->curve;
                for (std::size_t i = 1; i < curve.size(); ++i)
                    QVERIFY(curve[i].clocks > curve[i - 1].clocks && curve[i].peak < curve[i - 1].peak);
            }
        }
    }

    // What leads back from a batch norm is decided by hand, and the budget is kept all the same.
    void inversesByHandWithinABudget() {
        const CostModel model = modelOf(4, 4, 4);
        const Network network = test::chain(2, 4, 4);
        for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
            Request request{.policy = Policy::Budget, .schedule = schedule, .keeps = {{1, Way::Inverse}}};
            request.budget = std::uint64_t{1} << 30;
            keepWithin(network, model, request);
            request.budget = 1;
            keepWithin(network, model, request);
        }
    }

    // A fixed policy that needs more of VMEM than it may take.
    void fixedPoliciesBeyondVmem() {
        const CostModel model = modelOf(4, 4, 4);
        const Network network = test::chain(2, 4, 4);
        Request request{.policy = Policy::StoreAll, .vmemBudget = 1};
        const auto report = reportOf(network, model, request);
        QVERIFY(report);
        const auto beyond = beyondVmem(network, **report);
        QVERIFY(beyond && beyond->notes.size() == 1);
        QCOMPARE(beyond->arguments[1], std::to_string((*report)->usage.peakVmem - 1));
        QCOMPARE(beyond->notes[0].message, &messages::kVmemIsEnough);
        const Request enough = asNoted(request, beyond->notes[0]);
        QCOMPARE(enough.policy, Policy::StoreAll);
        QVERIFY(!beyondVmem(network, **reportOf(network, model, enough)));
        request.vmemBudget.reset();
        QVERIFY(!beyondVmem(network, **reportOf(network, model, request)));
    }

    // What the best choice is made of is given: a place.
    void givenPlaces() {
        const CostModel model = modelOf(4, 4, 4);
        const Sublayers network = sublayersFor(test::chain(2, 4, 4), model);
        const BudgetSearch free = searchBudget(network, model, {});
        QCOMPARE(free.points.front().ways[1].memory, Memory::Vmem);
        const BudgetSearch given = searchBudget(network, model, {.places = {{1, Memory::Hbm}}});
        for (const BudgetPoint& point : given.points)
            QVERIFY(point.ways[1].way == Way::Recompute || point.ways[1].memory == Memory::Hbm);
    }

    // Three budgets of the residual network: all fits, some, and less than any choice needs.
    void budgetsOfTheResidualNetwork() {
        const CostModel model = trainingModel(64);
        const Sublayers network = sublayersFor(test::residual(9), model);
        constexpr std::uint64_t kMiB = 1 << 20;
        const auto with = [&](std::uint64_t bytes) {
            return searchBudget(network, model, {.bytes = bytes, .vmemBytes = model.vmemBytes});
        };
        const BudgetSearch large = with(64 * kMiB), middle = with(30 * kMiB), small = with(20 * kMiB);
        for (const BudgetSearch* const search : {&large, &middle, &small}) {
            QVERIFY(search->isProven);
            QVERIFY(!search->points.empty());
            QCOMPARE(search->boundClocks, search->points.front().clocks);
        }
        QVERIFY(small.points.front().peak <= 20 * kMiB);
        QVERIFY(small.points.front().clocks >= middle.points.front().clocks);
        QVERIFY(middle.points.front().clocks >= large.points.front().clocks);
        QVERIFY(with(8 * kMiB).points.empty());
    }

    // Fifty sublayers, in less than a second on the reference machine.
    void fiftySublayers() {
        CostModel model = modelOf(128, 500, 64);
        const Sublayers network = sublayersFor(test::residual(12), model);
        QVERIFY(network.size() > 50);
        const BudgetSearch search = searchBudget(network, model, {.bytes = 24 << 20, .vmemBytes = 16 << 20});
        QVERIFY(search.isProven);
        QVERIFY(!search.points.empty());
    }

    // Just over a hundred values, and a budget near the least that they need: few choices lose all that do.
    void tightBudgetsOfDeepNetworks() {
        const CostModel model = trainingModel(8);
        const Sublayers network = sublayersFor(sparseResidual(10, 32), model);
        QVERIFY(network.size() > 100 && network.size() < 110);
        const std::uint64_t value = network[1].bytes;
        const BudgetLimits limits{.bytes = 14 * value, .vmemBytes = 19 * value};
        const BudgetSearch search = searchBudget(network, model, limits);
        QVERIFY(search.isProven && !search.points.empty());
        QCOMPARE(search.boundClocks, search.points.front().clocks);
        for (const BudgetPoint& point : search.points) {
            const Usage usage = usageOf(network, model, keepPlanOf(network, Schedule::S0, point.ways));
            QVERIFY(usage.peak <= limits.bytes && usage.peakVmem <= limits.vmemBytes);
        }
    }

    // Hundreds of layers: the best of few choices, and a bound that no other goes below.
    void deepNetworks() {
        const CostModel model = modelOf(32, 16, 4);
        const Sublayers network = sublayersFor(test::residual(60), model);
        QVERIFY(network.size() > 240);
        const BudgetLimits limits{.bytes = 100 << 20, .vmemBytes = 16 << 20};
        const BudgetSearch search = searchBudget(network, model, limits);
        QVERIFY(!search.isProven && !search.points.empty());
        QVERIFY(search.boundClocks > 0 && search.boundClocks <= search.points.front().clocks);
        for (const BudgetPoint& point : search.points)
            QVERIFY(point.peak <= limits.bytes && point.peakVmem <= limits.vmemBytes);
    }

    void stops() {
        const CostModel model = modelOf(4, 4, 4);
        const std::atomic<bool> stop{true};
        QVERIFY(searchBudget(sublayersFor(test::chain(2, 4, 4), model), model, {}, &stop).wasStopped);
    }
};

int tst_budget(int argc, char** argv) { return lw::tests::run<TestBudget, QCoreApplication>(argc, argv); }
#include "tst_budget.moc"
