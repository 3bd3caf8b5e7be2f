// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "core/tensor/npy.h"
#include "tests/support/own_settings.h"
#include "tests/support/python_module.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/differences_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using firmware::DifferencesView;
using ide::MainWindow;
using Of = DifferencesView::Of;

namespace {

const QString kTwoPortions = QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw");
constexpr int kPatienceMs = 60'000;
// Its instructions 5, executed 50 times, and 11, executed three times, compute.
constexpr char kTwoLoops[] = R"(.chip nnp, "nnp-teaching"
        v_rd NetQ, 0
        v_wr InitialVrf, 0
        end_chain
loop 50
        v_rd InitialVrf, 0
        v_relu
        v_wr InitialVrf, 1
        end_chain
endloop
loop 3
        v_rd InitialVrf, 0
        v_relu
        v_wr InitialVrf, 1
        end_chain
endloop
        halt
.tensor x, f16, [1, N], netin = "x.npy"
)";

} // namespace

class TestDifferencesView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings;

    static DifferencesView& open(MainWindow& window, const QString& program = kTwoPortions) {
        window.resize(1280, 800);
        window.show();
        window.openFile(program);
        window.showWorkspace(ide::Workspace::Firmware);
        window.page(ide::Workspace::Firmware)->raiseView(QStringLiteral("differences"));
        auto* view = window.page(ide::Workspace::Firmware)->findChild<DifferencesView*>();
        LW_REQUIRE(view, "the workspace has it");
        return *view;
    }
    static QString write(const QTemporaryDir& folder, const QByteArray& text) {
        QFile file(folder.filePath(QStringLiteral("program.lw")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no program");
        return file.fileName();
    }
    static void wait(const DifferencesView& view, const QString& words) {
        QTRY_VERIFY2_WITH_TIMEOUT(view.message().contains(words), qPrintable(view.message()), kPatienceMs);
    }
    static QString cell(DifferencesView& view, int row, int column) {
        return view.table().model()->index(row, column).data().toString();
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }

    // Ten instructions compute; the software has not run.
    void float64StandsBesideTheFirmware() {
        MainWindow window(m_theme);
        DifferencesView& view = open(window);
        wait(view, QStringLiteral("The software has not run"));
        QCOMPARE(view.table().model()->rowCount(), 10);
        QCOMPARE(cell(view, 0, 0), QStringLiteral("14"));
        QCOMPARE(cell(view, 0, 2), QString()); // nothing to compare
        Q_EMIT view.table().clicked(view.table().model()->index(4, 0));
        QCOMPARE(window.selection().item().bundle->bundle, 20U);
        QCOMPARE(view.pane(Of::Firmware).info().shape, (tensor::Shape{1, 4}));
        QVERIFY(view.pane(Of::Exact).elements() && !view.pane(Of::Software).elements());
    }

    // The README of the example has the numbers of both; the third of the four is the same.
    void anotherFirmwareStandsBesideIt() {
        MainWindow window(m_theme);
        DifferencesView& view = open(window);
        wait(view, QStringLiteral("The software has not run"));
        view.compareWith(QStringLiteral(LW_ROOT "/examples/nnp/two-portions/one_chain.lw"));
        wait(view,
             QStringLiteral("To the network program.lw and one_chain.lw give 1 of 4 numbers with equal bits; "
                            "the others are at most 256 ulp apart. One gives 8 numbers and the other 4"));
        const auto shown = [&](Of of, std::uint64_t i) {
            const auto all = scene::readAll(*view.pane(of).elements());
            return all ? all->at<float>(i) : 0.0F;
        };
        QCOMPARE(shown(Of::Software, 0), 3.287109375F);
        QCOMPARE(shown(Of::Ulp, 1), 256.0F);
        Q_EMIT view.table().clicked(view.table().model()->index(4, 0)); // back to an instruction
        wait(view, QStringLiteral("The software has not run"));
        QVERIFY(!view.pane(Of::Software).elements());
        view.compareWith(QStringLiteral(LW_ROOT "/examples/training/saxpy/program.lw"));
        wait(view, QStringLiteral("whose programs have no chains"));
    }

    // What is asked for before this firmware has run, as by a script, is not forgotten.
    void anotherFirmwareMayBeAskedForAtOnce() {
        MainWindow window(m_theme);
        DifferencesView& view = open(window);
        view.compareWith(QStringLiteral(LW_ROOT "/examples/nnp/two-portions/one_chain.lw"));
        QVERIFY(view.isWaiting());
        wait(view, QStringLiteral("To the network program.lw and one_chain.lw give 1 of 4 numbers"));
    }

    // What it did not come to is not shown as exact.
    void aFaultIsSaid() {
        QTemporaryDir folder;
        const QString program = write(folder, QByteArray(kTwoLoops).replace(" = \"x.npy\"", ""));
        MainWindow window(m_theme);
        DifferencesView& view = open(window, program);
        wait(view, QStringLiteral("The firmware does not come to its end: "));
        QCOMPARE(view.table().model()->rowCount(), 2);
        for (const int column : {4, 5}) QCOMPARE(cell(view, 0, column), QString());
    }

    // The first execution is shown, and stepped to, of an instruction that is executed less often.
    void anotherInstructionBeginsWithItsFirstExecution() {
        QTemporaryDir folder;
        const QString program = write(folder, kTwoLoops);
        tensor::Tensor x(tensor::DType::F16, {1, 4});
        QVERIFY(tensor::writeNpy(folder.filePath(QStringLiteral("x.npy")).toStdString(), x));
        MainWindow window(m_theme);
        DifferencesView& view = open(window, program);
        wait(view, QStringLiteral("The software has not run"));
        const auto clockThere = [&](std::uint32_t bundle) {
            view.stepButton().click();
            const auto isThere = [&] {
                return window.session().frame()->nextBundle == bundle && !window.session().isBusy();
            };
            return QTest::qWaitFor(isThere, kPatienceMs) ? window.session().frame()->clock : 0;
        };
        const auto bundleOf = [&](int row) { return cell(view, row, 0).toUInt(); };
        Q_EMIT view.table().clicked(view.table().model()->index(0, 0));
        QCOMPARE(view.times().maximum(), 50);
        const std::uint64_t first = clockThere(bundleOf(0));
        view.times().setValue(50);
        const std::uint64_t last = clockThere(bundleOf(0));
        QVERIFY(first > 0 && last > first);
        Q_EMIT view.table().clicked(view.table().model()->index(1, 0));
        QCOMPARE(view.times().maximum(), 3);
        QCOMPARE(view.times().value(), 1);
        const std::uint64_t other = clockThere(bundleOf(1));
        view.times().setValue(3);
        const std::uint64_t third = clockThere(bundleOf(1));
        QVERIFY(other > last && third > other);
    }

    // A Python that rounds the sum of the first portion to a block once more, as in tst_beside_view.
    void theFirstDifferenceIsShownAndStepped() {
        if (!tests::hasPythonModule("numpy")) QSKIP("python3 has no NumPy");
        QTemporaryDir folder;
        QFile python(folder.filePath(QStringLiteral("python3")));
        QVERIFY(python.open(QIODevice::WriteOnly));
        python.write("#!/bin/sh\n"
                     "[ -f \"$2\" ] && sed -i 's/f.half(v6 + v5)/f.block(f.half(v6 + v5), bits=5)/' \"$2\"\n"
                     "exec /usr/bin/python3 \"$@\"\n");
        python.setPermissions(python.permissions() | QFile::ExeOwner);
        python.close();
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", folder.path().toUtf8() + ':' + before);
        MainWindow window(m_theme);
        DifferencesView& view = open(window);
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().facts(), kPatienceMs);
        window.firmware().compare();
        wait(view, QStringLiteral("first gives other bits at instruction 19"));
        qputenv("PATH", before);
        QCOMPARE(view.table().currentIndex().row(), 3);
        QCOMPARE(cell(view, 3, 0), QStringLiteral("19"));
        QVERIFY(view.table().model()->index(3, 0).data(paint::SceneTableModel::ChangedRole).toBool());
        QVERIFY(view.message().contains(QStringLiteral("is the first: ")));
        QVERIFY(view.pane(Of::Software).elements() && view.pane(Of::Ulp).elements());
        QVERIFY(view.pane(Of::Firmware).canvas().selected().has_value());
        view.stepButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(window.session().frame()->nextBundle == 19 && !window.session().isBusy(),
                                 kPatienceMs);
    }
};

int tst_differences_view(int argc, char** argv) {
    return lw::tests::run<TestDifferencesView, QApplication>(argc, argv);
}
#include "tst_differences_view.moc"
