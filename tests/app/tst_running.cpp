// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/run_for_dialog.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/picture_properties.h"
#include "widgets/debug/stop_bar.h"
#include "widgets/debug/why_view.h"
#include "widgets/manual/manual_view.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/state/register_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace lw;
using ide::MainWindow;
using session::State;

// Every way to go on and back, by the window's actions: each stands where it says, and a fault too.
// Views have the room there is.
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

    void open(const QByteArray& text) {
        QFile file(m_folder.filePath(QStringLiteral("program.lw")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        m_window->openFile(file.fileName());
        QTRY_COMPARE(m_window->session().state(), State::Paused);
        QTRY_VERIFY(!m_window->session().isBusy());
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_folder.path());
        theme::apply(m_theme);
    }
    void init() {
        QSettings().clear();
        m_window = std::make_unique<MainWindow>(m_theme);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void stepsGoOverCallsIntoThemAndOut() {
        open(program());
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
        open(program());
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
        open(program());
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
        }
    }

    void stopsAtTheFirstNan() {
        open(program());
        press("breakOnNan");
        QVERIFY(m_window->actions()["breakOnNan"]->isChecked());
        press("run");
        QCOMPARE(next(), 4u);
        const auto* bar = m_window->findChild<debug::StopBar*>();
        QVERIFY2(bar->text().contains(QStringLiteral("nan"), Qt::CaseInsensitive), qPrintable(bar->text()));
        press("breakOnNan");
        QVERIFY(m_window->session().breakpoints().empty());
    }

    // At 5 bundles a second the machine stands most of the time; that is a run all the same.
    void aSlowRunCanBePaused() {
        open(tests::kEndless.toUtf8());
        MainWindow& window = *m_window;
        for (auto* speed : window.findChildren<QComboBox*>())
            if (const int five = speed->findData(5);
                five >= 0 && speed->accessibleName() == QStringLiteral("Speed"))
                speed->setCurrentIndex(five);
        QAction *const run = window.actions()["run"], *const pause = window.actions()["pause"];
        run->trigger();
        QTRY_VERIFY(window.session().frame()->bundles >= 2);
        QTRY_VERIFY(!window.session().isBusy());
        QVERIFY(pause->isEnabled() && !run->isEnabled());
        bool isRateSeen = false;
        for (const auto* label : window.findChildren<QLabel*>())
            isRateSeen |= label->text().contains(QStringLiteral("5 /s"));
        QVERIFY(isRateSeen);
        pause->trigger();
        QTRY_VERIFY(run->isEnabled() && !pause->isEnabled());
    }

    void aFaultSaysWhereWhoseAndWhatToRead() {
        open(".chip training, \"training-teaching\"\n"
             "{ s0: movi r0, 0 }\n{ s0: ld r1, [r0+4] }\n{ s0: add r2, r1, r1 }\n{ s0: halt }\n");
        MainWindow& window = *m_window;
        window.showWorkspace(ide::Workspace::Debug);
        auto* bar = window.findChild<debug::StopBar*>();
        const auto read = [bar]() -> QToolButton* {
            for (auto* button : bar->findChildren<QToolButton*>())
                if (button->text() == QStringLiteral("What to Read")) return button;
            return nullptr;
        }();
        QVERIFY(read && !read->isVisible()); // nothing is wrong yet
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Faulted);
        QTRY_VERIFY(bar->isVisible());
        const QString text = bar->text();
        for (const char* part : {"uninitialised", "program.lw:4", "scalar ALUs", "r1"})
            QVERIFY2(text.contains(QLatin1String(part), Qt::CaseInsensitive), qPrintable(text));
        QVERIFY(text.contains(QString::fromUtf8(machine::meaningOf(machine::FaultKind::Uninitialised))));
        QVERIFY(read->isVisible());
        // The line is red, and the one above is not.
        const auto isRed = [&](int line) {
            editor::CodeEditor* editor = window.documents().editor();
            const int height = editor->textHeight(line), top = editor->firstVisibleLine();
            return tests::hasColour(editor->viewport()->grab().toImage(),
                                    QRectF(0, (line - top) * height, 60, height),
                                    m_theme[theme::Role::Error]);
        };
        QVERIFY(isRed(3) && !isRed(2));
        read->click();
        const auto views = window.findChildren<manual::ManualView*>();
        QVERIFY(std::any_of(views.begin(), views.end(), [](const manual::ManualView* view) {
            return view->isVisible() && view->currentPage() == QStringLiteral("fault/uninitialised");
        }));
        window.actions()["stepBack"]->trigger();
        QTRY_VERIFY(!read->isVisible());
    }

    // A chain is as before it began, but what is wrong is in the instruction that ended it.
    void aFaultInAChainIsWhereItIs() {
        open(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin = 0.5\n"
             "v_rd NetQ, 0\nv_relu\nvv_add AddSubVrf0, 3\nv_wr NetQ, 0\nend_chain\nhalt\n");
        MainWindow& window = *m_window;
        window.showWorkspace(ide::Workspace::Debug);
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Faulted);
        QCOMPARE(next(), 0u);
        QCOMPARE(window.session().frame()->place().value_or(0), 2u);
        editor::CodeEditor* editor = window.documents().editor();
        const auto isRed = [&](int line) {
            const int height = editor->textHeight(line), top = editor->firstVisibleLine();
            return tests::hasColour(editor->viewport()->grab().toImage(),
                                    QRectF(0, (line - top) * height, 60, height),
                                    m_theme[theme::Role::Error]);
        };
        QTRY_VERIFY(isRed(4));
        QVERIFY(!isRed(2));
        auto* why = window.findChild<debug::WhyView*>();
        QVERIFY2(why->text().contains(QStringLiteral("bundle 2")), qPrintable(why->text()));
    }

    // After its end a program that was changed is run anew; one that was not has nothing left to run.
    void aChangedProgramIsRunAnew() {
        open(program());
        press("run");
        QTRY_COMPARE(m_window->session().state(), State::Halted);
        QVERIFY(!m_window->actions()["run"]->isEnabled());
        editor::CodeEditor* editor = m_window->documents().current()->editor();
        editor->setText(editor->text().replace(QStringLiteral("movi r2, 2"), QStringLiteral("movi r2, 3")));
        QTRY_VERIFY(m_window->actions()["run"]->isEnabled());
        QTRY_VERIFY(m_window->documents().assembly());
        m_window->actions()["run"]->trigger();
        QTRY_VERIFY(!m_window->documents().differsFromLoaded());
        QTRY_COMPARE(m_window->session().state(), State::Halted);
        editor->setModified(false);
    }

    // What stands goes out of sight in another workspace, and is in sight when the text is again.
    void whatStandsIsInSight() {
        QByteArray text = ".chip training, \"training-teaching\"\n";
        for (int i = 0; i < 200; ++i) text += "{ s0: movi r1, 1 }\n";
        m_window->resize(1280, 800);
        open(text + "{ s0: halt }\n");
        m_window->showWorkspace(ide::Workspace::Tensors);
        m_window->session().perform(machine::StepBundle{100});
        QTRY_COMPARE(next(), 100u);
        m_window->showWorkspace(ide::Workspace::Debug);
        const editor::CodeEditor* editor = m_window->documents().current()->editor();
        const auto lines = [editor] {
            return static_cast<int>(editor->SendScintilla(QsciScintilla::SCI_LINESONSCREEN));
        };
        QTRY_VERIFY(editor->firstVisibleLine() <= 101 && 101 < editor->firstVisibleLine() + lines());
    }

    // A text that is opened is seen, also where the workspace has none.
    void whatIsOpenedIsInSight() {
        open(program());
        m_window->showWorkspace(ide::Workspace::Firmware);
        QFile file(m_folder.filePath(QStringLiteral("second.lw")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(program()) > 0);
        file.close();
        m_window->openInSight(file.fileName());
        QVERIFY(m_window->documents().current()->editor()->isVisible());
        QCOMPARE(m_window->documents().current()->key(), file.fileName());
    }

    void theSecondColumnGoesAndComesWithTheRoomForIt() {
        MainWindow& window = *m_window;
        window.resize(1920, 900);
        window.showWorkspace(ide::Workspace::Debug);
        open(program());
        const auto isSeen = [](const QWidget* view) { return !view->visibleRegion().isEmpty(); };
        auto* chip = window.findChild<paint::ChipDiagramView*>();
        auto* registers = window.findChild<state::RegisterView*>();
        QTRY_VERIFY(isSeen(chip) && isSeen(registers));
        window.resize(1280, 800);
        QTRY_VERIFY(isSeen(chip) != isSeen(registers)); // tabs of one column
        window.resize(1920, 900);
        QTRY_VERIFY(isSeen(chip) && isSeen(registers));
        // It comes too where there was no room from the beginning.
        window.resize(1280, 800);
        window.actions()["resetLayout"]->trigger();
        QTRY_VERIFY(isSeen(chip) != isSeen(registers));
        window.resize(1920, 900);
        QTRY_VERIFY(isSeen(chip) && isSeen(registers));
        // A layout that was kept at this size is read in a smaller window.
        window.close();
        m_window = std::make_unique<MainWindow>(m_theme);
        m_window->resize(1280, 800);
        m_window->show();
        m_window->showWorkspace(ide::Workspace::Debug);
        open(program());
        auto* smallChip = m_window->findChild<paint::ChipDiagramView*>();
        auto* smallRegisters = m_window->findChild<state::RegisterView*>();
        QTRY_VERIFY(isSeen(smallChip) != isSeen(smallRegisters));
    }
};

int tst_running(int argc, char** argv) { return lw::tests::run<TestRunning, QApplication>(argc, argv); }
#include "tst_running.moc"
