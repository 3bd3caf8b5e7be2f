// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/chooser.h"
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/problem_view.h"
#include "widgets/theme/empty_notice.h"
#include "widgets/theme/style.h"

#include <QAccessible>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using ide::MainWindow;
using session::State;

// What holds for all views and dialogs of the window alike.
class TestEveryView : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;

    static void waitForProgram(MainWindow& window) {
        QTRY_COMPARE(window.session().state(), State::Paused);
        QTRY_VERIFY(!window.session().isBusy());
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    void aViewWithoutAProgramSaysHowToGetOne() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("wrong.lw"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(".chip training\n{ nonsense }\n") > 0);
        file.close();
        MainWindow window(m_theme);
        window.resize(1280, 800);
        window.show();
        window.showWorkspace(ide::Workspace::Debug);
        QVERIFY(!window.actions()["reset"]->isEnabled());
        const QStringList needing{"chip",  "registers", "vectors", "memory",
                                  "units", "changes",   "grid",    "why"};
        const auto noticeOf = [&](const QString& id) {
            window.page(ide::Workspace::Debug)->raiseView(id);
            for (const QDockWidget* dock : window.page(ide::Workspace::Debug)->docks())
                if (dock->objectName() == id) return dock->findChild<theme::EmptyNotice*>();
            return static_cast<theme::EmptyNotice*>(nullptr);
        };
        for (const QString& id : needing) {
            theme::EmptyNotice* notice = noticeOf(id);
            QVERIFY2(notice && notice->isVisible(), qPrintable(id));
            QVERIFY2(notice->text().contains(QStringLiteral("Open a program")), qPrintable(id));
        }
        auto* texts = window.documents().findChild<theme::EmptyNotice*>();
        QVERIFY(texts && texts->isVisible() && texts->text().contains(QStringLiteral("Ctrl+O")));
        for (QPushButton* button : {&texts->button(), &noticeOf(QStringLiteral("chip"))->button()}) {
            window.showWorkspace(ide::Workspace::Debug);
            button->click();
            QVERIFY(window.findChild<ide::WelcomePage*>()->isVisible());
        }
        // With a program that does not assemble the button leads to what is wrong.
        window.showWorkspace(ide::Workspace::Debug);
        window.openFile(path);
        QTRY_VERIFY(window.documents().assembly() && !window.documents().findings().isEmpty());
        QVERIFY(!texts->isVisible());
        noticeOf(QStringLiteral("why"))->button().click();
        const auto problems = window.page(ide::Workspace::Debug)->findChildren<debug::ProblemView*>();
        QTRY_VERIFY(problems.size() == 1 && problems.front()->isVisible());
        window.startWith(tests::kFirstBundle);
        waitForProgram(window);
        QVERIFY(window.actions()["reset"]->isEnabled());
        for (const QString& id : needing) QVERIFY2(!noticeOf(id)->isVisible(), qPrintable(id));
    }

    void longChoicesFitTheirRow() {
        MainWindow window(m_theme);
        window.resize(1280, 800);
        window.show();
        bool ran = false;
        const QString folder = QStringLiteral("/a/folder/deep/down").repeated(12);
        ide::Chooser::open(&window, QStringLiteral("Type"),
                           {{QStringLiteral("program.lw"), folder, {}, true, [&ran] { ran = true; }}});
        auto* list = window.findChild<ide::Chooser*>()->findChild<QListWidget*>();
        QCOMPARE(list->item(0)->text(), QStringLiteral("program.lw"));
        QVERIFY(list->item(0)->toolTip().contains(folder)); // what is elided
        QTRY_VERIFY(list->visualItemRect(list->item(0)).width() > 0);
        QVERIFY(list->visualItemRect(list->item(0)).width() <= list->viewport()->width());
        QVERIFY(!list->horizontalScrollBar()->isVisible());
        QTest::keyClick(window.findChild<ide::Chooser*>()->findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(ran);
    }

    void everyFocusableWidgetHasAName() {
        MainWindow window(m_theme);
        window.show();
        int seen = 0;
        QStringList nameless;
        const auto look = [&](const QString& where) {
            QTest::qWait(5);
            for (QWidget* widget : window.findChildren<QWidget*>()) {
                if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy())
                    continue;
                ++seen;
                QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
                if (face && !face->text(QAccessible::Name).isEmpty()) continue;
                nameless << where + QStringLiteral(": ") +
                                QString::fromLatin1(widget->metaObject()->className()) + " in " +
                                widget->parentWidget()->metaObject()->className();
            }
        };
        const auto everyView = [&] {
            for (const auto workspace :
                 {ide::Workspace::Edit, ide::Workspace::Debug, ide::Workspace::Tensors,
                  ide::Workspace::Striding, ide::Workspace::Training, ide::Workspace::Firmware}) {
                window.showWorkspace(workspace);
                look(QStringLiteral("workspace"));
                for (const QDockWidget* dock : window.page(workspace)->docks()) {
                    window.page(workspace)->raiseView(dock->objectName());
                    look(dock->objectName());
                }
            }
        };
        window.showWelcome();
        look(QStringLiteral("welcome"));
        everyView();
        window.openFile(tests::kFirstBundle);
        waitForProgram(window);
        everyView();
        window.showWorkspace(ide::Workspace::Edit);
        for (const char* id : {"find", "replace", "palette", "newBreakpoint", "runFor", "inputs", "about"}) {
            window.actions()[QString::fromLatin1(id)]->trigger();
            look(QString::fromLatin1(id));
            for (QDialog* dialog : window.findChildren<QDialog*>()) dialog->close();
        }
        for (const auto page : {ide::SettingsDialog::Page::Appearance, ide::SettingsDialog::Page::Language,
                                ide::SettingsDialog::Page::Shortcuts}) {
            window.openSettings(page);
            look(QStringLiteral("settings"));
            for (QDialog* dialog : window.findChildren<QDialog*>()) dialog->close();
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
        QVERIFY(seen > 300);
    }
};

int tst_every_view(int argc, char** argv) { return lw::tests::run<TestEveryView, QApplication>(argc, argv); }
#include "tst_every_view.moc"
