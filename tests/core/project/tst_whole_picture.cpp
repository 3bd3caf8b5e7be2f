// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lower_network.h"
#include "tests/core/project/tile_target.h"
#include "tests/core/scene/counting_network.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::project;

namespace {

tensor::Tensor ones(std::uint64_t rows, std::uint64_t columns) {
    tensor::Tensor out(tensor::DType::F32, {rows, columns, 1});
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, 1.0f);
    return out;
}

// To the end, however long that is.
Result<bool> wholeHalts(machine::Machine& machine) {
    return machine.run({}).kind == machine::StopKind::Halted;
}

} // namespace

class TestWholePicture : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void onTheCircuitWhereItFits_data() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("one circuit") << QStringLiteral("inference");
        QTest::newRow("of an array") << QStringLiteral(LW_ROOT "/examples/networks/inference-2x2.json");
    }
    void onTheCircuitWhereItFits() {
        QFETCH(const QString, machine);
        const network::Network network = test::counting(1, 5, 7);
        std::uint64_t clocks = 0;
        const auto whole =
            wholePicture(network, machine.toStdString(), {}, ones(5, 7), [&](machine::Machine& one) {
                const auto end = wholeHalts(one);
                clocks = one.clock();
                return end;
            });
        QVERIFY2(bool(whole), whole ? "" : textOf(whole.problem()).c_str());
        QVERIFY(*whole && (*whole)->untiled && !(*whole)->refused);
        QVERIFY(clocks > 0);
        QCOMPARE((*whole)->untiled->clocks, clocks);
        const tensor::Tensor &got = (*whole)->outputs().front(), &reference = (*whole)->reference.front();
        QCOMPARE(&got, &(*whole)->untiled->outputs.front());
        for (std::uint64_t i = 0; i < 35; ++i) { // how many pixels of the picture a kernel covers
            const std::uint64_t rows = i / 7 == 0 || i / 7 == 4 ? 2 : 3,
                                columns = i % 7 == 0 || i % 7 == 6 ? 2 : 3;
            QCOMPARE(tensor::valueAt(got, i), static_cast<double>(rows * columns));
            QCOMPARE(tensor::valueAt(reference, i), static_cast<double>(rows * columns));
        }
    }
    void byTheReferenceWhereItDoesNotFit() {
        const network::Network network = test::counting(2, 200, 200); // 160,000 bytes
        const auto whole = wholePicture(network, "inference-teaching", {}, ones(200, 200), wholeHalts);
        QVERIFY(whole && *whole && !(*whole)->untiled && (*whole)->refused);
        QCOMPARE(std::string_view((*whole)->refused->message->code), std::string_view("E643"));
        QCOMPARE(&(*whole)->outputs(), &(*whole)->reference);
        QCOMPARE(tensor::valueAt((*whole)->reference.front(), 0), 4.0 + 6.0 + 6.0 + 9.0);
    }
    void aRunThatIsStoppedGivesNothing() {
        const auto whole = wholePicture(test::counting(1, 5, 7), {}, {}, ones(5, 7),
                                        [](machine::Machine&) { return false; });
        QVERIFY(whole && !*whole);
    }
    void theReferenceCanBeStopped() {
        const std::atomic<bool> stop = true;
        bool hasBegun = false;
        const auto whole = wholePicture(
            test::counting(1, 5, 7), {}, {}, ones(5, 7), [&](machine::Machine&) { return hasBegun = true; },
            &stop);
        QVERIFY(whole && !*whole && !hasBegun);
    }
};

int tst_whole_picture(int argc, char** argv) { return lw::tests::run<TestWholePicture>(argc, argv); }
#include "tst_whole_picture.moc"
