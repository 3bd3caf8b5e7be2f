// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/messages.h"
#include "core/network/kinds.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "tests/core/lower/processor/plain_processor.h"
#include "tests/core/lower/processor/random_layers.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <fstream>
#include <map>
#include <set>

using namespace lw;
using namespace lw::test;

namespace {

using Sizes = std::map<std::string, std::uint32_t>;

// The teaching machine with other numbers, as a file.
std::string machineFile(const QTemporaryDir& folder, const Sizes& sizes) {
    std::string json = *(*chips::chipNamed("nnp"))->builtIn("nnp-teaching");
    for (const auto& [key, value] : sizes) {
        const std::size_t at = json.find("\"value\": ", json.find("\"" + key + "\"")) + 9;
        json.replace(at, json.find(',', at) - at, std::to_string(value));
    }
    const std::string path = folder.filePath("machine.json").toStdString();
    std::ofstream(path) << json;
    return path;
}
const Sizes kLarge{{"chainVectors", 4096},       {"initialVectors", 65536},   {"addSub0Vectors", 4096},
                   {"addSub1Vectors", 4096},     {"multiplyVectors", 4096},   {"matrices", 4096},
                   {"netInBytes", 1 << 20},      {"netOutBytes", 1 << 20},    {"vectorDramBytes", 1 << 20},
                   {"matrixDramBytes", 1 << 22}, {"instructionRows", 1 << 20}};
Sizes with(Sizes sizes, const Sizes& others) {
    for (const auto& [key, value] : others) sizes[key] = value;
    return sizes;
}

std::vector<double> numbersOf(const tensor::Tensor& tensor) {
    std::vector<double> out;
    for (std::uint64_t i = 0; i < tensor.count(); ++i) out.push_back(tensor::valueAt(tensor, i));
    return out;
}

// What the firmware gives; a fault is told.
Result<std::vector<tensor::Tensor>> ranOn(const network::Network& network, const std::string& machine,
                                          const tensor::Tensor& x, std::string& fault) {
    LW_TRY(const project::ProcessorLowered lowered, project::lowerForProcessor(network, machine, &x));
    LW_TRY(const project::LoadedProgram loaded, project::loadWritten(lowered.lowering, lowered.machine));
    LW_TRY(const auto processor, loaded.createMachine({}));
    const machine::Stop stop = processor->run({});
    if (stop.fault) fault = stop.fault->text + " " + stop.fault->advice;
    return project::outputsOf(*processor, lowered.lowering);
}

std::string kindsOf(const network::Network& network) {
    std::string out;
    for (const network::Layer& layer : network.layers) out += std::string(network::nameOf(layer.kind)) + " ";
    return out;
}

// The first element that differs, as text; empty: none.
std::string differenceOf(const network::Network& network, const std::vector<tensor::Tensor>& got,
                         const std::vector<std::vector<double>>& wanted) {
    for (std::size_t i = 0; i < got.size(); ++i) {
        const std::vector<double>& plain = wanted[network.outputs[i]];
        for (std::uint64_t k = 0; k < got[i].count(); ++k) {
            const double x = tensor::valueAt(got[i], k);
            if (std::bit_cast<std::uint64_t>(x) != std::bit_cast<std::uint64_t>(plain[k]))
                return kindsOf(network) + network::nameOf(network, network.outputs[i]) + "[" +
                       std::to_string(k) + "]: " + std::to_string(x) + ", plainly " +
                       std::to_string(plain[k]);
        }
    }
    return {};
}

} // namespace

class TestProcessorNetworks : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Chains, files and register files of all sizes; the bits are those of plain loops over the network.
    void randomNetworks() {
        QTemporaryDir folder;
        std::set<network::Kind> kinds;
        int ran = 0, streamed = 0;
        const Seeds seeds = seedsBelow(3000);
        for (const std::uint32_t seed : seeds) {
            const RandomLayers random(seed);
            const std::uint32_t chain = seed % 3 == 0 ? 3 + seed % 11 : 4096;
            const std::uint32_t matrices = seed % 4 == 0 ? 2 + seed % 37 : 4096;
            const std::uint32_t bits = 3 + seed % 6;
            const std::string machine =
                machineFile(folder, with(kLarge, {{"chainVectors", chain},
                                                  {"matrices", matrices},
                                                  {"addSub0Vectors", seed % 5 == 0 ? 12 : 4096},
                                                  {"addSub1Vectors", seed % 7 == 0 ? 6 : 4096},
                                                  {"vectorMantissaBits", bits},
                                                  {"matrixMantissaBits", 2 + seed % 5}}));
            std::string fault;
            const auto got = ranOn(random.network, machine, random.x, fault);
            if (!got) { // windows in the padding alone, and what the machine is too small for
                const std::string_view code = got.problem().message->code;
                QVERIFY2(code == "E880" || chain < 4096 || matrices < 4096 || seed % 5 == 0 || seed % 7 == 0,
                         textOf(got.problem()).c_str());
                continue;
            }
            QVERIFY2(fault.empty(), fault.c_str());
            ++ran;
            streamed += matrices < 4096 ? 1 : 0;
            for (const network::Layer& layer : random.network.layers) kinds.insert(layer.kind);
            const PlainFormats formats{4, static_cast<int>(bits), static_cast<int>(2 + seed % 5),
                                       std::min(chain, matrices)};
            const std::string difference =
                differenceOf(random.network, *got, plainValues(random.network, numbersOf(random.x), formats));
            QVERIFY2(difference.empty(), difference.c_str());
        }
        QVERIFY(ran > static_cast<int>(seeds.size()) / 2);
        if (seeds.size() >= 50) {
            QVERIFY(streamed > 3);
            QCOMPARE(kinds.size(), std::size_t{12});
        }
    }
};

int tst_processor_networks(int argc, char** argv) {
    return lw::tests::run<TestProcessorNetworks>(argc, argv);
}
#include "tst_processor_networks.moc"
