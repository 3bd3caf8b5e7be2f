// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/training_window.h"
#include "widgets/recompute/decisions_view.h"

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace lw;
using ide::MainWindow;
using lower::Way;
using lower::recompute::Policy;
using recompute::DecisionCanvas;
using recompute::DecisionsView;
using tests::trainingView;
using tests::waitFor;

// Decisions to store or to compute again as a person sees and makes them.
class TestDecisionsView : public QObject {
    Q_OBJECT

    tests::TrainingBench m_bench;

    static recompute::TrainingRequest request(const QString& network, Policy policy) {
        recompute::TrainingRequest out{.network = network, .machine = {}};
        out.keeps.policy = policy;
        return out;
    }
    // The cell of a value in a column of the table.
    static QString cell(DecisionsView& view, const QString& name, int column) {
        const auto& model = view.twin().model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, 0).data().toString() == name)
                return model.index(row, column).data().toString();
        return {};
    }
    static int rowOf(DecisionsView& view, const QString& name) {
        for (std::size_t row = 0; row < view.canvas().rows().rows.size(); ++row)
            if (view.canvas().rows().rows[row].name == name.toStdString()) return static_cast<int>(row);
        return -1;
    }
    static constexpr int kRule = 12, kBreakEven = 13, kKept = 14, kDecided = 15;

  private Q_SLOTS:
    void init() { QSettings().clear(); }

    void openingATrainedNetworkLeadsHere() {
        MainWindow window(m_bench.theme());
        window.resize(1280, 800);
        window.show();
        window.openFile(tests::kTrainedDigits);
        waitFor(window.training());
        QCOMPARE(window.workspace(), ide::Workspace::Training);
        auto& view = trainingView<DecisionsView>(window);
        QVERIFY(view.canvas().isVisible());
        QCOMPARE(view.canvas().rows().rows.size(), std::size_t{10}); // layers
        QVERIFY2(view.message().startsWith(QStringLiteral("trained-digits on training, batch of 32")),
                 qPrintable(view.message()));
        QVERIFY(window.training().facts()->tradeOff);
    }

    // The worked example: 409.6 and 341.33 bytes per clock, by slider; a step below and one above.
    void theSliderMovesOverTheBreakEven() {
        MainWindow window(m_bench.theme());
        auto asked = request(tests::kWorkedLayer, Policy::LocalRule);
        asked.whatIf.element = tensor::DType::F16;
        asked.whatIf.more =
            QStringLiteral("offchip-latency=0,cache=512,cache-latency=0,vector=1024,tensor=16384,"
                           "lanes=64,norm.normalise=2,taps=all");
        asked.keeps.places = {{3, lower::Memory::Hbm}, {5, lower::Memory::Hbm}}; // relu1, bn2
        tests::openTraining(window, asked);
        auto& view = trainingView<DecisionsView>(window);
        QCOMPARE(cell(view, QStringLiteral("relu1"), kBreakEven), QStringLiteral("409.60"));
        QCOMPARE(cell(view, QStringLiteral("bn2"), kBreakEven), QStringLiteral("341.33"));
        const auto rules = [&](double bandwidth) {
            view.offChip().number().setValue(bandwidth);
            return cell(view, QStringLiteral("relu1"), kRule) + QLatin1Char(' ') +
                   cell(view, QStringLiteral("bn2"), kRule);
        };
        QCOMPARE(rules(409.61), QStringLiteral("store store"));
        QCOMPARE(rules(409.59), QStringLiteral("recompute store"));
        QCOMPARE(rules(341.34), QStringLiteral("recompute store"));
        QCOMPARE(rules(341.33), QStringLiteral("recompute recompute"));
        // What is kept follows at once, without anything beside.
        QCOMPARE(cell(view, QStringLiteral("bn2"), kKept), QStringLiteral("recompute"));
        // By the slider itself: from its least to its most.
        view.offChip().slider().setValue(view.offChip().slider().minimum());
        QCOMPARE(cell(view, QStringLiteral("relu1"), kRule), QStringLiteral("recompute"));
        view.offChip().slider().setValue(view.offChip().slider().maximum());
        QCOMPARE(cell(view, QStringLiteral("relu1"), kRule), QStringLiteral("store"));
        view.machineAction().trigger();
        QCOMPARE(view.offChip().value(), window.training().facts()->machine.hbm.bandwidth);
    }

    void fixedPoliciesFollowAtOnce() {
        MainWindow window(m_bench.theme());
        tests::openTraining(window, request(tests::kTrainedDigits, Policy::StoreAll));
        auto& view = trainingView<DecisionsView>(window);
        QCOMPARE(cell(view, QStringLiteral("relu1"), kKept), QStringLiteral("store, VMEM"));
        view.policy().setCurrentIndex(static_cast<int>(Policy::ConvStored));
        Q_EMIT view.policy().activated(static_cast<int>(Policy::ConvStored));
        QVERIFY(!window.training().facts()->isReportStale);
        QCOMPARE(cell(view, QStringLiteral("conv1"), kKept), QStringLiteral("store, VMEM"));
        QCOMPARE(cell(view, QStringLiteral("bn1"), kKept), QStringLiteral("recompute"));
        QCOMPARE(cell(view, QStringLiteral("relu1"), kKept), QStringLiteral("recompute"));
        // conv1, conv2 and conv3, and the network's output, in bytes: of 64 pixels and 32 images a row of 128
        // float32 each, and of the output one pixel.
        QVERIFY2(view.message().contains(QStringLiteral("Computing again takes")),
                 qPrintable(view.message()));
        // Neither policy has another curve.
        QVERIFY(!window.training().facts()->isTradeOffStale);
        // What is kept is the policy's, whatever there is room for; and that is said.
        QVERIFY(!view.message().contains(QStringLiteral("too many")));
        view.cache().number().setValue(1024);
        const std::uint64_t over = window.training().facts()->report->usage.peakVmem - 1024;
        QVERIFY2(view.message().contains(QLocale(QLocale::English).toString(qulonglong{over}) +
                                         QStringLiteral(" bytes of VMEM too many")),
                 qPrintable(view.message()));
    }

    // A moment later: until then the numbers of before are said to be that.
    void aBudgetIsWorkedOutBeside() {
        MainWindow window(m_bench.theme());
        tests::openTraining(window, request(tests::kTrainedDigits, Policy::StoreAll));
        auto& view = trainingView<DecisionsView>(window);
        const auto facts = [&] { return window.training().facts(); };
        const std::uint64_t all = facts()->report->usage.peak;
        view.budget().number().setValue(static_cast<double>(all) / 2);
        QCOMPARE(view.policy().currentIndex(), static_cast<int>(Policy::Budget));
        QVERIFY(facts()->isReportStale);
        QVERIFY2(view.message().startsWith(QStringLiteral("Of the choice before")),
                 qPrintable(view.message()));
        QCOMPARE(facts()->report->usage.peak, all);
        // Another move before it is there: only the last one counts.
        view.budget().number().setValue(static_cast<double>(all) * 2 / 3);
        waitFor(window.training());
        QVERIFY(!facts()->isReportStale);
        QVERIFY(facts()->report->usage.peak <= all * 2 / 3);
        QCOMPARE(facts()->report->request.budget, std::optional<std::uint64_t>(all * 2 / 3));
        QVERIFY2(view.message().contains(
                     QStringLiteral("no choice within the budget and without masks or bfloat16 takes fewer")),
                 qPrintable(view.message()));
        // What no choice keeps within is said, and what would do.
        view.budget().number().setValue(1000);
        waitFor(window.training());
        QVERIFY(facts()->isReportStale);
        QVERIFY2(view.message().contains(QStringLiteral("no choice was found that keeps within 1000 bytes")),
                 qPrintable(view.message()));
    }

    void aClickDecidesByHand() {
        MainWindow window(m_bench.theme());
        tests::openTraining(window, request(tests::kTrainedDigits, Policy::StoreAll));
        auto& view = trainingView<DecisionsView>(window);
        const int row = rowOf(view, QStringLiteral("relu1"));
        const auto click = [&](int at) {
            const QPointF point = view.canvas().boxOf(at, DecisionCanvas::Column::Kept).center();
            QTest::mouseClick(view.canvas().viewport(), Qt::LeftButton, {}, point.toPoint());
        };
        const auto clocks = [&] { // of all work, hidden or not
            const auto& usage = window.training().facts()->report->usage;
            return usage.clocks + usage.hiddenClocks;
        };
        const std::uint64_t before = clocks();
        click(row);
        QCOMPARE(cell(view, QStringLiteral("relu1"), kKept), QStringLiteral("recompute"));
        QCOMPARE(cell(view, QStringLiteral("relu1"), kDecided), QStringLiteral("by hand"));
        QVERIFY(clocks() > before);
        QCOMPARE(window.training().chosen(), std::optional<network::ValueId>(3));
        // Again: a bit of each number is kept, or half of its bits; and it is stored, which is what the
        // policy says anyway.
        click(row);
        QCOMPARE(cell(view, QStringLiteral("relu1"), kKept), QStringLiteral("mask"));
        click(row);
        QCOMPARE(cell(view, QStringLiteral("relu1"), kKept), QStringLiteral("bfloat16, VMEM"));
        click(row);
        QCOMPARE(cell(view, QStringLiteral("relu1"), kKept), QStringLiteral("store, VMEM"));
        QCOMPARE(cell(view, QStringLiteral("relu1"), kDecided), QStringLiteral("by the policy"));
        QVERIFY(!view.forgetAction().isEnabled());
        // What a batch norm reads can follow from what it gives.
        click(rowOf(view, QStringLiteral("conv1")));
        QCOMPARE(cell(view, QStringLiteral("conv1"), kKept), QStringLiteral("recompute"));
        click(rowOf(view, QStringLiteral("conv1")));
        QCOMPARE(cell(view, QStringLiteral("conv1"), kKept), QStringLiteral("inverse"));
        // The keyboard does the same. In bfloat16 it would give other gradients, which only the menu offers.
        view.canvas().setFocus();
        QTest::keyClick(&view.canvas(), Qt::Key_Space);
        QCOMPARE(cell(view, QStringLiteral("conv1"), kDecided), QStringLiteral("by the policy"));
        // The output of the network has no other way.
        click(rowOf(view, QStringLiteral("logits")));
        QCOMPARE(cell(view, QStringLiteral("logits"), kDecided), QStringLiteral("by the policy"));
        QVERIFY2(view.message().contains(QStringLiteral("output")), qPrintable(view.message()));
    }

    void whatIsAskedWrongIsSaid() {
        MainWindow window(m_bench.theme());
        tests::openTraining(window, request(tests::kTrainedDigits, Policy::StoreAll));
        auto& view = trainingView<DecisionsView>(window);
        view.more().setText(QStringLiteral("offchp=64"));
        QTest::keyClick(&view.more(), Qt::Key_Return);
        QVERIFY2(view.message().contains(QStringLiteral("there is no \"offchp\"")),
                 qPrintable(view.message()));
        QVERIFY(window.training().facts()->request.whatIf.more.isEmpty());
    }

    // Without a network that is trained there is a way to one.
    void anEmptyViewSaysHowToGetOne() {
        MainWindow window(m_bench.theme());
        window.show();
        window.showWorkspace(ide::Workspace::Training);
        auto& view = trainingView<DecisionsView>(window);
        const QSignalSpy wanted(&view, &DecisionsView::networkWanted);
        auto* notice = view.findChild<theme::EmptyNotice*>();
        QVERIFY(notice && notice->isVisible());
        QVERIFY(notice->text().contains(QStringLiteral("Open a network")));
        QSignalSpy failed(&window.training(), &recompute::RecomputeDesk::failed);
        window.training().open(
            request(tests::kWorkedExamples + QStringLiteral("e02.json"), Policy::StoreAll));
        waitFor(window.training());
        QCOMPARE(failed.count(), 1); // it says nothing of batches
        QVERIFY2(notice->text().contains(QStringLiteral("how many images")), qPrintable(notice->text()));
    }
};

int tst_decisions_view(int argc, char** argv) {
    return lw::tests::run<TestDecisionsView, QApplication>(argc, argv);
}
#include "tst_decisions_view.moc"
