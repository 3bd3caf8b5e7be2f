// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/load_network.h"
#include "core/project/lowered_program.h"
#include "core/project/train_network.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/training/trained_run.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace lw;
using lower::recompute::Policy;

namespace {

const std::string kFolder = LW_ROOT "/examples/networks/training-by-hand/";

network::Network networkOf(const std::string& name) {
    source::DiskLoader disk;
    source::Files files(disk);
    auto network = project::loadNetwork(kFolder + name, files);
    LW_REQUIRE(bool(network), "an example");
    return *std::move(network);
}

using Gradients = std::map<std::string, tensor::Tensor>; // "y weights"

// Of one step on the small core; `failure` says where it ended if it did not halt, or what its text warns of.
Gradients gradientsOf(const std::string& name, Policy policy, std::string& failure) {
    const std::string path = kFolder + name;
    const network::Network network = networkOf(name);
    const auto data = project::trainingDataOf(path);
    LW_REQUIRE(data && *data, "an example");
    const auto images = project::readExamples(path, (*data)->images);
    const auto labels = project::readExamples(path, (*data)->labels);
    LW_REQUIRE(images && labels, "its images");
    project::TrainingRequest request{.machine = "training-small", .keeps = {.policy = policy}, .options = {}};
    request.options.keepsGradients = true;
    const auto lowered = project::lowerTraining(network, request, *images, *labels);
    if (!lowered) failure = textOf(lowered.problem());
    if (!lowered) return {};
    source::MemoryLoader memory;
    source::Files written(memory);
    const auto answer = project::loadLowered(lowered->program, "step", request.machine, memory, written);
    for (const Problem& one : answer.diagnostics.problems()) failure += textOf(one);
    const auto machine = test::machineFor(answer, failure);
    if (!machine) return {};
    const machine::Stop stop = machine->run({});
    if (stop.fault) failure += stop.fault->text;
    Gradients out;
    for (const lower::training::ParameterTensor& one : lowered->program.parameters) {
        if (one.gradient.empty()) continue;
        const auto gradient = project::readTensor(*machine, one.gradient);
        LW_REQUIRE(bool(gradient), "a tensor of the program");
        out.emplace(network.layers[one.layer].name + " " + one.part, *gradient);
    }
    return out;
}

// Each number within `share` of itself and a millionth.
bool isNear(const tensor::Tensor& found, const std::vector<double>& wanted, double share) {
    if (found.count() != wanted.size()) return false;
    for (std::uint64_t i = 0; i < wanted.size(); ++i)
        if (!(std::abs(valueAt(found, i) - wanted[i]) <= share * std::abs(wanted[i]) + 1e-6)) return false;
    return true;
}

} // namespace

// The examples whose numbers were found by hand, on the chip.
class TestWorkedSteps : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void batchNormsByHand_data() {
        QTest::addColumn<QString>("network");
        QTest::addColumn<int>("policy");
        for (const char* const name : {"e42.json", "e43.json"})
            for (const Policy policy : {Policy::StoreAll, Policy::ConvStored, Policy::BnStored})
                QTest::addRow("%s %s", name, std::string(nameOf(policy)).c_str())
                    << name << static_cast<int>(policy);
    }
    // E4.2 and E4.3: dgamma, dbeta, and dy, which is the gradient of the convolution's weights since image i
    // is 1 in channel i alone. Products round dy to bfloat16.
    void batchNormsByHand() {
        QFETCH(QString, network);
        QFETCH(int, policy);
        std::string failure;
        const Gradients found = gradientsOf(network.toStdString(), static_cast<Policy>(policy), failure);
        QVERIFY2(failure.empty(), failure.c_str());
        const bool isFirst = network == "e42.json";
        const double dgamma = isFirst ? 7 : 0.900664, dbeta = isFirst ? 7 : 0.7;
        const std::vector<double> dy =
            isFirst ? std::vector<double>{0, 0, -1, 1}
                    : std::vector<double>{-.067204, .094915, .082446, .024250, -.013164, -.121243};
        QVERIFY(isNear(found.at("z scale"), {dgamma}, 0));
        QVERIFY(isNear(found.at("z shift"), {dbeta}, 0));
        QVERIFY(isNear(found.at("y weights"), dy, 0x1p-8));
    }

    void theDemoIsTheSameUnderAllPolicies() {
        std::string failure;
        const Gradients all = gradientsOf("demo.json", Policy::StoreAll, failure);
        QVERIFY2(failure.empty(), failure.c_str());
        QCOMPARE(all.size(), std::size_t{11}); // weights of four layers, scale and shift of three, a bias
        for (const Policy policy :
             {Policy::Autograd, Policy::Masks, Policy::ConvStored, Policy::LocalRule, Policy::SqrtN}) {
            const Gradients other = gradientsOf("demo.json", policy, failure);
            QVERIFY2(failure.empty(), failure.c_str());
            QVERIFY(other == all);
        }
        const network::Network network = networkOf("demo.json");
        const auto peak = [&](Policy policy) {
            return static_cast<double>(
                test::decided(network, "training-small", {.policy = policy}).usage.peak);
        };
        QCOMPARE(std::lround(100 * peak(Policy::ConvStored) / peak(Policy::StoreAll)), 60L);
    }
};

int tst_worked_steps(int argc, char** argv) { return lw::tests::run<TestWorkedSteps>(argc, argv); }
#include "tst_worked_steps.moc"
