// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/debug/problem_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QDockWidget>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <set>

using namespace lw;
using ide::MainWindow;
using session::State;

namespace {

// More than a plain field: the picture has ink in it.
int coloursIn(QWidget& widget) {
    const QImage picture = widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
    std::set<QRgb> seen;
    for (int y = 0; y < picture.height(); y += 2)
        for (int x = 0; x < picture.width(); x += 2) seen.insert(picture.pixel(x, y));
    return static_cast<int>(seen.size());
}

} // namespace

// One sitting from the first file to the next morning, by keys where a person uses keys.
class TestWholeSession : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_folder;
    QString m_program;

    static void keys(MainWindow& window, const char* id) {
        const QAction* action = window.actions()[QString::fromLatin1(id)];
        QVERIFY2(action->isEnabled(), id);
        QVERIFY2(!action->shortcut().isEmpty(), id);
        window.activateWindow();
        QTest::keySequence(&window, action->shortcut());
    }
    static void waitForStop(MainWindow& window, State state) {
        QTRY_COMPARE(window.session().state(), state);
        QTRY_VERIFY(!window.session().isBusy());
    }
    void begin(MainWindow& window) {
        window.keeper().startRemembering(m_folder.filePath(QStringLiteral("programs")));
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }

    // Every view of every workspace, in both themes, shows something.
    static void lookAtEverything(MainWindow& window) {
        for (const char* theme : {"themeLight", "themeDark"}) {
            window.actions()[QString::fromLatin1(theme)]->trigger();
            for (const char* workspace : {"workspaceEdit", "workspaceTensors", "workspaceDebug"}) {
                keys(window, workspace);
                for (QDockWidget* dock : window.page(window.workspace())->docks()) {
                    dock->show();
                    dock->raise();
                    QTest::qWait(20);
                    QVERIFY2(dock->widget()->isVisible(), qPrintable(dock->objectName()));
                    QVERIFY2(coloursIn(*dock->widget()) > 3, qPrintable(theme + dock->objectName()));
                }
            }
            QVERIFY(coloursIn(window) > 60);
        }
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_folder.path());
        theme::apply(m_theme);
        m_theme.choose(theme::Choice::Light);
        m_program = m_folder.filePath(QStringLiteral("first-bundle/program.lw"));
        std::filesystem::copy(LW_ROOT "/examples/training/first-bundle",
                              m_folder.filePath(QStringLiteral("first-bundle")).toStdString(),
                              std::filesystem::copy_options::recursive);
    }

    // A title bar of 40 and a frame have room beside it.
    void theFirstWindowFitsTheScreen() {
        QCOMPARE(MainWindow::firstSize(QSize(2560, 1440)), QSize(1600, 960));
        QCOMPARE(MainWindow::firstSize(QSize(1280, 800)), QSize(1264, 752));
        QCOMPARE(MainWindow::firstSize(QSize(1366, 728)), QSize(1350, 680));
        QCOMPARE(MainWindow::firstSize(QSize(1024, 600)), QSize(1200, 640)); // less is of no use
    }

    void theFirstDay() {
        MainWindow window(m_theme);
        begin(window);
        window.startWith(m_program);
        waitForStop(window, State::Paused);

        // A slip of the pen, seen and mended.
        editor::CodeEditor* editor = window.documents().current()->editor();
        const QString good = editor->text();
        const auto at = good.indexOf(QStringLiteral("fadd"));
        QVERIFY(at > 0);
        editor->setFocus();
        editor->SendScintilla(QsciScintillaBase::SCI_GOTOPOS,
                              static_cast<unsigned long>(good.left(at + 1).toUtf8().size()));
        QTest::keyClick(editor, Qt::Key_X);
        QTRY_VERIFY(window.documents().assembly() && !window.documents().findings().isEmpty());
        const int line = static_cast<int>(good.left(at).count('\n')) + 1;
        QCOMPARE(window.documents().findings().front().line, line);
        auto* problems = window.findChild<debug::ProblemView*>();
        QVERIFY(problems);
        QVERIFY(window.documents().differsFromLoaded());
        QTest::keyClick(editor, Qt::Key_Backspace);
        QTRY_VERIFY(window.documents().assembly() && window.documents().findings().isEmpty());
        QCOMPARE(editor->text(), good);
        QVERIFY(!window.documents().differsFromLoaded());
        keys(window, "save");
        QVERIFY(!window.documents().current()->isModified());

        // Forth and back.
        keys(window, "step");
        QTRY_COMPARE(window.session().frame()->bundles, 1u);
        keys(window, "step");
        QTRY_COMPARE(window.session().frame()->bundles, 2u);
        keys(window, "stepBack");
        QTRY_COMPARE(window.session().frame()->bundles, 1u);
        keys(window, "bookmark");
        keys(window, "run");
        waitForStop(window, State::Halted);
        const std::uint64_t end = window.session().frame()->clock;
        keys(window, "runBack");
        QTRY_COMPARE(window.session().frame()->clock, 0u);
        keys(window, "run");
        waitForStop(window, State::Halted);
        QCOMPARE(window.session().frame()->clock, end);
        QVERIFY(!window.session().addBreakpoint(QStringLiteral("when r1 == 4 hit 1")));
        window.session().setWatches({QStringLiteral("r1 + 1")});

        lookAtEverything(window);
        QVERIFY(window.palette().color(QPalette::Window).lightness() < 80);
        window.showWorkspace(ide::Workspace::Edit);
        window.resize(1100, 700);
        QVERIFY(window.close());
    }

    void theNextMorning() {
        MainWindow window(m_theme);
        begin(window);
        window.restoreSession();
        QCOMPARE(window.workspace(), ide::Workspace::Edit);
        QCOMPARE(window.documents().startFile(), m_program);
        QCOMPARE(window.documents().current()->path(), m_program);
        waitForStop(window, State::Paused);
        QCOMPARE(window.session().watches(), QStringList{"r1 + 1"});
        QCOMPARE(window.session().breakpoints().size(), std::size_t{1});
        QCOMPARE(window.session().breakpoints()[0].text, std::string("when r1 == 4 hit 1"));
        QVERIFY(window.palette().color(QPalette::Window).lightness() < 80);
        window.showWorkspace(ide::Workspace::Debug);
        keys(window, "step");
        QTRY_COMPARE(window.session().frame()->bundles, 1u);
        QCOMPARE(window.findChild<debug::HistoryBar*>()->bookmarks(),
                 std::set<std::uint64_t>{window.session().frame()->clock}); // where it was set yesterday
    }
};

int tst_whole_session(int argc, char** argv) {
    return lw::tests::run<TestWholeSession, QApplication>(argc, argv);
}
#include "tst_whole_session.moc"
