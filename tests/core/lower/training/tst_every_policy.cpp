// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/training_costs.h"
#include "core/training/check_data.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace lw;
using lower::Schedule;
using lower::recompute::Policy;
using test::TrainedOn;

namespace {

constexpr std::uint32_t kCases = 1500; // of a long run: fifty of each policy by each schedule

// What is decided for it on that machine, or nothing where it cannot be.
std::optional<lower::recompute::Report>
decidedBy(Policy policy, Schedule schedule, const network::Network& network, const std::string& machine) {
    const auto model = project::trainingCosts(network, machine, {}, {});
    LW_REQUIRE(bool(model), "a machine of the training chip");
    lower::recompute::Request request{.policy = policy, .schedule = schedule};
    if (policy == Policy::Budget)
        request.budget = test::decided(network, machine, {.policy = Policy::StoreAll}).usage.peak * 3 / 4;
    auto report = lower::recompute::reportOf(network, *model, request);
    if (!report || !*report) return {};
    return **std::move(report);
}

network::Network networkOf(std::uint32_t seed, std::mt19937& random) {
    network::Network out = tests::randomNetwork(random);
    out.training->batch = 8 * (1 + seed % 2);
    out.training->optimiser = {0.125F, seed % 2 == 0 ? 0.0F : 0.5F, 0};
    return out;
}

} // namespace

// Random networks under every policy by every schedule, on the small core and the large one: parameters and
// gradients have the bits of plain loops that do what the plan says, and, where a policy rounds nothing and
// inverts nothing, of loops that keep everything.
class TestEveryPolicy : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyPolicyByEverySchedule() {
        std::map<std::pair<Policy, Schedule>, int> counts;
        std::map<std::string, int> machines;
        for (const std::uint32_t seed : test::seedsBelow(kCases)) {
            std::mt19937 random(seed);
            const network::Network network = networkOf(seed, random);
            const auto policy =
                static_cast<Policy>(seed % static_cast<std::uint32_t>(lower::recompute::kPolicyNames.size()));
            const auto schedule = static_cast<Schedule>(seed / 10 % lower::kScheduleNames.size());
            const std::string machine = seed / 30 % 3 == 0 ? "training" : "training-small";
            const bool hasGroups =
                std::ranges::any_of(network.layers, [](const auto& l) { return l.groups != 1; });
            if (hasGroups || !train::checkTrainable(network)) continue;
            const auto report = decidedBy(policy, schedule, network, machine);
            if (!report) continue; // no choice keeps within the budget
            TrainedOn of(network, machine);
            of.keep = report->plan;
            const tests::Data data = tests::dataFor(of.network, random);
            const std::string name =
                "network " + std::to_string(seed) + ", " + std::string(nameOf(policy)) + ": ";
            const std::string different = test::differencesAfter(2, of, data, test::planned);
            if (different.find("bytes of vector memory") != different.npos) continue; // too large for it
            QVERIFY2(different.empty(), (name + different).c_str());
            if (policy != Policy::BnStored && policy != Policy::Bf16All) {
                const std::string other = test::differencesAfter(2, of, data);
                QVERIFY2(other.empty(), (name + other).c_str());
            }
            ++counts[{policy, schedule}];
            ++machines[machine];
        }
        QVERIFY(!counts.empty());
        if (!qEnvironmentVariableIsSet("LW_EVERY_SEED")) return;
        QCOMPARE(counts.size(), 3 * lower::recompute::kPolicyNames.size());
        for (const auto& [which, count] : counts) QVERIFY2(count >= 5, nameOf(which.first).data());
        QVERIFY(machines["training-small"] >= 40 && machines["training"] >= 20);
    }
};

int tst_every_policy(int argc, char** argv) { return lw::tests::run<TestEveryPolicy>(argc, argv); }
#include "tst_every_policy.moc"
