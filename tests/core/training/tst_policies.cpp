// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/policies.h"
#include "core/lower/recompute/report.h"
#include "core/lower/recompute/step_order.h"
#include "core/numeric/small_float.h"
#include "core/project/training_costs.h"
#include "core/training/norm.h"
#include "tests/core/network/plain_line.h"
#include "tests/core/training/plan_tasks.h"
#include "tests/core/training/small_networks.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>

// What policies and schedules do to the bits of a step, which is nothing, but for the inverse of batch_norm.
// Every tensor that a plan releases becomes NaN, so that reading it would show.
using namespace lw;
using namespace lw::tests;
using namespace lw::train;
namespace recompute = lw::lower::recompute;
using lower::KeepPlan;
using lower::KeepStep;
using lower::Kept;
using lower::Schedule;
using lower::StepKind;
using lower::Way;
using network::Network;
using network::ValueId;

namespace {

constexpr std::uint32_t kNetworks = 500; // of a long run
constexpr Schedule kSchedules[] = {Schedule::S0, Schedule::S1, Schedule::S2};
const Options kOnTheChip{.arithmetic = Arithmetic::Chip, .lanes = 8, .sublanes = 4};

struct Case {
    Network network;
    Data data;
    recompute::Sublayers sublayers;
};
Case caseOf(Network network, std::mt19937& random) {
    Data data = dataFor(network, random);
    auto sublayers = recompute::sublayersOf(network, {});
    LW_REQUIRE(bool(sublayers), "a network that policies cannot read");
    return {std::move(network), std::move(data), *std::move(sublayers)};
}
Case caseOf(unsigned seed) {
    std::mt19937 random(seed);
    Network network = randomNetwork(random);
    network.training->batch = 4 * (1 + seed % 3);
    return caseOf(std::move(network), random);
}

Step stepBy(const Case& of, const std::vector<Task>& order, const Options& options, const State& state) {
    auto step = run(of.network, state, of.data.images, of.data.labels, options, order);
    LW_REQUIRE(bool(step), "a step that was refused");
    return *std::move(step);
}

bool sameGradients(const Step& a, const Step& b) {
    for (std::size_t i = 0; i < a.weightGradients.size(); ++i) {
        const LayerWeights &x = a.weightGradients[i], &y = b.weightGradients[i];
        if (!(x.weights == y.weights && x.bias == y.bias && x.scale == y.scale && x.shift == y.shift))
            return false;
    }
    return a.loss == b.loss && a.weightGradients.size() == b.weightGradients.size();
}
// The largest difference of any gradient of weights, as a share of the largest of the layer's; infinity of
// NaN.
double farthest(const Step& a, const Step& b) {
    double out = 0;
    for (std::size_t i = 0; i < a.weightGradients.size(); ++i)
        for (const auto part :
             {&LayerWeights::weights, &LayerWeights::bias, &LayerWeights::scale, &LayerWeights::shift}) {
            const tensor::Tensor &x = a.weightGradients[i].*part, &y = b.weightGradients[i].*part;
            double most = 1e-3;
            for (std::uint64_t k = 0; k < x.count(); ++k) most = std::max(most, std::abs(x.at<double>(k)));
            for (std::uint64_t k = 0; k < x.count(); ++k) {
                const double off = std::abs(x.at<double>(k) - y.at<double>(k)) / most;
                out = std::isnan(off) ? std::numeric_limits<double>::infinity() : std::max(out, off);
            }
        }
    return out;
}

// Any way for any value: stored in either place, or computed again.
std::vector<Kept> randomWays(const Case& of, std::mt19937& random) {
    std::vector<Kept> ways(of.sublayers.size());
    ways[network::kInput] = {Way::Store, lower::Memory::Hbm};
    for (ValueId id = 1; id < ways.size(); ++id) {
        ways[id] = {random() % 2 == 0 ? Way::Store : Way::Recompute,
                    random() % 2 == 0 ? lower::Memory::Vmem : lower::Memory::Hbm};
        if (of.sublayers[id].hasMask() && random() % 2 == 0) ways[id].way = Way::Mask;
        if (random() % 2 == 0) ways[id].gradient = lower::Memory::Hbm;
    }
    return ways;
}

// What the local rule says, and what a budget of part of what storing everything takes, if any choice keeps
// within that.
std::vector<std::vector<Kept>> decidedWays(const Case& of, std::mt19937& random) {
    const auto machine = project::coreNamed("training-small");
    LW_REQUIRE(bool(machine), "a machine of the training chip");
    const auto model = recompute::costModelOf(*machine, of.network.training->batch);
    const auto stored = recompute::waysOf(recompute::Policy::StoreAll, of.sublayers, {}, {});
    const auto decisions = recompute::decide(of.sublayers, model, recompute::memoriesOf(stored));
    std::vector<std::vector<Kept>> out{
        recompute::waysOf(recompute::Policy::LocalRule, of.sublayers, decisions, {})};
    const auto all = recompute::reportOf(of.network, model, {});
    LW_REQUIRE(all && *all, "a network that is decided");
    const std::uint64_t budget = (*all)->usage.peak * (5 + random() % 5) / 10;
    const auto within =
        recompute::reportOf(of.network, model, {.policy = recompute::Policy::Budget, .budget = budget});
    if (within && *within) out.push_back((*within)->plan.values);
    return out;
}

double spacing(Format format, double x) {
    const int bits = format == Format::F32 ? 24 : format == Format::Bf16 ? 8 : 11;
    return std::ldexp(1, std::ilogb(x) + 1 - bits);
}

// All ways to keep values and all schedules give the bits of the step that keeps everything.
// `budgets` grows if a budget was among them.
void checkBits(const Case& of, std::mt19937& random, std::size_t& budgets) {
    const State state = stateOf(of.network, Arithmetic::Chip);
    const Step all = stepOf(of.network, state, of.data, kOnTheChip);
    QVERIFY(std::isfinite(all.loss));
    std::vector<std::vector<Kept>> manyWays{randomWays(of, random), randomWays(of, random)};
    for (const auto policy :
         {recompute::Policy::StoreAll, recompute::Policy::Autograd, recompute::Policy::Masks,
          recompute::Policy::Bf16, recompute::Policy::ConvStored, recompute::Policy::SqrtN})
        manyWays.push_back(recompute::waysOf(policy, of.sublayers, {}, {}));
    const auto decided = decidedWays(of, random);
    budgets += decided.size() - 1;
    manyWays.insert(manyWays.end(), decided.begin(), decided.end());
    for (const std::vector<Kept>& ways : manyWays)
        for (const Schedule schedule : kSchedules) {
            const KeepPlan plan = recompute::keepPlanOf(of.sublayers, schedule, ways);
            QVERIFY(sameGradients(all, stepBy(of, tasksOf(plan), kOnTheChip, state)));
        }
}

constexpr const char* kShortcut =
    R"({"name": "c1", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 4},
       {"name": "r1", "kind": "relu", "inputs": ["c1"]},
       {"name": "c2", "kind": "conv", "inputs": ["r1"], "kernel": [3, 3], "pad": [1, 1, 1, 1], "channels": 4},
       {"name": "b2", "kind": "batch_norm", "inputs": ["c2"]},
       {"name": "a2", "kind": "add", "inputs": ["b2", "r1"]},
       {"name": "r2", "kind": "relu", "inputs": ["a2"]},
       {"name": "y", "kind": "dense", "inputs": ["r2"], "channels": 3})";
constexpr const char* kNoActivation =
    R"({"name": "c1", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "channels": 4},
       {"name": "b1", "kind": "batch_norm", "inputs": ["c1"]},
       {"name": "c2", "kind": "conv", "inputs": ["b1"], "kernel": [2, 2], "channels": 4},
       {"name": "b2", "kind": "batch_norm", "inputs": ["c2"]},
       {"name": "y", "kind": "dense", "inputs": ["b2"], "channels": 3})";

} // namespace

class TestPolicies : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void sameBits() {
        std::size_t budgets = 0, networks = 0;
        for (const std::uint32_t seed : test::seedsBelow(kNetworks)) {
            std::mt19937 random(seed);
            checkBits(caseOf(seed), random, budgets);
            ++networks;
        }
        QVERIFY(networks < 5 || budgets > networks / 4);
    }
    // relu reads the sum of what batch_norm gave and a shortcut: both are needed again.
    void t10() {
        std::mt19937 random(1);
        std::size_t budgets = 0;
        checkBits(caseOf(trained(kShortcut, "[5, 4, 3]", 8), random), random, budgets);
    }
    // A batch_norm without an activation: there is nothing to be computed again.
    void t11() {
        std::mt19937 random(1);
        std::size_t budgets = 0;
        checkBits(caseOf(trained(kNoActivation, "[5, 4, 3]", 8), random), random, budgets);
    }
    // Products round what they read to bfloat16 anyway, and rounding changes no sign: of a value that a
    // batch_norm or a max_pool reads in the backward pass it changes bits, of any other one none.
    void bf16ChangesNoBitsOfProductsAndMasks() {
        int changed = 0;
        std::uint64_t narrowed = 0;
        const test::Seeds seeds = test::seedsBelow(kNetworks);
        for (const std::uint32_t seed : seeds) {
            const Case of = caseOf(seed);
            const State state = stateOf(of.network, Arithmetic::Chip);
            const Step all = stepOf(of.network, state, of.data, kOnTheChip);
            std::vector<Task> products = plainOrder(of.network);
            const auto loss = std::ranges::find(products, Work::Loss, &Task::work) - products.begin();
            std::vector<Task> others = products;
            for (ValueId id = 0; id < of.sublayers.size(); ++id) {
                const bool isRead = std::ranges::any_of(of.sublayers.all, [&](const auto& layer) {
                    const bool reads =
                        layer.role == recompute::Role::Norm || layer.role == recompute::Role::MaxPool;
                    return reads && layer.inputs[0] == id;
                });
                std::vector<Task>& to = isRead ? others : products;
                to.insert(to.begin() + loss + 1, {.work = Work::Narrow, .value = id, .format = Format::Bf16});
            }
            narrowed += products.size() - plainOrder(of.network).size();
            QVERIFY2(sameGradients(all, stepBy(of, products, kOnTheChip, state)),
                     qPrintable(QString::number(seed)));
            changed += sameGradients(all, stepBy(of, others, kOnTheChip, state)) ? 0 : 1;
        }
        QVERIFY(narrowed > 0);
        QVERIFY(seeds.areEnough(changed, 2));
    }
    // From what batch_norm gave: the same but for the roundings of the inverse, each some 2^-53.
    void inverseInDouble() {
        std::mt19937 random(1);
        std::vector<Case> cases;
        cases.push_back(caseOf(trained(kShortcut, "[5, 4, 3]", 8), random));
        cases.push_back(caseOf(trained(kNoActivation, "[5, 4, 3]", 8), random));
        for (const std::uint32_t seed : test::seedsBelow(kNetworks)) cases.push_back(caseOf(seed));
        const Options options{.arithmetic = Arithmetic::F64, .lanes = 8, .sublanes = 4};
        std::size_t inverses = 0;
        for (const Case& of : cases) {
            const State state = stateOf(of.network, Arithmetic::F64);
            const Step all = stepOf(of.network, state, of.data, options);
            const auto ways = recompute::waysOf(recompute::Policy::BnStored, of.sublayers, {},
                                                recompute::inversesOf(of.network, of.sublayers, {}));
            for (const Kept& kept : ways) inverses += kept.way == Way::Inverse ? 1 : 0;
            for (const Schedule schedule : kSchedules) {
                const KeepPlan plan = recompute::keepPlanOf(of.sublayers, schedule, ways);
                const double off = farthest(all, stepBy(of, tasksOf(plan), options, state));
                QVERIFY2(off < 1e-10, qPrintable(QString::number(off)));
            }
        }
        QVERIFY(inverses >= 3);
    }
    // Of a step that releases what is read later, something is NaN.
    void earlyReleaseShows() {
        const Case of = caseOf(1);
        const State state = stateOf(of.network, Arithmetic::Chip);
        const auto ways = recompute::waysOf(recompute::Policy::StoreAll, of.sublayers, {}, {});
        const std::vector<Task> good = tasksOf(recompute::keepPlanOf(of.sublayers, Schedule::S0, ways));
        int moved = 0, seen = 0;
        for (std::size_t i = 2; i < good.size(); ++i) {
            std::vector<Task> order = good;
            // What this task lets go of is let go of before it.
            for (const Held& held : good[i].released) {
                // Of a gradient that it writes there is nothing yet.
                if (held.part == Part::Gradient && held.value != good[i].value) continue;
                order[i - 1].released.push_back(held);
                ++moved;
            }
            if (order[i - 1].released.size() == good[i - 1].released.size()) continue;
            const Step step = stepBy(of, order, kOnTheChip, state);
            if (!sameGradients(stepOf(of.network, state, of.data, kOnTheChip), step)) ++seen;
        }
        QVERIFY(moved > 5);
        QVERIFY2(seen > 5, qPrintable(QString("%1 of %2").arg(seen).arg(moved)));
    }

    void e4_4() {
        const double z = numeric::smallFloatValue(numeric::smallFloatBits(0.001 * 0.5 + 1, numeric::kFloat16),
                                                  numeric::kFloat16);
        QCOMPARE(z, 1.0009765625);
        const std::vector<double> scale{0.001}, shift{1}, stored{z};
        const Norm<double> norm({.pixels = 1, .batch = 1, .channels = 1}, scale, shift);
        QVERIFY(std::abs(norm.inverted(stored)[0] - 0.9765625) < 1e-12);
    }
    // What is stored in a format and taken back is off by no more than its bound, channel by channel.
    void inverseOfFormats_data() {
        QTest::addColumn<int>("format");
        QTest::newRow("f32") << static_cast<int>(Format::F32);
        QTest::newRow("bf16") << static_cast<int>(Format::Bf16);
        QTest::newRow("f16") << static_cast<int>(Format::F16);
    }
    void inverseOfFormats() {
        QFETCH(int, format);
        std::mt19937 random(3);
        const Network network = trained(
            R"({"name": "c", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "channels": 6},
               {"name": "b", "kind": "batch_norm", "inputs": ["c"]},
               {"name": "y", "kind": "dense", "inputs": ["b"], "channels": 3})",
            "[6, 6, 2]", 8);
        const Data data = dataFor(network, random);
        State state = stateOf(network, Arithmetic::F64);
        const double scales[] = {2, 1, 0.25, -0.5, 0.01, 0.001}, shifts[] = {0, 1, -2, 0.5, 1, 1};
        for (std::uint64_t c = 0; c < 6; ++c) {
            state.weights[1].scale.set(c, scales[c]);
            state.weights[1].shift.set(c, shifts[c]);
        }
        const Options options{.arithmetic = Arithmetic::F64, .lanes = 8, .sublanes = 4};
        // The sums of z' * n from the stored z, and from y; nothing after the norm sees the stored z.
        std::vector<Task> order = plainOrder(network);
        const Step exact = stepOf(network, state, data, options);
        const auto sums = std::find_if(order.begin(), order.end(),
                                       [](const Task& task) { return task.work == Work::NormSums; });
        sums->from = From::Result;
        order.insert(sums, {.work = Work::Narrow, .value = 2, .format = static_cast<Format>(format)});
        const auto step = run(network, state, data.images, data.labels, options, order);
        QVERIFY(step);
        for (std::uint64_t c = 0; c < 6; ++c) {
            double magnitude = 0, gradients = 0;
            for (std::uint64_t i = c; i < exact.values[2].count(); i += 6) {
                magnitude = std::max(magnitude, std::abs(exact.values[2].at<double>(i)));
                gradients += std::abs(exact.gradients[2].at<double>(i));
            }
            const double bound = spacing(static_cast<Format>(format), magnitude) / (2 * std::abs(scales[c]));
            const double off = std::abs(step->weightGradients[1].scale.at<double>(c) -
                                        exact.weightGradients[1].scale.at<double>(c));
            QVERIFY2(off <= bound * gradients,
                     qPrintable(QString("%1: %2 of %3").arg(c).arg(off).arg(bound * gradients)));
            QVERIFY(off > 0);
        }
    }
};

int tst_policies(int argc, char** argv) { return lw::tests::run<TestPolicies>(argc, argv); }
#include "tst_policies.moc"
