// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/differences_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using firmware::DifferencesView;
using ide::MainWindow;
using Of = DifferencesView::Of;

namespace {

const QString kTwoPortions = QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw");
constexpr int kPatienceMs = 60'000;

bool hasNumpy() {
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-c"), QStringLiteral("import numpy")});
    return python.waitForFinished(kPatienceMs) && python.exitCode() == 0;
}

} // namespace

class TestDifferencesView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings;

    static DifferencesView& open(MainWindow& window) {
        window.resize(1280, 800);
        window.show();
        window.openFile(kTwoPortions);
        window.showWorkspace(ide::Workspace::Firmware);
        window.page(ide::Workspace::Firmware)->raiseView(QStringLiteral("differences"));
        auto* view = window.page(ide::Workspace::Firmware)->findChild<DifferencesView*>();
        LW_REQUIRE(view, "the workspace has it");
        return *view;
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

    // A Python that rounds the sum of the first portion to a block once more, as in tst_beside_view.
    void theFirstDifferenceIsShownAndStepped() {
        if (!hasNumpy()) QSKIP("python3 has no NumPy");
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
