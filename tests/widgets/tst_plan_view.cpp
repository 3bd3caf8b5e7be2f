// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/network_dialog.h"
#include "tests/support/own_settings.h"
#include "tests/support/python_module.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/beside_view.h"
#include "widgets/firmware/plan_view.h"
#include "widgets/manual/about_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using firmware::PlanView;
using ide::MainWindow;

namespace {

const QString kLstm = QStringLiteral(LW_ROOT "/examples/nnp/lstm/lstm.onnx"),
              kPlanDigits = QStringLiteral(LW_ROOT "/examples/networks/strided-digits/digits_f32.json"),
              kDigit = QStringLiteral(LW_ROOT "/examples/networks/strided-digits/digits.x.npy"),
              kEdges = QStringLiteral(LW_ROOT "/examples/networks/edge-filter/edge_filter.json");
constexpr int kPatienceMs = 60'000, kSettledMs = 500;

PlanView& planIn(MainWindow& window) {
    auto* view = window.page(ide::Workspace::Firmware)->findChild<PlanView*>();
    LW_REQUIRE(view, "the workspace has it");
    return *view;
}
QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}
void accept(ide::NetworkDialog& dialog) {
    dialog.accept();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

} // namespace

// From a network to firmware whose software has equal bits.
class TestPlanView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings;

    static void show(MainWindow& window) {
        window.resize(1280, 800);
        window.show();
    }
    static void plan(MainWindow& window, const firmware::PlanRequest& request) {
        window.planFirmware(request);
        QTRY_VERIFY_WITH_TIMEOUT(!window.processor().isBusy(), kPatienceMs);
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    // Nothing but the processor has such layers: no dialog offers it to the circuit.
    void anLstmIsPlannedAtOnce() {
        MainWindow window(m_theme);
        show(window);
        window.openNetwork(kLstm);
        QVERIFY(!window.findChild<ide::NetworkDialog*>());
        QCOMPARE(window.workspace(), ide::Workspace::Firmware);
        PlanView& view = planIn(window);
        QVERIFY(view.message().contains(QStringLiteral("is being planned")));
        QTRY_VERIFY_WITH_TIMEOUT(window.processor().planned(), kPatienceMs);
        QVERIFY2(view.message().startsWith(QStringLiteral("lstm on nnp-bw-a10: ")),
                 qPrintable(view.message()));
        QVERIFY(view.input().text().endsWith(QStringLiteral("lstm.x.npy")));
        QCOMPARE(view.layers().rowCount(), 5);
        QCOMPARE(cell(view.layers(), 0, 1), QStringLiteral("lstm"));
        QCOMPARE(cell(view.uses(), 4, 0), QStringLiteral("MatrixRf"));
        QCOMPARE(cell(view.uses(), 4, 2), QStringLiteral("512"));
        QVERIFY(!window.session().frame()); // nothing was run, nor written
        QVERIFY(window.processor().program().isEmpty());
    }

    void onePressGivesTheVerdict() {
        if (!tests::hasPythonModule("numpy")) QSKIP("python3 has no NumPy");
        MainWindow window(m_theme);
        show(window);
        window.startNetwork(kLstm);
        QTRY_VERIFY_WITH_TIMEOUT(window.processor().planned(), kPatienceMs);
        PlanView& view = planIn(window);
        QCOMPARE(view.makeButton().text(), QStringLiteral("Make and Compare"));
        view.makeButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().verdict(), kPatienceMs);
        auto* beside = window.page(ide::Workspace::Firmware)->findChild<firmware::BesideView*>();
        QCOMPARE(beside->message(),
                 QStringLiteral("Equal bits: 205,056 of 205,056 numbers on the way, and the one "
                                "vector to the network."));
        QVERIFY(beside->isVisible());
        QCOMPARE(window.processor().madeFrom(), kLstm);
        // The same in C++, beside it.
        beside->languages().setCurrentIndex(2);
        QVERIFY(beside->message().startsWith(QStringLiteral("Compare runs both")));
        beside->compareButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(
            beside->message().startsWith(QStringLiteral("Equal bits: 205,056 of 205,056")), kPatienceMs);
        // Another machine makes another firmware: the one before is not run beside its plan.
        view.machine().setCurrentIndex(view.machine().findData(QStringLiteral("nnp-bw-s10")));
        Q_EMIT view.machine().activated(view.machine().currentIndex());
        QTRY_VERIFY_WITH_TIMEOUT(window.processor().planned(), kPatienceMs);
        QVERIFY2(view.message().startsWith(QStringLiteral("lstm on nnp-bw-s10: ")),
                 qPrintable(view.message()));
        QTRY_VERIFY(!window.session().frame());
    }

    // Also after another program, which stays loaded.
    void theTextBesideTheNetworkIsShown() {
        MainWindow window(m_theme);
        show(window);
        window.startWith(QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        QTRY_VERIFY_WITH_TIMEOUT(window.session().frame(), kPatienceMs);
        window.startNetwork(kLstm);
        QTRY_VERIFY_WITH_TIMEOUT(window.processor().planned(), kPatienceMs);
        auto* about = window.page(ide::Workspace::Firmware)->findChild<manual::AboutView*>();
        QVERIFY(about);
        QVERIFY2(about->text().toPlainText().startsWith(QStringLiteral("Digits, one pixel at a time")),
                 qPrintable(about->text().toPlainText().left(40)));
    }

    // What was made is known again by what lies beside it.
    void aMadeFirmwareIsPlannedWhenItIsOpened() {
        QTemporaryDir folder;
        MainWindow window(m_theme);
        show(window);
        plan(window, {.network = kPlanDigits,
                      .input = kDigit,
                      .folder = folder.path(),
                      .mean = QStringLiteral("3"),
                      .scale = QStringLiteral("0.25"),
                      .order = network::ImageOrder::ChannelsLast});
        window.processor().make();
        QTRY_VERIFY_WITH_TIMEOUT(window.session().frame(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!window.firmware().isBusy(), kPatienceMs);
        MainWindow later(m_theme);
        show(later);
        later.openFile(folder.filePath(QStringLiteral("program.lw")));
        QTRY_VERIFY_WITH_TIMEOUT(later.processor().planned(), kPatienceMs);
        const firmware::PlanRequest& request = later.processor().request();
        QCOMPARE(request.input, kDigit);
        QCOMPARE(request.mean, QStringLiteral("3"));
        QCOMPARE(request.scale, QStringLiteral("0.25"));
        QVERIFY(request.order == network::ImageOrder::ChannelsLast);
        QCOMPARE(later.processor().madeFrom(), kPlanDigits);
    }

    void theDialogAsksForTheChip() {
        MainWindow window(m_theme);
        show(window);
        window.openNetwork(kPlanDigits);
        auto* dialog = window.findChild<ide::NetworkDialog*>();
        QVERIFY(dialog && !dialog->isForProcessor() && dialog->mode().isEnabled());
        QVERIFY(dialog->machine().findData(QStringLiteral("inference-teaching")) > 0);
        dialog->chip().setCurrentIndex(1);
        QVERIFY(!dialog->mode().isEnabled() && !dialog->tile().isEnabled() && !dialog->range().isEnabled());
        QVERIFY(dialog->machine().findData(QStringLiteral("inference-teaching")) < 0);
        dialog->chooseMachine(QStringLiteral("nnp-bw-a10"));
        dialog->input().setText(kDigit);
        dialog->from().setText(QStringLiteral("conv1"));
        accept(*dialog);
        QCOMPARE(window.workspace(), ide::Workspace::Firmware);
        QCOMPARE(window.processor().request().machine, QStringLiteral("nnp-bw-a10"));
        QVERIFY(window.processor().request().section == (network::Section{"conv1", {}}));
    }

    // Why, and what would do; another machine or a part is then chosen there.
    void whatDoesNotFitSaysWhy() {
        MainWindow window(m_theme);
        show(window);
        plan(window, {.network = kEdges});
        PlanView& view = planIn(window);
        QVERIFY(!window.processor().planned());
        QVERIFY2(view.message().contains(QStringLiteral("vectors of InitialVrf in a row")) &&
                     view.message().contains(QStringLiteral("a smaller picture")),
                 qPrintable(view.message()));
        QCOMPARE(view.makeButton().text(), QStringLiteral("Plan Again"));
        QCOMPARE(view.layers().rowCount(), 0);
        plan(window, {.network = QStringLiteral("/no/such/network.onnx")});
        QVERIFY2(view.message().contains(QStringLiteral("/no/such/network.onnx")),
                 qPrintable(view.message()));
    }

    // Without an input the firmware is made, and there is nothing to compare.
    void withoutAnInputNothingIsRun() {
        MainWindow window(m_theme);
        show(window);
        plan(window, {.network = kPlanDigits});
        PlanView& view = planIn(window);
        QCOMPARE(view.makeButton().text(), QStringLiteral("Make Firmware"));
        view.makeButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().facts(), kPatienceMs);
        QVERIFY(!window.firmware().isComparing() && !window.firmware().verdict());
    }

    // Whatever is asked for last is what is planned, and what was asked for before does not come after it.
    void theLastThatIsAskedForCounts() {
        QTemporaryDir folder;
        firmware::ProcessorDesk desk;
        QSignalSpy made(&desk, &firmware::ProcessorDesk::made);
        const auto isPlanned = [&] { return desk.planned() && !desk.isBusy(); };
        const QString own = QDir::current().relativeFilePath(folder.path());
        desk.plan({.network = kPlanDigits, .input = kDigit, .folder = own});
        QCOMPARE(QDir::cleanPath(desk.request().folder), folder.path());
        QVERIFY(QTest::qWaitFor(isPlanned, kPatienceMs));
        desk.make();
        QVERIFY(QTest::qWaitFor([&] { return made.count() == 1; }, kPatienceMs));
        const QString program = desk.program();
        desk.plan({.network = kLstm});
        QVERIFY(QTest::qWaitFor(isPlanned, kPatienceMs));
        desk.make();
        desk.setProgram(program); // what is opened while another is written takes its place
        QVERIFY(QTest::qWaitFor([&] { return desk.request().network == kPlanDigits && isPlanned(); },
                                kPatienceMs));
        QTest::qWait(kSettledMs);
        QCOMPARE(made.count(), 1);
        desk.setProgram({});
        desk.setProgram(program); // and so does what is planned while a folder is read
        desk.plan({.network = kLstm});
        QVERIFY(QTest::qWaitFor(isPlanned, kPatienceMs));
        QCOMPARE(desk.request().network, kLstm);
        QCOMPARE(desk.program(), QString());
    }

    // The press after an input was typed plans with it and makes the firmware: it is not a press of Stop.
    void aTypedInputIsMadeByOnePress() {
        MainWindow window(m_theme);
        show(window);
        plan(window, {.network = kPlanDigits});
        PlanView& view = planIn(window);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        view.input().setFocus();
        QTRY_VERIFY(view.input().hasFocus());
        QTest::keyClicks(&view.input(), kDigit);
        QTest::mouseClick(&view.makeButton(), Qt::LeftButton);
        QCOMPARE(window.processor().request().input, kDigit);
        QTRY_VERIFY_WITH_TIMEOUT(!window.processor().program().isEmpty(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().facts(), kPatienceMs);
    }

    // The teaching circuit has 65,536 bytes for what is alive, which is twice that; the processor can.
    void whatTheCircuitRefusesIsOfferedToTheProcessor() {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("large.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"schema": "lanewright.network", "version": 1, "name": "large", "dtype": "f32",
                       "input": {"name": "x", "shape": [64, 64, 4], "range": [-1, 1]},
                       "layers": [{"name": "y", "kind": "relu", "inputs": ["x"]}], "outputs": ["y"]})");
        file.close();
        MainWindow window(m_theme);
        show(window);
        window.openNetwork(file.fileName());
        auto* dialog = window.findChild<ide::NetworkDialog*>();
        QVERIFY(dialog);
        dialog->chooseMachine(QStringLiteral("inference-teaching"));
        accept(*dialog);
        const auto offer = [&] { return window.findChild<QMessageBox*>(QStringLiteral("processorOffer")); };
        QTRY_VERIFY_WITH_TIMEOUT(offer(), kPatienceMs);
        QVERIFY2(offer()->text().contains(QStringLiteral("inference-teaching")), qPrintable(offer()->text()));
        QAbstractButton* plan = nullptr;
        for (QAbstractButton* button : offer()->buttons())
            if (button->text() == QStringLiteral("Plan for the Processor")) plan = button;
        QVERIFY(plan);
        plan->click();
        QTRY_VERIFY_WITH_TIMEOUT(window.processor().planned(), kPatienceMs);
        QCOMPARE(window.workspace(), ide::Workspace::Firmware);
        QCOMPARE(window.processor().request().network, file.fileName());
    }

    void planningIsStopped() {
        MainWindow window(m_theme);
        show(window);
        window.planFirmware({.network = kLstm});
        PlanView& view = planIn(window);
        QCOMPARE(view.makeButton().text(), QStringLiteral("Stop"));
        view.makeButton().click();
        QVERIFY(!window.processor().isBusy() && !window.processor().planned());
        QVERIFY2(view.message().contains(QStringLiteral("is not planned")), qPrintable(view.message()));
        view.makeButton().click(); // plans again
        QTRY_VERIFY_WITH_TIMEOUT(window.processor().planned(), kPatienceMs);
    }
};

int tst_plan_view(int argc, char** argv) { return lw::tests::run<TestPlanView, QApplication>(argc, argv); }
#include "tst_plan_view.moc"
