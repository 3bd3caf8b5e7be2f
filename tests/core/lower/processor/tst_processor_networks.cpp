// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/processor/plain_processor.h"
#include "tests/core/lower/processor/processor_runs.h"
#include "tests/core/lower/processor/random_layers.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace lw;
using namespace lw::test;

class TestProcessorNetworks : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Vectors of an odd length would be shifted in queues and DRAM, which are made of words of two numbers.
    void nativeDimensionsAreEven() {
        QTemporaryDir folder;
        const RandomLayers random(1);
        for (const std::uint32_t native : {3u, 5u, 127u}) {
            std::string fault;
            const auto got =
                ranOn(random.network, machineFile(folder, with(kLarge, {{"nativeDimension", native}})),
                      random.x, fault);
            QVERIFY(!got);
            QCOMPARE(std::string(got.problem().message->code), std::string("E256"));
            QVERIFY(textOf(got.problem()).find(std::to_string(native)) != std::string::npos);
        }
    }

    // Vectors, chains, files and register files of all sizes, blocks and integers; the bits are those of
    // plain loops over the network.
    void randomNetworks() {
        QTemporaryDir folder;
        std::set<network::Kind> kinds;
        std::set<int> natives;
        int ran = 0, streamed = 0;
        const Seeds seeds = seedsBelow(3000);
        for (const std::uint32_t seed : seeds) {
            const OnProcessor random = layersOnProcessor(seed);
            const bool areAllLarge =
                random.sizes.at("chainVectors") == 4096 && random.sizes.at("matrices") == 4096 &&
                random.sizes.at("addSub0Vectors") == 4096 && random.sizes.at("addSub1Vectors") == 4096;
            natives.insert(random.formats.native);
            std::string fault;
            const auto got = ranOn(random.network, machineFile(folder, random.sizes), random.x, fault);
            if (!got) { // windows in the padding alone, and what the machine is too small for
                const std::string_view code = got.problem().message->code;
                QVERIFY2(code.starts_with("E88"), textOf(got.problem()).c_str());
                QVERIFY2(code == "E880" || !areAllLarge, textOf(got.problem()).c_str());
                continue;
            }
            QVERIFY2(fault.empty(), fault.c_str());
            ++ran;
            streamed += random.sizes.at("matrices") < 4096 ? 1 : 0;
            for (const network::Layer& layer : random.network.layers) kinds.insert(layer.kind);
            const std::string difference = differenceOf(
                random.network, *got, plainValues(random.network, numbersOf(random.x), random.formats));
            QVERIFY2(difference.empty(), difference.c_str());
        }
        QVERIFY(ran > static_cast<int>(seeds.size()) / 2);
        if (seeds.size() >= 50) {
            QVERIFY(streamed > 3);
            QCOMPARE(kinds.size(), std::size_t{13});
            QCOMPARE(natives, (std::set<int>{2, 4, 6}));
        }
    }
};

int tst_processor_networks(int argc, char** argv) {
    return lw::tests::run<TestProcessorNetworks>(argc, argv);
}
#include "tst_processor_networks.moc"
