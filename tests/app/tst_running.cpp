// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/run_for_dialog.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/stop_bar.h"

#include <QComboBox>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using ide::MainWindow;
using session::State;

// Every way to go on and back, by the window's actions: each stands where it says.
class TestRunning : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    // Bundles 0 to 4, of which 1 calls bundle 5 and 3 makes a NaN; line n + 2 holds bundle n.
    static QByteArray program() {
        return ".chip training, \"training-teaching\"\n"
               "{ s0: movi r1, 1 ; v0: bcast v1, inf }\n"
               "{ s0: call r30, sub }\n"
               "{ v0: bcast v2, 0.0 }\n"
               "{ v1: fmul v3, v1, v2 }\n"
               "{ s0: halt }\n"
               "sub: { s0: movi r2, 2 }\n"
               "{ s0: ret r30 }\n";
    }
    void press(const char* action) {
        QAction* const one = m_window->actions()[QString::fromLatin1(action)];
        QVERIFY2(one->isEnabled(), action);
        one->trigger();
        QTRY_VERIFY(!m_window->session().isBusy());
    }
    std::uint32_t next() const { return m_window->session().frame()->nextBundle; }

  private Q_SLOTS:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        QCoreApplication::setOrganizationName(QStringLiteral("lanewright-test"));
    }
    void init() {
        QSettings().clear();
        m_window = std::make_unique<MainWindow>(m_theme);
        m_window->show();
        QFile file(m_folder.filePath(QStringLiteral("calls.lw")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(program());
        file.close();
        m_window->openFile(file.fileName());
        QTRY_COMPARE(m_window->session().state(), State::Paused);
        QTRY_VERIFY(!m_window->session().isBusy());
    }
    void cleanup() { m_window.reset(); }

    void stepsGoOverCallsIntoThemAndOut() {
        press("step");
        QCOMPARE(next(), 1u);
        press("stepOver");
        QCOMPARE(next(), 2u);
        press("stepBack");
        QCOMPARE(next(), 6u); // the return is the bundle that issued last
        press("runBack");
        QCOMPARE(m_window->session().frame()->clock, 0u);
        press("step");
        press("step");
        QCOMPARE(next(), 5u);
        press("stepOut");
        QCOMPARE(next(), 2u);
    }

    void runsToTheCursorAndBackToABreakpoint() {
        m_window->documents().editor()->showLine(4); // bundle 3
        press("runToCursor");
        QCOMPARE(next(), 3u);
        QVERIFY(m_window->session().breakpoints().empty()); // it was for this run only
        QCOMPARE(m_window->session().addBreakpoint(QStringLiteral("sub")), std::nullopt);
        press("runBack");
        QCOMPARE(next(), 5u);
        press("runBack");
        QCOMPARE(m_window->session().frame()->clock, 0u);
        press("run");
        QCOMPARE(next(), 5u);
    }

    void runsForSoManyBundlesOrClocks() {
        for (const int unit : {0, 1}) {
            press("reset");
            QTRY_COMPARE(m_window->session().state(), State::Paused);
            QTRY_VERIFY(!m_window->session().isBusy());
            press("runFor");
            auto* dialog = m_window->findChild<ide::RunForDialog*>();
            QVERIFY(dialog);
            dialog->findChild<QSpinBox*>()->setValue(3);
            dialog->findChild<QComboBox*>()->setCurrentIndex(unit);
            dialog->accept();
            QTRY_VERIFY(!m_window->session().isBusy());
            const auto& frame = *m_window->session().frame();
            QCOMPARE(unit == 0 ? frame.bundles : frame.clock, std::uint64_t{3});
            delete dialog;
        }
    }

    void stopsAtTheFirstNan() {
        press("breakOnNan");
        QVERIFY(m_window->actions()["breakOnNan"]->isChecked());
        press("run");
        QCOMPARE(next(), 4u);
        const auto* bar = m_window->findChild<debug::StopBar*>();
        QVERIFY2(bar->text().contains(QStringLiteral("nan"), Qt::CaseInsensitive), qPrintable(bar->text()));
        press("breakOnNan");
        QVERIFY(m_window->session().breakpoints().empty());
    }
};

QTEST_MAIN(TestRunning)
#include "tst_running.moc"
