// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/run_modes_dialog.h"
#include "core/machine/expression.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/debug/stop_bar.h"
#include "widgets/paint/bundle_grid_view.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

using namespace lw;
using ide::MainWindow;
using session::State;

namespace {

const QString kDigits = QStringLiteral(LW_ROOT "/examples/training/digits/program.lw");

} // namespace

// What gets the focus as one presses Tab until one is back. In a text, where that key is a letter, the window
// is asked.
static QSet<const QWidget*> reachedByTab(QWidget& window) {
    QSet<const QWidget*> out;
    for (QWidget* now = QApplication::focusWidget(); now && !out.contains(now);
         now = QApplication::focusWidget()) {
        out << now;
        QTest::keyClick(qobject_cast<QsciScintilla*>(now) ? &window : now, Qt::Key_Tab);
    }
    return out;
}

// What was where it was is there afterwards; what says the same says it once.
class TestNothingJumps : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_folder;

    QString file(const char* name, const QByteArray& text) {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size()) qFatal("%s", name);
        return path;
    }
    static void open(MainWindow& window, const QString& path) {
        window.resize(1600, 1000);
        window.show();
        window.showWorkspace(ide::Workspace::Debug);
        window.openFile(path);
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Paused, 20000);
        QTRY_VERIFY(!window.session().isBusy() && !window.documents().isChecking());
    }
    static double valueOf(MainWindow& window, const char* expression) {
        const auto compiled = machine::Expression::compile(expression, window.session().loaded()->scope());
        if (!compiled) return -1;
        const auto value = compiled->evaluate(window.session().frame()->moment());
        return value ? value->number() : -1;
    }
    static QString said(const MainWindow& window) { return window.findChild<debug::StopBar*>()->text(); }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_folder.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    // A dock in a tab has its name there, one that is alone or floats above itself.
    void aDockSaysItsNameOnce() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWorkspace(ide::Workspace::Debug);
        ide::WorkspacePage* page = window.page(ide::Workspace::Debug);
        QDockWidget *memory = nullptr, *chip = nullptr;
        for (QDockWidget* dock : page->docks()) {
            if (dock->objectName() == QLatin1String("memory")) memory = dock;
            if (dock->objectName() == QLatin1String("chip")) chip = dock;
        }
        QVERIFY(memory && chip);
        QTRY_VERIFY(memory->titleBarWidget()); // an empty one
        QTRY_VERIFY(!chip->titleBarWidget());  // alone in its column
        memory->setFloating(true);
        QTRY_VERIFY(!memory->titleBarWidget());
        memory->setFloating(false);
        QTRY_VERIFY(memory->titleBarWidget() || page->tabifiedDockWidgets(memory).isEmpty());
        page->resetLayout();
        QTRY_VERIFY(memory->titleBarWidget());
    }

    void presentationLeavesEverythingAsItWas() {
        MainWindow window(m_theme);
        open(window, kDigits);
        ide::WorkspacePage* page = window.page(ide::Workspace::Debug);
        page->raiseView(QStringLiteral("registers"));
        QCoreApplication::processEvents();
        auto* grid = page->findChild<paint::BundleGridView*>();
        grid->verticalScrollBar()->setValue(grid->verticalScrollBar()->maximum() / 2);
        const int scrolled = grid->verticalScrollBar()->value();
        QVERIFY(scrolled > 0);
        QList<QList<int>> sizes;
        for (auto* splitter : page->findChildren<QSplitter*>())
            if (!splitter->visibleRegion().isEmpty()) sizes << splitter->sizes();
        QHash<QString, QSize> docks;
        for (QDockWidget* dock : page->docks())
            if (!dock->visibleRegion().isEmpty()) docks[dock->objectName()] = dock->size();
        const QFont type = window.font();
        const QSize size = window.size();
        window.setPresenting(true);
        QTest::qWait(150);
        QVERIFY(window.font().pointSizeF() > type.pointSizeF());
        window.setPresenting(false);
        window.resize(size);                         // as a window manager does after a full screen
        window.resize(size.grownBy({0, 0, 200, 0})); // and as a layout does that is still of the large type
        QTRY_COMPARE(window.size(), size);
        QTest::qWait(150);
        QCOMPARE(window.font().pointSizeF(), type.pointSizeF());
        QTRY_COMPARE(grid->verticalScrollBar()->value(), scrolled);
        QList<QList<int>> after;
        for (auto* splitter : page->findChildren<QSplitter*>())
            if (!splitter->visibleRegion().isEmpty()) after << splitter->sizes();
        QCOMPARE(after, sizes);
        for (QDockWidget* dock : page->docks())
            if (docks.contains(dock->objectName())) QCOMPARE(dock->size(), docks[dock->objectName()]);
    }

    // The window is made before it has its size: columns have theirs all the same.
    void columnsComeBackAsTheyWere() {
        const auto widths = [](MainWindow& window) {
            QHash<QString, int> out;
            for (QDockWidget* dock : window.page(ide::Workspace::Debug)->docks())
                if (!dock->visibleRegion().isEmpty()) out[dock->objectName()] = dock->width();
            return out;
        };
        QHash<QString, int> before;
        {
            MainWindow window(m_theme);
            window.resize(1300, 800);
            window.show();
            open(window, kDigits);
            window.showWorkspace(ide::Workspace::Debug);
            QTest::qWait(100);
            ide::WorkspacePage* page = window.page(ide::Workspace::Debug);
            for (QDockWidget* dock : page->docks())
                if (dock->objectName() == QLatin1String("registers"))
                    page->resizeDocks({dock}, {600}, Qt::Horizontal);
            QTest::qWait(100);
            before = widths(window);
            QVERIFY(window.close());
        }
        MainWindow window(m_theme);
        window.restoreSession();
        window.show();
        QVERIFY(before.size() > 1);
        QTRY_COMPARE(widths(window), before);
    }

    // A view that is built while large type is on has the usual one afterwards.
    void viewsMadeWhilePresentingAreAsOthers() {
        MainWindow window(m_theme);
        open(window, kDigits);
        window.setPresenting(true);
        window.showWorkspace(ide::Workspace::Striding);
        window.showWorkspace(ide::Workspace::Tensors);
        QTest::qWait(100);
        window.setPresenting(false);
        QTest::qWait(150);
        for (const auto workspace : {ide::Workspace::Striding, ide::Workspace::Tensors})
            for (const QWidget* widget : window.page(workspace)->findChildren<QWidget*>())
                QVERIFY2(widget->font().pointSizeF() <= m_theme.title().pointSizeF() + 0.1,
                         qPrintable(QStringLiteral("%1 %2: %3 pt")
                                        .arg(QLatin1String(widget->metaObject()->className()),
                                             widget->accessibleName())
                                        .arg(widget->font().pointSizeF())));
    }

    // A view alone, and one on a projector, has pixels one can see; others are as small as their room.
    void smallPicturesGrow() {
        MainWindow window(m_theme);
        open(window, QStringLiteral(LW_ROOT "/examples/training/saxpy/program.lw"));
        window.resize(1100, 720);
        window.showWorkspace(ide::Workspace::Tensors);
        auto* view = window.page(ide::Workspace::Tensors)->findChild<paint::TensorsView*>();
        view->showTensor(QStringLiteral("x")); // 256 x 256
        QCoreApplication::processEvents();
        const double before = view->pane().canvas().scale();
        QVERIFY2(before >= 1 && before < 2, qPrintable(QString::number(before)));
        QVERIFY(before != 1); // as large as the room
        window.setPresenting(true);
        QTRY_COMPARE(view->pane().canvas().scale(), 2.0);
        window.setPresenting(false);
        QTRY_VERIFY(view->pane().canvas().scale() < 2);
    }

    // Blanks and remarks change nothing that runs.
    void whiteSpaceIsNoChange() {
        MainWindow window(m_theme);
        open(window,
             file("blanks.lw", ".chip training, \"training-teaching\"\n{ s0: movi r1, 1 }\n{ s0: halt }\n"));
        editor::CodeEditor* editor = window.documents().editor();
        editor->setText(editor->text().replace(QStringLiteral("{ s0: movi"),
                                               QStringLiteral("# a remark\n{  s0:   movi")));
        QTRY_VERIFY(!window.documents().isChecking());
        QTRY_VERIFY2(!said(window).contains(QStringLiteral("was changed")), qPrintable(said(window)));
        editor->setText(editor->text().replace(QStringLiteral("r1, 1"), QStringLiteral("r1, 2")));
        QTRY_VERIFY2(said(window).contains(QStringLiteral("was changed")), qPrintable(said(window)));
        editor->setModified(false);
    }

    // What `lw run` can be told, the window can be told, too.
    void runModesAreChosen() {
        MainWindow window(m_theme);
        // Without the empty bundle a load is read too early.
        open(window,
             file("hazard.lw", ".chip training, \"training-teaching\"\n.tensor x, f32, [2, 4], vmem = 1\n"
                               "{ vld: v1, [x] }\n{ v0: fadd v2, v1, v1 }\n{ s0: halt }\n"));
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        window.actions()["runModes"]->trigger();
        auto* dialog = window.findChild<ide::RunModesDialog*>();
        QVERIFY(dialog);
        for (auto* box : dialog->findChildren<QComboBox*>())
            if (box->findText(QStringLiteral("strict")) >= 0) box->setCurrentText(QStringLiteral("strict"));
        dialog->accept();
        QCOMPARE(ide::readRunOptions().mode, std::string("strict"));
        QTRY_COMPARE(window.session().state(), State::Paused);
        QTRY_VERIFY(!window.session().isBusy());
        bool isSaid = false;
        for (const auto* button : window.runBar().findChildren<QPushButton*>())
            isSaid |= button->toolTip().contains(QStringLiteral("strict"));
        QVERIFY(isSaid);
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Faulted);
        // A chip that has no such mode runs as it always does, says so, and leaves the other's choice alone.
        window.startWith(QStringLiteral(LW_ROOT "/examples/inference/line-buffer/program.lw"));
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Paused, 20000);
        for (const auto* button : window.runBar().findChildren<QPushButton*>())
            QVERIFY2(!button->toolTip().contains(QStringLiteral("strict")), qPrintable(button->toolTip()));
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QTRY_VERIFY(!window.findChild<ide::RunModesDialog*>()); // the one before has gone
        window.actions()["runModes"]->trigger();
        dialog = window.findChild<ide::RunModesDialog*>();
        QVERIFY(dialog);
        dialog->accept();
        QCOMPARE(ide::readRunOptions().mode, std::string("strict"));
        QCOMPARE(window.session().state(), State::Halted); // nothing was changed: nothing is restarted
    }

    // Constants of the text take other numbers, which are of this program and not of all.
    void constantsAreGivenOtherNumbers() {
        MainWindow window(m_theme);
        open(window,
             file("constants.lw", ".chip training, \"training-teaching\"\n.equ N, 4\nmovi r1, 2*N\nhalt\n"));
        const auto constants = [&]() -> QLineEdit* {
            window.actions()["runModes"]->trigger();
            for (auto* line : window.findChildren<QLineEdit*>())
                if (line->accessibleName() == QStringLiteral("Constants of this program")) return line;
            return nullptr;
        };
        QLineEdit* line = constants();
        QVERIFY(line && line->text().isEmpty());
        auto* dialog = window.findChild<ide::RunModesDialog*>();
        line->setText(QStringLiteral("N=many"));
        QVERIFY(!dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
        line->setText(QStringLiteral("N=16"));
        QVERIFY(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
        dialog->accept();
        QTRY_COMPARE(window.session().state(), State::Paused);
        QTRY_VERIFY(!window.session().isBusy());
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QCOMPARE(window.documents().definitions().size(), std::size_t{1});
        QTRY_VERIFY(!window.session().isBusy());
        QCOMPARE(valueOf(window, "r1"), 32.0);
        QTRY_VERIFY(!window.findChild<ide::RunModesDialog*>());
        QCOMPARE(constants()->text(), QStringLiteral("N=16"));
    }

    // A saved layout is there after a presentation in which its workspace was seen for the first time.
    void aLayoutFirstSeenPresentingIsKept() {
        const auto shown = [](MainWindow& window) {
            QStringList out;
            for (QDockWidget* dock : window.page(ide::Workspace::Debug)->docks())
                if (!dock->isHidden()) out << dock->objectName();
            return out;
        };
        const auto dockOf = [](MainWindow& window, const char* name) {
            QDockWidget* out = nullptr;
            for (QDockWidget* dock : window.page(ide::Workspace::Debug)->docks())
                if (dock->objectName() == QLatin1String(name)) out = dock;
            return out;
        };
        QStringList before;
        {
            MainWindow window(m_theme);
            open(window, kDigits);
            dockOf(window, "watches")->hide();
            dockOf(window, "units")->hide();
            before = shown(window);
            window.showWorkspace(ide::Workspace::Edit);
            QVERIFY(window.close());
        }
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWorkspace(ide::Workspace::Edit);
        window.setPresenting(true);
        window.showWorkspace(ide::Workspace::Debug);
        QTest::qWait(150);
        QVERIFY(dockOf(window, "grid")->isHidden()); // the middle and the right column only
        window.setPresenting(false);
        QTest::qWait(150);
        QCOMPARE(shown(window), before);
    }

    // A lecture is not lost with the program: its files are kept, and not what is hidden for it.
    void filesOpenedWhilePresentingAreKept() {
        MainWindow window(m_theme);
        window.startKeeping(m_folder.filePath(QStringLiteral("kept")));
        open(window, kDigits);
        const QString layout = QStringLiteral("layout/%1").arg(static_cast<int>(ide::Workspace::Debug));
        QTRY_VERIFY_WITH_TIMEOUT(!QSettings().value(layout).toByteArray().isEmpty(), 20000);
        const QByteArray before = QSettings().value(layout).toByteArray();
        window.setPresenting(true);
        const QString other = file("lecture.lw", ".chip training\n{ s0: halt }\n");
        window.openFile(other);
        QTRY_VERIFY_WITH_TIMEOUT(
            QSettings().value(QStringLiteral("session/open")).toStringList().contains(other), 20000);
        QCOMPARE(QSettings().value(layout).toByteArray(), before);
    }

    // What had the page has it afterwards, too.
    void aViewAloneStaysAlone() {
        MainWindow window(m_theme);
        open(window, kDigits);
        ide::WorkspacePage* page = window.page(ide::Workspace::Debug);
        page->raiseView(QStringLiteral("grid"))->setFocus();
        const QDockWidget* grid = nullptr;
        for (QDockWidget* dock : page->docks())
            if (dock->objectName() == QLatin1String("grid")) grid = dock;
        page->showAlone(grid);
        QVERIFY(page->isAlone());
        window.setPresenting(true);
        QTRY_VERIFY(page->isAlone());
        QVERIFY(!grid->isHidden());
        window.setPresenting(false);
        QTRY_VERIFY(page->isAlone());
        QVERIFY(!grid->isHidden());
        page->showAll();
        QVERIFY(!page->isAlone());
    }

    // After steps in a presentation the program is still in sight.
    void whatWasSteppedStaysInSight() {
        MainWindow window(m_theme);
        open(window, kDigits);
        auto* grid = window.page(ide::Workspace::Debug)->findChild<paint::BundleGridView*>();
        window.setPresenting(true);
        QTest::qWait(150);
        QVERIFY(!window.session().addBreakpoint(QStringLiteral("layer1")));
        window.actions()["run"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window.session().frame()->nextBundle > 50 && !window.session().isBusy(),
                                 20000);
        window.setPresenting(false);
        QTest::qWait(300);
        editor::CodeEditor* text = window.documents().editor();
        const auto lines = window.documents().execution().linesOf({{}, window.session().frame()->nextBundle});
        QVERIFY(!lines.empty());
        const long first = text->SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE),
                   count = text->SendScintilla(QsciScintilla::SCI_LINESONSCREEN);
        QVERIFY2(lines.back().line >= first && lines.back().line <= first + count,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(lines.back().line).arg(first).arg(count)));
        QVERIFY(grid->verticalScrollBar()->value() > 0);
    }

    void everyChipListsWhatItTakes() {
        for (const chips::Chip& chip : chips::all())
            for (const auto& [words, set] : {std::pair(chip.choices.modes, &chips::RunOptions::mode),
                                             std::pair(chip.choices.dma, &chips::RunOptions::dma),
                                             std::pair(chip.choices.uninit, &chips::RunOptions::uninit)})
                for (const std::string_view word : words) {
                    chips::RunOptions options;
                    options.*set = std::string(word);
                    QCOMPARE(ide::fittingOptions(options, chip).*set, std::string(word));
                    options.*set = "another";
                    QCOMPARE(ide::fittingOptions(options, chip).*set, std::string());
                }
    }

    // Buttons of tool bars, too, which Qt leaves out, and what comes after a view that stands for another
    // one.
    void everythingIsReachedByTab() {
        MainWindow window(m_theme);
        open(window, kDigits);
        int buttons = 0;
        for (const auto workspace :
             {ide::Workspace::Edit, ide::Workspace::Debug, ide::Workspace::Tensors, ide::Workspace::Striding,
              ide::Workspace::Training, ide::Workspace::Firmware}) {
            window.showWorkspace(workspace);
            for (const auto* button : window.findChildren<QToolButton*>()) {
                if (!qobject_cast<QToolBar*>(button->parentWidget()) || !button->isVisible()) continue;
                if (button->objectName() == QLatin1String("qt_toolbar_ext_button")) continue;
                ++buttons;
                QVERIFY2(button->focusPolicy() & Qt::TabFocus, qPrintable(button->text()));
            }
            const QSet<const QWidget*> reached = reachedByTab(window);
            for (const auto* button : window.findChildren<QToolButton*>())
                if (qobject_cast<QToolBar*>(button->parentWidget()) && button->isEnabled() &&
                    !button->visibleRegion().isEmpty())
                    QVERIFY2(reached.contains(button),
                             qPrintable(button->text() + button->objectName() + button->toolTip()));
            for (const auto* combo : window.findChildren<QComboBox*>())
                if (combo->isEnabled() && !combo->visibleRegion().isEmpty())
                    QVERIFY2(reached.contains(combo), qPrintable(combo->accessibleName()));
        }
        QVERIFY(buttons > 20);
    }
};

int tst_nothing_jumps(int argc, char** argv) {
    return lw::tests::run<TestNothingJumps, QApplication>(argc, argv);
}
#include "tst_nothing_jumps.moc"
