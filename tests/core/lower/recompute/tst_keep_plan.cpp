// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/open_moves.h"
#include "core/lower/recompute/overlap.h"
#include "core/lower/recompute/policies.h"
#include "core/lower/recompute/step_order.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/core/network/plain_line.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::recompute;
using network::kInput;
using network::Network;
using network::ValueId;

namespace {

constexpr Policy kPolicies[] = {Policy::StoreAll, Policy::Autograd,  Policy::ConvStored,
                                Policy::BnStored, Policy::LocalRule, Policy::SqrtN};
constexpr Schedule kSchedules[] = {Schedule::S0, Schedule::S1, Schedule::S2};

CostModel modelOf(std::uint64_t vmemRows = 32768) {
    return costModelOf({.name = "test",
                        .lanes = 128,
                        .sublanes = 8,
                        .vmemRows = static_cast<std::uint32_t>(vmemRows),
                        .dmaRate = {500, 1},
                        .dmaClocks = 200,
                        .loadClocks = 2,
                        .pushClocks = 8,
                        .vectorSlots = 2},
                       64);
}

// Everything that plans are made of, of one network.
struct Case {
    Network network;
    CostModel model;
    Sublayers sublayers;
    Vetoes inverses;

    explicit Case(Network of, CostModel with = modelOf()) : network(std::move(of)), model(std::move(with)) {
        auto made = sublayersOf(network, model);
        LW_REQUIRE(bool(made), "a network of the tests can be trained");
        sublayers = *std::move(made);
        inverses = inversesOf(network, sublayers, model);
    }
    std::vector<Kept> ways(Policy policy, Schedule schedule = Schedule::S0) const {
        const std::vector<Memory> places =
            memoriesOf(placed(waysOf(Policy::StoreAll, sublayers, {}, inverses), sublayers, model, schedule,
                              model.vmemBytes, {}, true));
        return placed(waysOf(policy, sublayers, decide(sublayers, model, places), inverses), sublayers, model,
                      schedule, model.vmemBytes, {}, true);
    }
    KeepPlan plan(Policy policy, Schedule schedule = Schedule::S0) const {
        return keepPlanOf(sublayers, schedule, ways(policy, schedule));
    }
};

std::size_t countOf(const KeepPlan& plan, StepKind kind) {
    return static_cast<std::size_t>(std::ranges::count(plan.steps, kind, &KeepStep::kind));
}
// Where a step first is, or the number of steps.
std::size_t stepAt(const KeepPlan& plan, StepKind kind, ValueId value) {
    const auto found = std::ranges::find_if(
        plan.steps, [&](const KeepStep& step) { return step.kind == kind && step.value == value; });
    return static_cast<std::size_t>(found - plan.steps.begin());
}

// What is wrong with the lifetimes of a plan, by walking it as a machine would: a tensor is there from the
// step that makes it until it is released. Empty: nothing.
QString wrongLifetimes(const KeepPlan& plan) {
    std::set<Held> there, spilled;
    const auto isThere = [&](const Held& held) { return there.contains(held); };
    for (const KeepStep& step : plan.steps) {
        const QString at = QString("step %1 of %2").arg(nameOf(step.kind).data()).arg(step.value);
        if (!std::ranges::all_of(step.reads, isThere)) return at + " reads what is not there";
        if (step.kind == StepKind::Fetch && step.value != kInput && spilled.erase(movedBy(step)) == 0)
            return at + " is of nothing in HBM";
        if (step.kind == StepKind::Spill) spilled.insert(movedBy(step));
        for (const Held& made : step.writes)
            if (!there.insert(made).second && std::ranges::count(step.reads, made) == 0)
                return at + " makes what is there";
        for (const Held& gone : step.released)
            if (there.erase(gone) == 0) return at + " releases what is not there";
    }
    return there.empty() && spilled.empty() ? QString() : "something lives longer than the step";
}

// Whether something is released later than after the last step that uses it.
QString livesTooLong(const KeepPlan& plan) {
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        for (const Held& gone : plan.steps[i].released) {
            const auto uses = [&](const std::vector<Held>& held) {
                return std::ranges::count(held, gone) != 0;
            };
            if (!uses(plan.steps[i].reads) && !uses(plan.steps[i].writes))
                return QString("step %1 releases %2, which it does not use").arg(i).arg(gone.value);
        }
    return {};
}

// What is wrong with moves that go on beside the steps. Of what they move rows are counted by walking the
// steps: a fetch takes them when it begins, a spill gives them back when it is over.
QString wrongMoves(const Case& one, const KeepPlan& plan, std::uint64_t vmemBytes) {
    const Usage alone = usageOf(one.sublayers, one.model, plan);
    std::vector<std::uint64_t> onTheWay(plan.steps.size());
    std::map<Held, std::size_t> spilledUntil;
    std::size_t lastFrom = 0;
    for (const Move& move : openMoves(one.sublayers, one.model, plan, {vmemBytes, alone.peak})) {
        const KeepStep& step = plan.steps[move.step];
        const Held& held = movedBy(step);
        const QString at = QString("move %1 of %2").arg(move.step).arg(step.value);
        if (move.from > move.step || move.until <= move.step) return at + " is not beside its step";
        if (step.kind == StepKind::Spill) {
            if (move.from != move.step) return at + " begins before there is anything";
            std::size_t gone = move.step;
            while (std::ranges::count(plan.steps[gone].released, held) == 0) ++gone;
            for (std::size_t i = gone + 1; i < move.until; ++i) onTheWay[i] += bytesOf(one.sublayers, held);
            spilledUntil[held] = move.until;
            continue;
        }
        for (std::size_t i = move.step + 1; i < move.until; ++i)
            if (std::ranges::count(plan.steps[i].reads, held) != 0) return at + " comes too late";
        if (move.from < spilledUntil[held]) return at + " begins before it was spilled";
        if (move.from < lastFrom) return at + " overtakes another";
        lastFrom = move.from;
        for (std::size_t i = move.from; i < move.step; ++i) onTheWay[i] += bytesOf(one.sublayers, held);
    }
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const Bytes& live = alone.steps[i].live;
        if (onTheWay[i] == 0) continue;
        if (live.vmem + onTheWay[i] > vmemBytes || live.total() + onTheWay[i] > alone.peak)
            return QString("there is no room for moves in step %1").arg(i);
    }
    return {};
}

// What is wrong with a plan whose steps go on beside each other: they are the same steps, what goes on beside
// products is there with all that these write, and no more bytes are live than before.
QString wrongOverlap(const Case& one, const KeepPlan& plan) {
    const KeepPlan over = overlapped(one.sublayers, one.model, plan, {one.model.vmemBytes, 0});
    for (const QString& wrong : {wrongLifetimes(over), livesTooLong(over)})
        if (!wrong.isEmpty()) return wrong;
    const auto steps = [](const KeepPlan& of) {
        std::vector<std::pair<StepKind, ValueId>> out;
        for (const KeepStep& step : of.steps) out.emplace_back(step.kind, step.value);
        std::ranges::sort(out);
        return out;
    };
    if (steps(over) != steps(plan)) return "other steps";
    std::set<std::size_t> taken;
    for (const Beside& group : over.beside)
        for (std::size_t i = group.begin(); i <= group.end(); ++i)
            if (!taken.insert(i).second) return QString("step %1 is beside two others").arg(i);
    for (const Beside& group : over.beside) {
        if (!group.isBefore()) continue;
        if (group.last + 1 != group.step || over.steps[group.step].kind != StepKind::DataGradient)
            return "there are no products";
        for (std::size_t i = group.first; i <= group.last; ++i)
            if (over.steps[i].kind != StepKind::Recompute)
                return "something else than what is computed again";
    }
    std::map<Held, std::uint64_t> there;
    std::uint64_t most = 0, live = 0;
    const auto make = [&](const KeepStep& step) {
        for (const Held& made : step.writes)
            if (there.try_emplace(made, bytesOf(one.sublayers, made)).second) live += there[made];
    };
    for (std::size_t i = 0; i < over.steps.size(); ++i) {
        for (const Beside& group : over.beside)
            if (group.isBefore() && group.first == i) make(over.steps[group.step]);
        make(over.steps[i]);
        most = std::max(most, live);
        for (const Held& gone : over.steps[i].released) live -= there.extract(gone).mapped();
    }
    const Usage usage = usageOf(one.sublayers, one.model, over);
    if (usage.peakVmem != most) return QString("%1 bytes are live in VMEM").arg(most);
    if (usage.peak > usageOf(one.sublayers, one.model, plan).peak) return "more bytes are live";
    return {};
}

} // namespace

class TestKeepPlan : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Claims 1 and 2, and reference counts: nothing is released before its last use, nothing lives longer.
    void claims1And2Lifetimes() {
        std::vector<Network> networks{test::digits(), test::residual(9)};
        for (const std::uint32_t seed : test::seedsBelow(500))
            networks.push_back(test::randomTrained(seed, 20));
        for (const Network& network : networks) {
            for (const std::uint64_t rows : {32768u, 2048u, 1u}) {
                const Case one(network, modelOf(rows));
                for (const Policy policy : kPolicies)
                    for (const Schedule schedule : kSchedules) {
                        const KeepPlan plan = one.plan(policy, schedule);
                        QCOMPARE(wrongLifetimes(plan), QString());
                        QCOMPARE(livesTooLong(plan), QString());
                        QCOMPARE(wrongMoves(one, plan, one.model.vmemBytes), QString());
                        QCOMPARE(wrongOverlap(one, plan), QString());
                    }
            }
        }
    }

    // By hand: the output of the second convolution goes to HBM and comes back, both beside other steps,
    // which cost what they cost alone, so that the step is shorter by both ways and by those of the batch.
    void hiddenMoves() {
        const Case one(test::digits(), modelOf(131072));
        std::vector<Kept> ways(one.sublayers.size());
        ways[kInput].memory = ways[4].memory = Memory::Hbm;
        KeepPlan plan = keepPlanOf(one.sublayers, Schedule::S0, ways);
        const Usage alone = usageOf(one.sublayers, one.model, plan);
        QCOMPARE(alone.hiddenClocks, 0u);
        plan.moves = openMoves(one.sublayers, one.model, plan, {one.model.vmemBytes, alone.peak});
        plan.hasNextBatch = hasRoomBehindBatch(plan);
        const Usage open = usageOf(one.sublayers, one.model, plan);
        const std::uint64_t way = clocksToMove(one.sublayers, one.model, {4, Part::Value});
        const std::uint64_t batch = clocksToMove(one.sublayers, one.model, {kInput, Part::Value});
        const auto fill = static_cast<std::uint64_t>(one.sublayers[kInput].moveWaits); // of the second one
        QCOMPARE(alone.moveClocks, 2 * way + 2 * batch);
        QCOMPARE(open.moveClocks, fill);
        QCOMPARE(open.hiddenClocks, alone.moveClocks - fill);
        QCOMPARE(open.clocks + open.hiddenClocks, alone.clocks);
        QCOMPARE(open.peak, alone.peak);
        // Without room in VMEM each is waited for.
        plan.moves = openMoves(one.sublayers, one.model, plan, {0, 0});
        QVERIFY(usageOf(one.sublayers, one.model, plan).moveClocks > open.moveClocks + way);
    }

    // By hand: of 25 taps nine find no place in a queue of 16, and the program waits until that many are
    // through, each time that it brings the batch: 9 of 25 parts of 34 * 34 taps of 16 bytes, 64 images.
    void moreTapsThanPlaces() {
        test::TrainedNetwork make({8, 8, 1});
        make.dense(make.flatten(make.conv(kInput, 32, 5)), 10);
        Network network = make.done();
        network.convolution = network::Convolution::Im2col;
        const auto usage = [&](std::uint32_t places) {
            CostModel model = modelOf(131072);
            model.program.transferQueue = places;
            const Case one(network, model);
            const double holds = places == 16 ? 34.0 * 34 * 16 * 64 / 500 * (25 - places) / 25 : 0;
            LW_REQUIRE(std::abs(one.sublayers[kInput].moveHolds - holds) < 1e-6, "taps that wait");
            return usageOf(
                one.sublayers, one.model,
                overlapped(one.sublayers, one.model, one.plan(Policy::StoreAll), {one.model.vmemBytes, 0}));
        };
        QCOMPARE(usage(25).clocks, usage(0).clocks);
        const std::uint64_t more = usage(16).moveClocks - usage(25).moveClocks;
        QVERIFY2(more >= 853 && more <= 2 * 853, std::to_string(more).c_str());
    }

    // By hand: what a block computes again, its batch norm and what it gave, is done beside the gradient of
    // what the next convolution read, and takes no clocks.
    void whatIsComputedAgainIsHidden() {
        const Case one(test::digits(), modelOf(131072));
        std::vector<Kept> ways(one.sublayers.size());
        ways[kInput].memory = Memory::Hbm;
        ways[2].way = ways[3].way = Way::Recompute;
        const KeepPlan plan = keepPlanOf(one.sublayers, Schedule::S0, ways);
        const std::size_t before = stepAt(plan, StepKind::DataGradient, 4);
        QCOMPARE(stepAt(plan, StepKind::Recompute, 2), before + 1);
        const KeepPlan over = overlapped(one.sublayers, one.model, plan, {one.model.vmemBytes, 0});
        QCOMPARE(over.beside, (std::vector<Beside>{{before + 2, before, before + 1}}));
        QCOMPARE(stepAt(over, StepKind::Recompute, 2), before);
        QCOMPARE(stepAt(over, StepKind::Recompute, 3), before + 1);
        QCOMPARE(stepAt(over, StepKind::DataGradient, 4), before + 2);
        KeepPlan alone = over;
        alone.beside.clear();
        const Usage hidden = usageOf(one.sublayers, one.model, over),
                    paid = usageOf(one.sublayers, one.model, alone);
        const std::uint64_t again = paid.steps[before].clocks + paid.steps[before + 1].clocks;
        QCOMPARE(paid.recomputeClocks, again);
        QCOMPARE(hidden.recomputeClocks, 0u);
        QCOMPARE(hidden.clocks + again, paid.clocks);
        QCOMPARE(hidden.hiddenClocks, paid.hiddenClocks + again);
        // Without room in VMEM for what the products write meanwhile it stays where it was.
        QVERIFY(overlapped(one.sublayers, one.model, plan, {hidden.peakVmem / 4, 0}).beside.empty());
    }

    // A schedule changes when, never what.
    void schedulesDoTheSame() {
        for (std::uint32_t seed = 100; seed < 130; ++seed) {
            const Case one(test::randomTrained(seed, 20));
            const auto work = [&](Schedule schedule) {
                std::vector<std::pair<StepKind, ValueId>> out;
                for (const KeepStep& step :
                     backwardSteps(one.sublayers, schedule, one.ways(Policy::StoreAll)))
                    out.emplace_back(step.kind, step.value);
                std::ranges::sort(out);
                return out;
            };
            QCOMPARE(work(Schedule::S1), work(Schedule::S0));
            QCOMPARE(work(Schedule::S2), work(Schedule::S0));
        }
    }

    // E4.6 of networks: three tensors of a layer, two, and one.
    void bytesOfALayer() {
        const Case one(test::chain(4, 64, 8));
        const std::uint64_t bytes = one.sublayers[1].bytes;
        const auto stored = [&](Policy policy) { // between forward and backward pass
            const KeepPlan plan = one.plan(policy);
            const Usage usage = usageOf(one.sublayers, one.model, plan);
            const std::size_t loss = stepAt(plan, StepKind::Loss, one.sublayers.output);
            return (usage.steps[loss].live.total() - 4 * one.sublayers[2].statisticsBytes) / bytes - 1;
        };
        QCOMPARE(stored(Policy::StoreAll), 12u);
        // Outputs of conv and of ReLU; the input of the first layer is the batch's own.
        QCOMPARE(stored(Policy::Autograd), 8u);
        QCOMPARE(stored(Policy::ConvStored), 4u + 1); // and the output
        QCOMPARE(stored(Policy::BnStored), 4u + 1);
    }

    // Claims 3 to 5: the activation is computed again from the output of the convolution, in the backward
    // pass, just before the gradient of the next layer's weights, and kept until its own mask.
    void claims3To5ConvStored() {
        const Case one(test::digits());
        const KeepPlan plan = one.plan(Policy::ConvStored);
        // 1 to 3, 4 to 6, 7 to 9: conv, BN, ReLU.
        for (const ValueId conv : {1, 4, 7}) QCOMPARE(plan.values[conv].way, Way::Store);
        for (const ValueId again : {2, 3, 5, 6}) QCOMPARE(plan.values[again].way, Way::Recompute);
        const std::size_t norm = stepAt(plan, StepKind::Recompute, 5);
        QCOMPARE(stepAt(plan, StepKind::Recompute, 6), norm + 1);
        QCOMPARE(stepAt(plan, StepKind::WeightGradient, 7), norm + 2);
        const std::size_t mask = stepAt(plan, StepKind::Mask, 6);
        QVERIFY(mask > norm + 2);
        QVERIFY(std::ranges::count(plan.steps[mask].reads, Held{6, Part::Value}) == 1);
        QVERIFY(std::ranges::count(plan.steps[mask].released, Held{6, Part::Value}) == 1);
        // Of the batch norm: its input that was stored, then its parameters' gradients, then its input's.
        const std::size_t reduce = stepAt(plan, StepKind::NormReduce, 5);
        QVERIFY(std::ranges::count(plan.steps[reduce].reads, Held{4, Part::Value}) == 1);
        QCOMPARE(stepAt(plan, StepKind::NormApply, 5), reduce + 1);
    }

    // Claim 6: the batch norm's output is stored, and its own backward pass reads that.
    void claim6BnStored() {
        const Case one(test::digits());
        const KeepPlan plan = one.plan(Policy::BnStored);
        QCOMPARE(plan.values[4].way, Way::Inverse);
        QCOMPARE(plan.values[5].way, Way::Store);
        QCOMPARE(plan.values[6].way, Way::Recompute);
        for (const StepKind kind : {StepKind::NormReduce, StepKind::NormApply}) {
            const KeepStep& step = plan.steps[stepAt(plan, kind, 5)];
            QVERIFY(std::ranges::count(step.reads, Held{5, Part::Value}) == 1);
            QVERIFY(std::ranges::count(step.reads, Held{4, Part::Value}) == 0);
        }
        // The mask as well, and the output of the convolution is never there again.
        QVERIFY(std::ranges::count(plan.steps[stepAt(plan, StepKind::Mask, 6)].reads, Held{5, Part::Value}) ==
                1);
        QCOMPARE(stepAt(plan, StepKind::Recompute, 4), plan.steps.size());
    }

    // Trap 3: the activation alone never stands for what it was made of: wherever a batch norm's gradient is
    // taken, its own input or output is there, under every policy.
    void activationAloneIsNotEnough() {
        for (std::uint32_t seed = 200; seed < 240; ++seed) {
            const Case one(test::randomTrained(seed, 16));
            for (const Policy policy : kPolicies)
                for (const KeepStep& step : one.plan(policy).steps) {
                    if (step.kind != StepKind::NormReduce && step.kind != StepKind::NormApply) continue;
                    const ValueId from = one.sublayers[step.value].inputs[0];
                    QVERIFY(std::ranges::count(step.reads, Held{from, Part::Value}) +
                                std::ranges::count(step.reads, Held{step.value, Part::Value}) ==
                            1);
                }
        }
    }

    // Trap 10: ReLU reads z + shortcut. What is computed again needs both, so the shortcut is stored too.
    void shortcuts() {
        const Case one(test::residual(3));
        // 1 to 3: conv, BN, ReLU; then conv 4, BN 5, sum 6, ReLU 7, ...
        for (const Policy policy : {Policy::ConvStored, Policy::BnStored}) {
            const KeepPlan plan = one.plan(policy);
            QCOMPARE(plan.values[3].way, Way::Store);
            QCOMPARE(plan.values[7].way, Way::Store);
            QCOMPARE(plan.values[10].way, Way::Recompute);
            // The last sum's ReLU: computed again from the batch norm's output and the shortcut.
            const std::size_t sum = stepAt(plan, StepKind::Recompute, 14);
            QVERIFY(sum < plan.steps.size());
            QCOMPARE(plan.steps[sum].reads, (std::vector<Held>{{13, Part::Value}, {11, Part::Value}}));
            QCOMPARE(stepAt(plan, StepKind::Recompute, 15), sum + 1);
        }
        QCOMPARE(one.plan(Policy::ConvStored).values[13].way, Way::Recompute);
        QCOMPARE(one.plan(Policy::BnStored).values[13].way, Way::Store);
        QCOMPARE(one.plan(Policy::BnStored).values[12].way, Way::Inverse);
    }

    // Trap 11: without an activation there is nothing to compute again.
    void normWithoutActivation() {
        test::TrainedNetwork make({8, 8, 4});
        ValueId last = kInput;
        for (int i = 0; i < 3; ++i) last = make.norm(make.conv(last, 4));
        make.conv(last, 4);
        const Case one(make.done());
        QCOMPARE(countOf(one.plan(Policy::BnStored), StepKind::Recompute), 0u);
        QCOMPARE(one.plan(Policy::BnStored).values[5].way, Way::Inverse);
    }

    // Trap 12: what stands for another value is still there when a schedule asks later.
    void aliveAcrossSchedules() {
        const Case one(test::digits());
        for (const Policy policy : {Policy::ConvStored, Policy::BnStored}) {
            std::vector<std::size_t> kept; // until the gradient of the second convolution's weights
            for (const Schedule schedule : kSchedules) {
                const KeepPlan plan = one.plan(policy, schedule);
                const std::size_t weights = stepAt(plan, StepKind::WeightGradient, 4);
                const std::vector<Held>& released = plan.steps[weights].released;
                QVERIFY(std::ranges::count(plan.steps[weights].reads, Held{3, Part::Value}) == 1);
                QVERIFY(std::ranges::count(released, Held{4, Part::Gradient}) == 1);
                kept.push_back(weights - stepAt(plan, StepKind::NormApply, 5));
            }
            QVERIFY(kept[1] > kept[0]);
            QVERIFY(kept[2] > kept[0]);
        }
    }

    // E4.4 and E4.5, and trap 9.
    void inverses() {
        QCOMPARE(spacingOf(tensor::DType::F16, 1.0005), 0.0009765625);
        QCOMPARE(inverseBound(tensor::DType::F16, 1.0005, 0.001), 0.48828125);
        QVERIFY(inverseBound(tensor::DType::F16, 1.0005, 0.001) >=
                0.9765625 - 0.5); // what the example is off
        QVERIFY(std::isinf(inverseBound(tensor::DType::F32, 1, 0)));

        test::TrainedNetwork make({8, 8, 4});
        const ValueId norm = make.norm(make.conv(kInput, 4));
        make.conv(make.relu(norm), 4);
        Network network = make.done();
        network.layers[norm - 1].scale.set(2, 0.0F);
        const Case zero(network);
        QVERIFY(zero.inverses.at(norm)[2].isZero && zero.inverses.at(norm)[2].isVetoed);
        QVERIFY(!zero.inverses.at(norm)[1].isVetoed);
        QCOMPARE(zero.plan(Policy::BnStored).values[norm - 1].way, Way::Store);
        std::vector<Kept> ways = zero.ways(Policy::StoreAll);
        ways[norm - 1] = {Way::Inverse, Memory::Vmem};
        const auto checked = checkWays(network, zero.sublayers, ways, zero.inverses);
        QVERIFY(!checked);
        QCOMPARE(checked.problem().message->code, "E924");
        QVERIFY(textOf(checked.problem()).find("gamma of channel 2") != std::string::npos);

        // A gamma as small as the example's: too little of it is left in float16, enough in float32.
        network.layers[norm - 1].scale.set(2, 0.001F);
        network.layers[norm - 1].shift.set(2, 1.0F);
        CostModel half = modelOf();
        QVERIFY(bool(applyWhatIf(half, "element=f16")));
        QVERIFY(Case(network, half).inverses.at(norm)[2].isVetoed);
        QVERIFY(!Case(network).inverses.at(norm)[2].isVetoed);
    }

    // By hand: what cannot be kept so is refused.
    void byHand() {
        const Case one(test::residual(2));
        const auto code = [&](ValueId value, Way way) {
            std::vector<Kept> ways = one.ways(Policy::StoreAll);
            ways[value].way = way;
            const auto checked = checkWays(one.network, one.sublayers, ways, one.inverses);
            return checked ? std::string() : std::string(checked.problem().message->code);
        };
        QCOMPARE(code(4, Way::Inverse), "");
        QCOMPARE(code(4, Way::Recompute), "");
        QCOMPARE(code(3, Way::Inverse), "E924"); // two layers read it, no batch norm
        QCOMPARE(code(5, Way::Inverse), "E924");
        QCOMPARE(code(kInput, Way::Recompute), "E924");
        QCOMPARE(code(one.sublayers.output, Way::Recompute), "E924");
    }

    // What does not fit into VMEM goes to HBM, what waits longest first.
    void places() {
        const Network network = test::residual(9);
        const Case roomy(network, modelOf(1 << 20)), tight(network);
        const std::vector<Kept> near = roomy.ways(Policy::StoreAll); // the input's place is HBM
        QCOMPARE(std::ranges::count(near, Memory::Hbm, &Kept::memory), 1);
        const std::vector<Kept> ways = tight.ways(Policy::StoreAll);
        const Usage usage =
            usageOf(tight.sublayers, tight.model, keepPlanOf(tight.sublayers, Schedule::S0, ways));
        QVERIFY(usage.peakVmem <= tight.model.vmemBytes);
        QVERIFY(usage.peakHbm > 0);
        QCOMPARE(ways[1].memory, Memory::Hbm);
        QCOMPARE(ways[tight.sublayers.output - 2].memory, Memory::Vmem);
    }
};

int tst_keep_plan(int argc, char** argv) {
    return lw::tests::run<TestKeepPlan, QCoreApplication>(argc, argv);
}
#include "tst_keep_plan.moc"
