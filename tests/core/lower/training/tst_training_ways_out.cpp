// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/report.h"
#include "core/project/fit_training.h"
#include "core/project/training_costs.h"
#include "tests/core/lower/recompute/trained_networks.h"
#include "tests/core/lower/training/small_machines.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QCoreApplication>
#include <QTest>

#include <map>
#include <random>

using namespace lw;
using namespace lw::lower;
using lower::recompute::Policy;
using lower::recompute::Request;
using network::Network;

namespace {

// What somebody trains, and as what.
struct Asked {
    std::map<std::string, std::int64_t> sizes;
    std::string machine; // of these
    Network network;
    Request keeps;
    std::uint64_t images = 0;

    std::string text() const {
        return network.name + ", " + std::to_string(network.training->batch) + " of " +
               std::to_string(images) + " images, " + std::string(nameOf(keeps.policy)) + ", " +
               std::string(nameOf(keeps.schedule)) + ", budget " + std::to_string(keeps.budget.value_or(0)) +
               ", of VMEM " + std::to_string(keeps.vmemBudget.value_or(0));
    }
};

// As a note says; nothing: it names no way out.
std::optional<Asked> followed(Asked asked, const Note& note) {
    const std::string_view code = note.message->code;
    if (code == "E939") return std::nullopt;
    asked.keeps = lower::recompute::asNoted(asked.keeps, note);
    const std::string& first = note.arguments.empty() ? std::string() : note.arguments[0];
    const std::string batch = "\"batch\": ";
    if (code == "E937") asked.images = std::stoull(first);
    if (code == "E971") asked.network.training->batch = static_cast<std::uint32_t>(std::stoul(first));
    if (code == "E952") asked.keeps.budget = std::stoull(first);
    if (code == "E970" && first.find(batch) != std::string::npos)
        asked.network.training->batch =
            static_cast<std::uint32_t>(std::stoul(first.substr(first.find(batch) + batch.size())));
    if (code == "E970" || code == "E952") asked.keeps.policy = Policy::Budget;
    return asked;
}

Asked anyOf(std::uint32_t seed, test::SmallMachines& machines) {
    std::mt19937 random(seed);
    const auto oneOf = [&](std::initializer_list<std::int64_t> all) {
        return all.begin()[random() % all.size()];
    };
    Asked out;
    out.sizes = {{"vmemRows", oneOf({600, 1500, 3000, 6000, 12000})},
                 {"hbmBytes", oneOf({20'000, 60'000, 200'000, 1 << 26, 1 << 26})},
                 {"smemWords", oneOf({600, 4096, 4096, 4096})},
                 {"queueDepth", oneOf({1, 2, 8, 8, 8})}};
    out.machine = machines.with(out.sizes);
    out.network = test::randomTrained(seed, 3 + seed % 8);
    out.network.training.emplace().loss = network::Loss::MeanSquares;
    out.network.training->batch = static_cast<std::uint32_t>(4 * (1 + random() % 6));
    out.images = out.network.training->batch * (1 + random() % 4) + random() % 3;
    out.keeps.policy = static_cast<Policy>(random() % lower::recompute::kPolicyNames.size());
    out.keeps.schedule = static_cast<Schedule>(random() % 3);
    if (out.keeps.policy == Policy::Budget && random() % 4 != 0) out.keeps.budget = 1000 << random() % 9;
    if (random() % 3 == 0) out.keeps.vmemBudget = 1000 << random() % 8;
    return out;
}

} // namespace

// Every way out that a refusal or a warning names is one, and where there is one it is named.
class TestTrainingWaysOut : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void programs() {
        int refused = 0;
        const test::Seeds seeds(600);
        for (const std::uint32_t seed : seeds) {
            test::SmallMachines machines;
            const Asked asked = anyOf(seed, machines);
            const auto made = test::loweredOn(asked.machine, asked.network, asked.keeps, asked.images);
            if (made) {
                const std::string failure = test::failureOn(asked.machine, made->program);
                QVERIFY2(failure.empty(), (asked.text() + ": " + failure).c_str());
                continue;
            }
            const Problem& problem = made.problem();
            const std::string_view code = problem.message->code;
            const std::string text = asked.text() + ": " + textOf(problem);
            QVERIFY2((code != "E925" && code != "E942") || !problem.notes.empty(), text.c_str());
            if (code == "E935") { // the machine that it says
                auto sizes = asked.sizes;
                sizes["hbmBytes"] = std::stoll(problem.arguments[0]);
                const auto enough =
                    test::loweredOn(machines.with(sizes), asked.network, asked.keeps, asked.images);
                QVERIFY2(enough || enough.problem().message->code != "E935", text.c_str());
            }
            if (!problem.notes.empty()) ++refused;
            for (const Note& note : problem.notes) {
                const auto other = followed(asked, note);
                if (!other) continue;
                const auto fits =
                    test::loweredOn(other->machine, other->network, other->keeps, other->images);
                QVERIFY2(fits, (text + ": " + textOf(note) + ": " + test::whyNot(fits)).c_str());
                const std::string failure = test::failureOn(other->machine, fits->program);
                QVERIFY2(failure.empty(), (other->text() + ": " + failure).c_str());
            }
        }
        QVERIFY(seeds.areEnough(refused, 4));
    }

    // Of decisions alone.
    void decisions() {
        for (const std::uint32_t seed : test::seedsBelow(2000)) {
            test::SmallMachines machines;
            const Asked asked = anyOf(seed, machines);
            const auto machine = project::coreNamed(asked.machine);
            QVERIFY(machine);
            const auto model = project::costsOn(asked.network, *machine);
            const auto decided = [&](const Request& keeps) {
                return lower::recompute::reportOf(asked.network, model, keeps);
            };
            const auto report = decided(asked.keeps);
            std::vector<Note> notes;
            if (!report) {
                QVERIFY(report.problem().message == &lower::recompute::messages::kBudgetTooSmall);
                notes = report.problem().notes;
            } else if (const auto beyond = lower::recompute::beyondVmem(asked.network, **report)) {
                notes = beyond->notes;
            } else {
                continue;
            }
            for (const Note& note : notes) {
                const auto other = decided(lower::recompute::asNoted(asked.keeps, note));
                const std::string text = asked.text() + ": " + textOf(note);
                QVERIFY2(other, text.c_str());
                QVERIFY2(!lower::recompute::beyondVmem(asked.network, **other), text.c_str());
            }
            if (!notes.empty()) continue;
            // Then no policy keeps within all there is.
            for (std::size_t policy = 0; policy < static_cast<std::size_t>(Policy::Budget); ++policy) {
                const auto other = static_cast<Policy>(policy);
                // Other bits, or half of the bytes, which a budget does not ask for.
                if (other == Policy::BnStored || other == Policy::Bf16 || other == Policy::Bf16All) continue;
                const auto fixed = decided({.policy = other, .schedule = asked.keeps.schedule});
                QVERIFY2(lower::recompute::beyondVmem(asked.network, **fixed), asked.text().c_str());
            }
        }
    }
};

int tst_training_ways_out(int argc, char** argv) {
    return lw::tests::run<TestTrainingWaysOut, QCoreApplication>(argc, argv);
}
#include "tst_training_ways_out.moc"
