// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/problem_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using editor::FrontRole;
using ide::MainWindow;
using session::State;

// What is in front is what is checked and run.
class TestWhatIsInFront : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_folder;

    QString file(const char* name, const QByteArray& text) {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size()) qFatal("%s", name);
        return path;
    }
    static QByteArray setsR1To(int number) {
        return ".chip training, \"training-teaching\"\n{ s0: movi r1, " + QByteArray::number(number) +
               " }\n{ s0: halt }\n";
    }
    static void waitForChecks(MainWindow& window) { QTRY_VERIFY(!window.documents().isChecking()); }
    static void open(MainWindow& window, const QString& path) {
        window.openFile(path);
        waitForChecks(window);
        QTRY_COMPARE(window.session().state(), State::Paused);
        QTRY_VERIFY(!window.session().isBusy());
    }
    static void run(MainWindow& window) {
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
    }
    static QString heading(const MainWindow& window) {
        const auto* problems = window.findChild<debug::ProblemView*>();
        return problems->model()->headerData(debug::ProblemModel::Text, Qt::Horizontal).toString();
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_folder.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    // Where no text is in sight, what the bar names is what runs.
    void withoutATextInSightTheLoadedOneRuns() {
        MainWindow window(m_theme);
        window.show();
        const QString first = file("loaded.lw", setsR1To(1));
        open(window, first);
        window.showWorkspace(ide::Workspace::Edit);
        window.openFile(file("in_front.lw", setsR1To(2)));
        waitForChecks(window);
        QCOMPARE(window.documents().frontRole(), FrontRole::Other);
        window.showWorkspace(ide::Workspace::Tensors);
        run(window);
        QCOMPARE(window.session().loaded()->path, first);
        QVERIFY(!window.actions()["run"]->isEnabled()); // it has run
        window.showWorkspace(ide::Workspace::Edit);
        QVERIFY(window.actions()["run"]->isEnabled()); // the other one has not
        run(window);
        QVERIFY(window.session().loaded()->path.endsWith(QStringLiteral("in_front.lw")));
    }

    // The all-clear of one program is not given to another.
    void aNewTextHasItsOwnDiagnostics() {
        MainWindow window(m_theme);
        window.show();
        open(window, file("first.lw", setsR1To(1)));
        window.showWorkspace(ide::Workspace::Edit);
        QCOMPARE(window.documents().findings().size(), 0);
        window.actions()["new"]->trigger();
        editor::Document* document = window.documents().current();
        document->editor()->setText(
            QStringLiteral(".chip training, \"training-teaching\"\nmvi r1, 1\nhlt\n"));
        waitForChecks(window);
        QCOMPARE(window.documents().frontRole(), FrontRole::Other);
        QCOMPARE(window.documents().findings().size(), 2);
        QCOMPARE(window.documents().findings()[0].path, document->key());
        QVERIFY2(heading(window).contains(document->title()), qPrintable(heading(window)));
        QVERIFY2(window.windowTitle().startsWith(document->title()), qPrintable(window.windowTitle()));
        QVERIFY2(window.windowTitle().contains(QStringLiteral("first.lw")), qPrintable(window.windowTitle()));
        // F5 runs nothing else instead.
        window.actions()["run"]->trigger();
        waitForChecks(window);
        QCOMPARE(window.session().state(), State::Empty);
        QVERIFY(window.statusBar()->currentMessage().contains(document->title()));
        // And runs it once it is mended, without having been saved.
        document->editor()->setText(QString::fromUtf8(setsR1To(7)));
        waitForChecks(window);
        run(window);
        QCOMPARE(window.session().loaded()->path, document->key());
        document->editor()->setModified(false);
    }

    void anotherFileInFrontRuns() {
        MainWindow window(m_theme);
        window.show();
        const QString first = file("first.lw", setsR1To(1)), second = file("second.lw", setsR1To(2));
        open(window, first);
        window.openFile(second);
        waitForChecks(window);
        QCOMPARE(window.documents().startFile(), first);
        QCOMPARE(window.documents().frontRole(), FrontRole::Other);
        run(window);
        QCOMPARE(window.session().loaded()->path, second);
        QCOMPARE(window.documents().frontRole(), FrontRole::Start);
        window.openFile(first);
        QCOMPARE(window.documents().frontRole(), FrontRole::Other);
    }

    void theBarOffersBoth() {
        MainWindow window(m_theme);
        window.show();
        const QString first = file("first.lw", setsR1To(1)), second = file("second.lw", setsR1To(2));
        open(window, first);
        window.showWorkspace(ide::Workspace::Edit);
        window.openFile(second);
        waitForChecks(window);
        const auto button = [&](const QString& text) -> QPushButton* {
            for (QPushButton* one : window.documents().findChildren<QPushButton*>())
                if (one->isVisible() && one->text().startsWith(text)) return one;
            return nullptr;
        };
        QTRY_VERIFY(button(QStringLiteral("Show ")));
        button(QStringLiteral("Show "))->click();
        QCOMPARE(window.documents().current()->path(), first);
        QVERIFY(!button(QStringLiteral("Run This One")));
        window.openFile(second);
        QTRY_VERIFY(button(QStringLiteral("Run This One")));
        button(QStringLiteral("Run This One"))->click();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QCOMPARE(window.session().loaded()->path, second);
        QVERIFY(!button(QStringLiteral("Run This One")));
    }

    void aPartOfTheProgramRunsThat() {
        MainWindow window(m_theme);
        window.show();
        const QString part = file("part.lw", "{ s0: movi r1, 3 }\n");
        const QString whole =
            file("whole.lw", ".chip training, \"training-teaching\"\n.include \"part.lw\"\n{ s0: halt }\n");
        open(window, whole);
        window.openFile(part);
        QCOMPARE(window.documents().frontRole(), FrontRole::Part);
        window.actions()["run"]->trigger();
        QVERIFY2(window.statusBar()->currentMessage().contains(QStringLiteral("whole.lw")),
                 qPrintable(window.statusBar()->currentMessage()));
        QTRY_COMPARE(window.session().state(), State::Halted);
        QCOMPARE(window.session().loaded()->path, whole);
    }

    void whatIsNoProgramRunsTheLoadedOne() {
        MainWindow window(m_theme);
        window.show();
        const QString first = file("first.lw", setsR1To(1));
        open(window, first);
        window.openFile(file("notes.txt", "Look at r1.\n"));
        QCOMPARE(window.documents().frontRole(), FrontRole::Text);
        QCOMPARE(window.documents().subject(), first);
        run(window);
        QCOMPARE(window.session().loaded()->path, first);
    }

    // Nobody has to wait for the assembler before F5.
    void keysTypedBeforeTheRunCount() {
        MainWindow window(m_theme);
        window.show();
        window.showWorkspace(ide::Workspace::Edit);
        window.actions()["new"]->trigger();
        window.documents().editor()->setText(QString::fromUtf8(setsR1To(9)));
        QVERIFY(window.documents().isChecking());
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QCOMPARE(window.documents().frontRole(), FrontRole::Start);
        // Saved, it goes on under its new name, with its breakpoints.
        QCOMPARE(window.session().addBreakpoint(QStringLiteral("1")), std::nullopt);
        const QString path = m_folder.filePath(QStringLiteral("named.lw"));
        QVERIFY(window.documents().saveDocument(window.documents().current(), path));
        QCOMPARE(window.documents().startFile(), path);
        QCOMPARE(window.session().state(), State::Halted);
        QCOMPARE(window.session().breakpoints().size(), std::size_t{1});
        const auto stand = window.documents().execution().standAt(path, 1);
        QVERIFY(stand);
        QCOMPARE(stand->bundles, std::vector<std::uint32_t>{0});
    }

    void aNewTextHasTheFocus() {
        for (const auto workspace : {ide::Workspace::Edit, ide::Workspace::Debug, ide::Workspace::Tensors}) {
            MainWindow window(m_theme);
            window.show();
            open(window, file("first.lw", setsR1To(1)));
            window.showWorkspace(workspace);
            window.actions()["new"]->trigger();
            QVERIFY(window.documents().editor()->isVisible());
            QCOMPARE(window.focusWidget(), window.documents().editor());
        }
    }
};

int tst_what_is_in_front(int argc, char** argv) {
    return lw::tests::run<TestWhatIsInFront, QApplication>(argc, argv);
}
#include "tst_what_is_in_front.moc"
