// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/chooser.h"
#include "app/ide/example_list.h"
#include "app/ide/main_window.h"
#include "app/ide/mnemonics.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/picture_properties.h"
#include "widgets/debug/problem_view.h"
#include "widgets/manual/manual_view.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/state/memory_view.h"
#include "widgets/state/register_view.h"
#include "widgets/state/unit_view.h"
#include "widgets/striding/striding_files.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>

using namespace lw;
using ide::MainWindow;
using session::State;

// The window as a person uses it, without a display.
class TestMainWindow : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;

    void waitForProgram(MainWindow& window) {
        QTRY_COMPARE(window.session().state(), State::Paused);
        QTRY_VERIFY(!window.session().isBusy());
    }

    static QLineEdit* lineOfChooser(MainWindow& window) {
        for (auto* chooser : window.findChildren<ide::Chooser*>())
            if (chooser->isVisible()) return chooser->findChild<QLineEdit*>();
        return nullptr;
    }

    // Presses a button of the next question, ten ticks after it came.
    static void answer(QMessageBox::StandardButton button, const std::function<void(int)>& meanwhile) {
        auto* timer = new QTimer(qApp);
        connect(timer, &QTimer::timeout, timer, [=, ticks = 0]() mutable {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            if (meanwhile) meanwhile(ticks);
            if (++ticks < 10) return;
            timer->stop(); // deleting it waits for the outermost loop
            timer->deleteLater();
            box->button(button)->click();
        });
        timer->start(10);
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    void opensAnExampleReadyToStep() {
        MainWindow window(m_theme);
        window.show();
        window.openFile(tests::kFirstBundle);
        waitForProgram(window);
        window.actions()["step"]->trigger();
        QTRY_COMPARE(window.session().frame()->clock, 1u);
        window.actions()["stepBack"]->trigger();
        QTRY_COMPARE(window.session().frame()->clock, 0u);
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QVERIFY(!window.actions()["step"]->isEnabled());
        QVERIFY(window.actions()["stepBack"]->isEnabled());
    }

    // F5 that comes before a program is assembled runs it then, but not another one that was opened since.
    void anEarlyRunIsForItsProgram() {
        for (const bool opensAnother : {false, true}) {
            MainWindow window(m_theme);
            window.show();
            window.startWith(tests::kFirstBundle);
            window.actions()["run"]->trigger();
            const QString saxpy = QStringLiteral(LW_ROOT "/examples/training/saxpy/program.lw");
            if (opensAnother) window.startWith(saxpy);
            QTRY_VERIFY(window.session().frame() && !window.session().isBusy());
            QCOMPARE(window.session().loaded()->path == saxpy, opensAnother);
            QCOMPARE(window.session().state(), opensAnother ? State::Paused : State::Halted);
        }
    }

    void aMistakeIsShownAndMended() {
        MainWindow window(m_theme);
        window.show();
        window.openFile(tests::kFirstBundle);
        waitForProgram(window);
        editor::CodeEditor* editor = window.documents().current()->editor();
        const QString good = editor->text();
        editor->setText(QString(good).replace(QStringLiteral("fadd"), QStringLiteral("fsdd")));
        QTRY_VERIFY(window.documents().assembly() && !window.documents().findings().isEmpty());
        QCOMPARE(window.documents().findings().front().line, 14);
        editor->setText(good);
        QTRY_VERIFY(window.documents().assembly() && window.documents().findings().isEmpty());
        editor->setModified(false);
    }

    void theLoadedProgramIsNotTheEditedOne() {
        MainWindow window(m_theme);
        window.show();
        window.openFile(tests::kFirstBundle);
        waitForProgram(window);
        QVERIFY(!window.documents().differsFromLoaded());
        editor::CodeEditor* editor = window.documents().current()->editor();
        editor->setText(editor->text().replace(QStringLiteral("movi r0, 0"), QStringLiteral("movi r0, 1")));
        QVERIFY(window.documents().differsFromLoaded());
        QTRY_VERIFY(window.documents().assembly());
        // The banner lets one keep the old one.
        auto* bar = window.findChild<debug::StopBar*>();
        QTRY_VERIFY(bar->text().contains(QStringLiteral("was changed")));
        const auto buttons = bar->findChildren<QToolButton*>();
        const auto keep = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* button) {
            return button->text() == QStringLiteral("Keep the Old One Running");
        });
        QVERIFY(keep != buttons.end() && (*keep)->isVisible());
        (*keep)->click();
        QVERIFY(!bar->text().contains(QStringLiteral("changed")) || !bar->isVisible());
        QVERIFY(window.documents().differsFromLoaded());
        window.actions()["reset"]->trigger();
        waitForProgram(window);
        QVERIFY(!window.documents().differsFromLoaded());
        editor->setModified(false);
    }

    void helpOpensThePageOfWhatIsUnderTheCursor() {
        MainWindow window(m_theme);
        window.resize(1400, 900);
        window.show();
        window.openFile(tests::kFirstBundle);
        waitForProgram(window);
        const auto page = [&] {
            const auto views = window.findChildren<manual::ManualView*>();
            for (const manual::ManualView* view : views)
                if (view->isVisible()) return view->currentPage();
            return QString();
        };
        editor::CodeEditor* editor = window.documents().editor();
        const auto helpAt = [&](const char* word) {
            editor->setFocus();
            const auto at = editor->text().indexOf(QString::fromLatin1(word));
            editor->SendScintilla(QsciScintillaBase::SCI_GOTOPOS, static_cast<unsigned long>(at + 1));
            window.actions()["help"]->trigger();
            return page();
        };
        for (const auto workspace : {ide::Workspace::Edit, ide::Workspace::Debug}) {
            window.showWorkspace(workspace);
            QCOMPARE(helpAt("fadd"), QStringLiteral("insn/vector.fadd"));
            QCOMPARE(helpAt("r1"), QStringLiteral("registers/r"));
            QCOMPARE(helpAt("tensor"), QStringLiteral("directive/.tensor"));
            QCOMPARE(helpAt("start:"), QStringLiteral("term/label"));
        }
        // A problem comes before the word it is in.
        const QString good = editor->text();
        editor->setText(QString(good).replace(QStringLiteral("fadd"), QStringLiteral("fsdd")));
        QTRY_VERIFY(window.documents().assembly() && !window.documents().findings().isEmpty());
        const QString code = window.documents().findings().front().code;
        QCOMPARE(helpAt("fsdd"), QStringLiteral("code/") + code);
        // And from the list of problems.
        window.openManual({});
        QCOMPARE(page(), QStringLiteral("contents"));
        for (auto* problems : window.findChildren<debug::ProblemView*>()) {
            problems->setCurrentIndex(problems->model()->index(0, 0));
            for (QAction* action : problems->actions())
                if (action->text() == QStringLiteral("Explain This Problem")) action->trigger();
        }
        QCOMPARE(page(), QStringLiteral("code/") + code);
        editor->setText(good);
        editor->setModified(false);
    }

    void aPartOfTheChipOpensItsView() {
        const auto isSeen = [](const QWidget* view) { return !view->visibleRegion().isEmpty(); };
        for (const int width : {1920, 1280}) {
            MainWindow window(m_theme);
            window.resize(width, 900);
            window.show();
            window.showWorkspace(ide::Workspace::Debug);
            window.openFile(tests::kFirstBundle);
            waitForProgram(window);
            auto* chip = window.findChild<paint::ChipDiagramView*>();
            auto* memory = window.findChild<state::MemoryView*>();
            auto* units = window.findChild<state::UnitView*>();
            QTRY_VERIFY(isSeen(chip));
            const auto click = [&](const char* part) {
                chip->canvas().setFocus();
                const QPoint at = chip->canvas().rectOf(QString::fromLatin1(part)).center().toPoint();
                QTest::mouseClick(&chip->canvas(), Qt::LeftButton, {}, at);
            };
            // Two columns where there is room for them; there the diagram stays, and so does the keyboard.
            const bool isWide = width == 1920;
            QTRY_COMPARE(isSeen(window.findChild<state::RegisterView*>()), isWide);
            for (const auto role : {machine::Role::HighBandwidthMemory, machine::Role::VectorMemory}) {
                click(role == machine::Role::VectorMemory ? "vmem" : "hbm");
                QTRY_VERIFY(isSeen(memory));
                QTRY_COMPARE(memory->model().node().index,
                             window.session().loaded()->coreTree().withRole(role).index);
                QCOMPARE(isSeen(chip), isWide);
                const QWidget* focus = window.focusWidget();
                QVERIFY(isWide ? focus == &chip->canvas() : memory->isAncestorOf(focus));
                window.page(ide::Workspace::Debug)->raiseView(QStringLiteral("chip"));
                QTRY_VERIFY(isSeen(chip));
            }
            click("mxu");
            QTRY_VERIFY(isSeen(units));
            QTRY_COMPARE(QString::fromStdString(units->state().unitAt(units->currentIndex()).unit),
                         QStringLiteral("mxu"));
        }
    }

    void aClosedViewComesBackFromTheMenu() {
        MainWindow window(m_theme);
        window.show();
        window.showWorkspace(ide::Workspace::Debug);
        QDockWidget* const closed = window.page(ide::Workspace::Debug)->docks().front();
        closed->close();
        QVERIFY(closed->isHidden());
        for (QMenu* menu : window.menuBar()->findChildren<QMenu*>()) {
            if (ide::withoutMnemonic(menu->title()) != QStringLiteral("Views")) continue;
            Q_EMIT menu->aboutToShow();
            QCOMPARE(menu->actions().size(), window.page(ide::Workspace::Debug)->docks().size());
            menu->actions().front()->trigger();
        }
        QVERIFY(!closed->isHidden());
    }

    // What the palette does is about what had the focus before it was opened.
    void thePaletteGivesTheFocusBack() {
        MainWindow window(m_theme);
        window.show();
        window.openFile(tests::kFirstBundle);
        waitForProgram(window);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QWidget* editor = window.documents().editor();
        for (const Qt::Key end : {Qt::Key_Escape, Qt::Key_Return}) {
            editor->setFocus();
            window.actions()["palette"]->trigger();
            QLineEdit* line = lineOfChooser(window);
            QTRY_VERIFY(line->hasFocus());
            window.actions()["palette"]->trigger(); // once more: still one, that knows the text
            line = lineOfChooser(window);
            QTRY_VERIFY(line->hasFocus());
            QTest::keyClicks(line, QStringLiteral("duplicate"));
            QTest::keyClick(line, end);
            QVERIFY(editor->hasFocus());
            QTRY_VERIFY(!window.findChild<ide::Chooser*>());
        }
        QVERIFY(window.documents().current()->isModified()); // the line was doubled, once
        window.documents().current()->editor()->setModified(false);
    }

    void aLongListIsWalkedByPages() {
        MainWindow window(m_theme);
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.actions()["palette"]->trigger();
        QLineEdit* line = lineOfChooser(window);
        const auto* list = window.findChild<ide::Chooser*>()->findChild<QListWidget*>();
        QTest::keyClick(line, Qt::Key_PageDown);
        const int page = list->currentRow();
        QVERIFY(page > 5);
        QVERIFY(page < list->count() / 2);
        QTest::keyClick(line, Qt::Key_PageUp);
        QCOMPARE(list->currentRow(), 0);
        QTest::keyClick(line, Qt::Key_Up);
        QCOMPARE(list->currentRow(), 0);
    }

    void viewsAreReachedByKeys() {
        MainWindow window(m_theme);
        window.resize(1280, 800);
        window.show();
        window.openFile(tests::kFirstBundle);
        waitForProgram(window);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QWidget* editor = window.documents().editor();
        window.actions()["goToText"]->trigger();
        QVERIFY(editor->hasFocus());
        const auto dockOf = [](QWidget* widget) -> QString {
            for (; widget; widget = widget->parentWidget())
                if (qobject_cast<QDockWidget*>(widget)) return widget->objectName();
            return {};
        };
        // Those in sight: the first tab at the right and the first below.
        QStringList walked;
        for (int i = 0; i < 3; ++i) {
            window.actions()["nextView"]->trigger();
            walked << dockOf(QApplication::focusWidget());
        }
        QCOMPARE(walked, (QStringList{"chip", "grid", QString()}));
        window.actions()["previousView"]->trigger();
        QCOMPARE(dockOf(QApplication::focusWidget()), QStringLiteral("grid"));
        // One that another covers, by its name.
        window.actions()["palette"]->trigger();
        QTest::keyClicks(lineOfChooser(window), QStringLiteral("view: memory"));
        QTest::keyClick(lineOfChooser(window), Qt::Key_Return);
        QCOMPARE(dockOf(QApplication::focusWidget()), QStringLiteral("memory"));
        QDockWidget* memory = window.findChild<QDockWidget*>(QStringLiteral("memory"));
        window.actions()["floatView"]->trigger();
        QVERIFY(memory->isFloating() && memory->isVisible());
        QTRY_COMPARE(dockOf(QApplication::focusWidget()), QStringLiteral("memory"));
        window.actions()["floatView"]->trigger();
        QVERIFY(!memory->isFloating());
        QTRY_COMPARE(dockOf(QApplication::focusWidget()), QStringLiteral("memory"));
        window.actions()["hideView"]->trigger();
        QVERIFY(memory->isHidden());
        QVERIFY(editor->hasFocus());
    }

    void filesAreWalkedByKeys() {
        MainWindow window(m_theme);
        window.show();
        window.openFile(tests::kFirstBundle);
        window.openFile(QStringLiteral(LW_ROOT "/examples/training/saxpy/program.lw"));
        const auto* second = window.documents().current();
        window.actions()["nextFile"]->trigger();
        QCOMPARE(window.documents().current()->path(), tests::kFirstBundle);
        window.actions()["previousFile"]->trigger();
        QCOMPARE(window.documents().current(), second);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(window.documents().editor()->hasFocus());
        QTest::keyClick(window.documents().editor(), Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(window.documents().current()->path(), tests::kFirstBundle);
    }

    // The question stops nothing: the machine runs on meanwhile, and each answer does what it says.
    void unsavedTextsAreAskedAbout() {
        MainWindow window(m_theme);
        window.show();
        const QString path = m_settings.filePath(QStringLiteral("endless.lw"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(tests::kEndless.toUtf8());
        file.close();
        window.openFile(path);
        waitForProgram(window);
        window.actions()["run"]->trigger();
        window.documents().editor()->append(QStringLiteral("# more\n"));
        std::uint64_t first = 0, last = 0;
        answer(QMessageBox::Cancel, [&](int tick) {
            if (window.session().frame()) (tick == 0 ? first : last) = window.session().frame()->clock;
        });
        QVERIFY(!window.close());
        QVERIFY(window.isVisible());
        QVERIFY(last > first);
        answer(QMessageBox::Save, {});
        window.actions()["closeFile"]->trigger();
        QVERIFY(window.documents().documents().isEmpty());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().endsWith("# more\n"));
        file.close();
        window.openFile(path);
        window.documents().editor()->append(QStringLiteral("# lost\n"));
        answer(QMessageBox::Discard, {});
        QVERIFY(window.close());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().endsWith("# more\n"));
    }

    // A text without a file is not lost by "Save".
    void anUntitledTextIsGivenAFile() {
        MainWindow window(m_theme);
        window.show();
        window.showWorkspace(ide::Workspace::Edit);
        window.actions()["new"]->trigger();
        window.documents().editor()->append(QStringLiteral("# new\n"));
        const QString path = m_settings.filePath(QStringLiteral("untitled.lw"));
        answer(QMessageBox::Save, {});
        QTimer timer;
        connect(&timer, &QTimer::timeout, &window, [&] {
            auto* dialog = window.findChild<QFileDialog*>();
            if (!dialog) return;
            timer.stop();
            dialog->findChild<QLineEdit*>()->setText(path);
            static_cast<QDialog*>(dialog)->accept();
        });
        timer.start(20);
        window.actions()["closeFile"]->trigger();
        QVERIFY(window.documents().documents().isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("# new\n"));
    }

    void comesBackAsItWasLeft() {
        {
            MainWindow window(m_theme);
            window.keeper().startRemembering(m_settings.filePath(QStringLiteral("programs")));
            window.show();
            window.openFile(tests::kFirstBundle);
            waitForProgram(window);
            window.showWorkspace(ide::Workspace::Edit);
            QCOMPARE(window.session().addBreakpoint(QStringLiteral("when r1 == 4")), std::nullopt);
            QVERIFY(window.close());
        }
        MainWindow window(m_theme);
        window.keeper().startRemembering(m_settings.filePath(QStringLiteral("programs")));
        window.show();
        window.restoreSession();
        QCOMPARE(window.documents().documents().size(), 1);
        QCOMPARE(window.documents().current()->path(), tests::kFirstBundle);
        QCOMPARE(window.workspace(), ide::Workspace::Edit);
        waitForProgram(window);
        QTRY_COMPARE(window.session().breakpoints().size(), std::size_t{1});
        QCOMPARE(window.session().breakpoints()[0].text, std::string("when r1 == 4"));
    }

    void noTwoThingsHaveOneShortcut() {
        MainWindow window(m_theme);
        QHash<QString, QString> taken;
        for (const QAction* action : window.actions().all())
            for (const QKeySequence& keys : action->shortcuts()) {
                const QString text = keys.toString(QKeySequence::PortableText);
                QVERIFY2(!taken.contains(text),
                         qPrintable(text + ": " + taken.value(text) + ", " + action->objectName()));
                taken[text] = action->objectName();
            }
        QVERIFY(window.actions().clashWith(QKeySequence(QStringLiteral("F5")), nullptr));
        QVERIFY(!window.actions().clashWith(QKeySequence(QStringLiteral("F5")), window.actions()["run"]));
    }

    void everyMenuItemDoesSomething() {
        MainWindow window(m_theme);
        QCOMPARE(window.actions().unconnected(), QStringList());
    }

    void everyExampleIsOfferedAndAssembles() {
        const auto all = ide::examples();
        QVERIFY(all.size() >= 20);
        QCOMPARE(QFileInfo(all.front().folder).fileName(), QStringLiteral("first-bundle"));
        for (const ide::Example& example : all) {
            QVERIFY2(!example.title.isEmpty() && !example.teaches.isEmpty(), qPrintable(example.folder));
            QVERIFY2(!example.teaches.contains(QLatin1String("](")) &&
                         !example.teaches.contains(QRegularExpression(QStringLiteral("\\*\\S|`"))),
                     qPrintable(example.teaches)); // no marks of Markdown
            QVERIFY2(!QImage(example.picture).isNull(), qPrintable(example.picture));
            if (striding::isNetwork(example.program)) continue; // see tst_striding_views and tst_plan_view
            editor::AssemblyRequest request;
            request.path = example.program;
            for (const editor::Finding& finding : editor::assemble(request).findings)
                QVERIFY2(!finding.isError, qPrintable(example.folder + ": " + finding.text));
        }
    }

    void choosingPrefersBeginningsOfWords() {
        QCOMPARE(ide::fit(QStringLiteral("xyz"), QStringLiteral("Step Over")), 0);
        QVERIFY(ide::fit(QStringLiteral("so"), QStringLiteral("Step Over")) >
                ide::fit(QStringLiteral("so"), QStringLiteral("Resistor")));
        QVERIFY(ide::fit(QStringLiteral("step"), QStringLiteral("Step Bundle")) >
                ide::fit(QStringLiteral("step"), QStringLiteral("Set the Pen")));
    }

    void themesChangeWithoutARestart() {
        MainWindow window(m_theme);
        window.show();
        window.actions()["themeDark"]->trigger();
        QTRY_VERIFY(window.palette().color(QPalette::Window).lightness() < 80);
        window.actions()["themeLight"]->trigger();
        QTRY_VERIFY(window.palette().color(QPalette::Window).lightness() > 200);
    }
};

int tst_main_window(int argc, char** argv) {
    return lw::tests::run<TestMainWindow, QApplication>(argc, argv);
}
#include "tst_main_window.moc"
