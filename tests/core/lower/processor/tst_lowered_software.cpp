// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "tests/core/lower/processor/processor_runs.h"
#include "tests/core/lower/processor/software_runs.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::test;

namespace {

// Some of the networks that are made of seeds: of those that fit their processors one in fifteen, at least
// one.
void addSome(OnProcessor (*made)(std::uint32_t seed), std::uint32_t seedCount, SoftwareRuns& runs) {
    const QTemporaryDir folder;
    const Seeds seeds = seedsBelow(seedCount);
    const std::size_t wanted = runs.count() + std::max<std::size_t>(seeds.size() / 15, 1);
    for (const std::uint32_t seed : seeds) {
        const OnProcessor random = made(seed);
        const auto lowered =
            project::lowerForProcessor(random.network, machineFile(folder, random.sizes), &random.x);
        if (!lowered) continue; // the tests that compare them with plain loops look at why
        const auto loaded = project::loadWritten(lowered->lowering, lowered->machine);
        QVERIFY2(bool(loaded), loaded ? "" : textOf(loaded.problem()).c_str());
        QCOMPARE(runs.add("seed " + std::to_string(seed), *loaded), std::string());
        if (runs.count() == wanted) return;
    }
}

} // namespace

// Networks and processors that nobody chose: in every number on the way software has the firmware's bits, in
// each language.
class TestLoweredSoftware : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyBit() {
        SoftwareRuns runs;
        addSome(layersOnProcessor, 3000, runs);
        addSome(recurrentOnProcessor, 1500, runs);
        if (QTest::currentTestFailed()) return;
        QVERIFY(runs.count() > 0);
        QCOMPARE(runs.differenceInPython(), std::string());
        QCOMPARE(runs.differenceInCpp(), std::string());
        if (!SoftwareRuns::hasTorch())
            QSKIP("python3-torch is not installed: the software in PyTorch was not run");
        QCOMPARE(runs.differenceInTorch(), std::string());
    }
};

int tst_lowered_software(int argc, char** argv) { return lw::tests::run<TestLoweredSoftware>(argc, argv); }
#include "tst_lowered_software.moc"
