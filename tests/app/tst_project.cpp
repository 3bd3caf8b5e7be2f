// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/inputs_dialog.h"
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/history_bar.h"
#include "widgets/debug/log_view.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/theme/style.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDropEvent>
#include <QLockFile>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace lw;
using ide::MainWindow;
using session::State;

namespace {

const QString kPrograms = QStringLiteral(LW_TESTS "/cli/programs/");
const QString kProduct = kPrograms + QStringLiteral("product.lw"); // Y = W X, both given from outside

double element(MainWindow& window, const char* expression) {
    const auto compiled = machine::Expression::compile(expression, window.session().loaded()->scope());
    if (!compiled) return -1;
    const auto value = compiled->evaluate(window.session().frame()->moment());
    return value ? value->number() : -1;
}

} // namespace

// What belongs to a program comes back with it.
class TestProject : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;

    void waitForProgram(MainWindow& window) {
        QTRY_COMPARE(window.session().state(), State::Paused);
        QTRY_VERIFY(!window.session().isBusy());
    }
    QString in(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    // As a file manager does it.
    void drop(MainWindow& window, QPoint at, const QStringList& paths) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() {
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    // A second window is told, and may go on; what was left behind by a crash is not one.
    void aProjectInTwoWindows() {
        const QString path = in("shared.lwp");
        const auto question = [](MainWindow& window) {
            return window.findChild<QMessageBox*>(QStringLiteral("sharedQuestion"));
        };
        auto first = std::make_unique<MainWindow>(m_theme);
        first->startWith(tests::kFirstBundle);
        waitForProgram(*first);
        first->saveProject(path);
        QVERIFY(!question(*first) && !first->keeper().isShared());
        MainWindow second(m_theme);
        second.openProject(path);
        QTRY_VERIFY(question(second));
        QVERIFY(second.keeper().path().isEmpty());
        QVERIFY2(question(second)->text().contains(QString::number(QCoreApplication::applicationPid())),
                 qPrintable(question(second)->text()));
        QPointer<QMessageBox> box = question(second);
        box->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(!box);
        QVERIFY(second.keeper().path().isEmpty());
        second.openProject(path);
        QTRY_VERIFY(question(second));
        for (QAbstractButton* button : question(second)->buttons())
            if (question(second)->buttonRole(button) == QMessageBox::AcceptRole) button->click();
        QTRY_COMPARE(second.keeper().path(), path);
        QVERIFY(second.keeper().isShared());
        QVERIFY2(second.windowTitle().contains("another window"), qPrintable(second.windowTitle()));
        second.saveProject(path); // its own by now
        first.reset();
        second.keeper().keepNow();
        QVERIFY(!second.keeper().isShared() && !second.windowTitle().contains("another window"));
    }
    void whatACrashLeavesIsNobody() {
        const QString path = in("crashed.lwp");
        MainWindow window(m_theme);
        window.saveProject(path);
        window.actions()["closeProject"]->trigger();
        const pid_t crashing = fork();
        if (crashing == 0) {
            QLockFile lock(in(".crashed.lwp.lock"));
            lock.setStaleLockTime(0);
            _exit(lock.tryLock(0) ? 0 : 1); // without unlocking it
        }
        int status = -1;
        QCOMPARE(waitpid(crashing, &status, 0), crashing);
        QCOMPARE(status, 0);
        QVERIFY(QFileInfo::exists(in(".crashed.lwp.lock")));
        window.openProject(path);
        QCOMPARE(window.keeper().path(), path);
        QVERIFY(!window.keeper().isShared());
    }

    void eachProgramKeepsItsOwn() {
        const auto work = [&](MainWindow& window) {
            window.startWith(tests::kFirstBundle);
            waitForProgram(window);
            window.session().addBreakpoint(QStringLiteral("when r1 == 4 hit 2 log r1 is {r1}"));
            window.session().setBreakpointEnabled(window.session().breakpoints()[0].id, false);
            window.session().setWatches({QStringLiteral("r1 + 4")});
            window.actions()["step"]->trigger();
            QTRY_COMPARE(window.session().frame()->clock, 1u);
            window.actions()["bookmark"]->trigger();
            window.startWith(kProduct);
            waitForProgram(window);
            QVERIFY(window.session().breakpoints().empty() && window.session().watches().isEmpty());
            QVERIFY(!window.session().addBreakpoint(QStringLiteral("3")));
        };
        const auto isBack = [&](MainWindow& window) {
            window.startWith(tests::kFirstBundle);
            waitForProgram(window);
            const auto& all = window.session().breakpoints();
            QCOMPARE(all.size(), std::size_t{1});
            QCOMPARE(all[0].text, std::string("when r1 == 4 hit 2 log r1 is {r1}"));
            QVERIFY(!all[0].enabled && all[0].hit == 2 && all[0].log);
            QCOMPARE(window.session().watches(), QStringList{"r1 + 4"});
            const auto* history = window.findChild<debug::HistoryBar*>();
            QVERIFY(history);
            QCOMPARE(history->bookmarks(), std::set<std::uint64_t>{1});
            QVERIFY(window.keeper().inputs().empty());
        };
        {
            MainWindow window(m_theme);
            window.keeper().startRemembering(in("programs"));
            window.show();
            work(window);
            isBack(window);
            window.startWith(kProduct);
            waitForProgram(window);
            QCOMPARE(window.session().breakpoints().size(), std::size_t{1});
            QCOMPARE(window.session().breakpoints()[0].text, std::string("3"));
            QVERIFY(window.close());
        }
        MainWindow window(m_theme);
        window.keeper().startRemembering(in("programs"));
        window.show();
        window.restoreSession();
        QCOMPARE(window.documents().startFile(), kProduct);
        waitForProgram(window);
        QCOMPARE(window.session().breakpoints()[0].text, std::string("3"));
        isBack(window);
    }

    void aProjectIsSavedAndOpened() {
        const QString file = in("it.lwp");
        {
            MainWindow window(m_theme);
            window.show();
            window.startWith(kProduct);
            waitForProgram(window);
            window.openFile(tests::kFirstBundle); // in front, but not what runs
            window.useAsInput(QStringLiteral("W"), kPrograms + "w.npy");
            window.keeper().setInput(QStringLiteral("X"), kPrograms + "x_double.npy",
                                     project::Conversion::Numbers);
            window.actions()["reset"]->trigger();
            waitForProgram(window);
            QCOMPARE(element(window, "W[0,1]"), 2.0); // as the files have it
            QCOMPARE(element(window, "X[0,2]"), 3.0); // a double there
            QVERIFY(!window.session().addBreakpoint(QStringLiteral("3")));
            window.session().setWatches({QStringLiteral("Y[0,0]")});
            window.showWorkspace(ide::Workspace::Edit);
            window.saveProject(file);
            QVERIFY(window.close());
        }
        const auto settings = QSettings().value(QStringLiteral("session/project")).toString();
        QCOMPARE(settings, file);
        QSettings().clear(); // all of it is in the file
        MainWindow window(m_theme);
        window.show();
        window.openFile(file);
        QCOMPARE(window.keeper().path(), file);
        QCOMPARE(window.documents().startFile(), kProduct);
        QCOMPARE(window.documents().current()->path(), tests::kFirstBundle);
        QCOMPARE(window.documents().documents().size(), 2);
        QCOMPARE(window.workspace(), ide::Workspace::Edit);
        waitForProgram(window);
        QCOMPARE(window.session().breakpoints()[0].text, std::string("3"));
        QCOMPARE(window.session().watches(), QStringList{"Y[0,0]"});
        window.session().removeBreakpoint(window.session().breakpoints()[0].id);
        window.documents().openFile(kProduct); // what is in front is what runs
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QCOMPARE(element(window, "Y[0,0]"), 11.0); // as lw run says it of the same files
        QCOMPARE(element(window, "Y[1,3]"), 0.0);
    }

    void aBrokenProjectSaysWhere() {
        const QString file = in("it.lwp");
        std::ofstream(file.toStdString())
            << "{\"schema\": \"lanewright project\",\n \"version\": 1,\n \"colour\": 3}\n";
        MainWindow window(m_theme);
        window.show();
        window.openFile(file);
        auto* box = window.findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY2(box->text().startsWith(file + ":3:2: "), qPrintable(box->text()));
        box->close();
        QVERIFY(window.keeper().path().isEmpty());
    }

    void aProjectIsKeptAsItChanges() {
        const QString file = in("it.lwp");
        MainWindow window(m_theme);
        window.show();
        window.startWith(tests::kFirstBundle);
        waitForProgram(window);
        window.saveProject(file);
        window.session().setWatches({QStringLiteral("clock")});
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                QFile saved(file);
                return saved.open(QIODevice::ReadOnly) && saved.readAll().contains("\"clock\"");
            }(),
            6000);
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly) && saved.readAll().contains("\"workspace\": \"debug\""));
    }

    void anInputThatDoesNotFitIsSaid() {
        MainWindow window(m_theme);
        window.show();
        window.startWith(kProduct);
        waitForProgram(window);
        window.useAsInput(QStringLiteral("W"), kPrograms + "y.npy"); // of another shape
        QTRY_VERIFY2(window.documents().notices().text().contains(QStringLiteral("W")),
                     qPrintable(window.documents().notices().text()));
        window.documents().notices().answer(0);
        auto* dialog = window.findChild<ide::InputsDialog*>();
        QVERIFY(dialog);
        dialog->setFile(dialog->rowOf(QStringLiteral("W")), kPrograms + "w.npy");
        const QString name = QStringLiteral("How the numbers for W are converted");
        for (auto* how : dialog->findChildren<QComboBox*>())
            if (how->accessibleName() == name)
                how->setCurrentIndex(how->findText(QStringLiteral("bf16 patterns")));
        QCOMPARE(dialog->rowOf(QStringLiteral("nobody")), -1);
        dialog->accept();
        waitForProgram(window);
        QCOMPARE(window.keeper().inputs().size(), std::size_t{1});
        QCOMPARE(window.keeper().inputs()[0].file, (kPrograms + "w.npy").toStdString());
        QVERIFY(window.keeper().inputs()[0].cast == project::Conversion::Bf16);
    }

    void whatIsDroppedIsOpened() {
        MainWindow window(m_theme);
        window.show();
        drop(window, {400, 300}, {kProduct});
        waitForProgram(window);
        QCOMPARE(window.documents().current()->path(), kProduct);
        drop(window, {400, 300}, {LW_ROOT "/README.md", "/no/such/file.lw"});
        QVERIFY(window.statusBar()->currentMessage().contains(QStringLiteral("README.md")));
        QCOMPARE(window.documents().documents().size(), 1);
        drop(window, {400, 300}, {kPrograms + "w.npy"});
        QCOMPARE(window.workspace(), ide::Workspace::Tensors);
        auto* view = window.findChild<paint::TensorsView*>();
        QTRY_VERIFY(view->list().rowOf(QStringLiteral("w.npy")) >= 0 ||
                    view->list().rowOf(QStringLiteral("w")) >= 0);
    }

    void aFileDroppedOnATensorIsAskedAbout() {
        MainWindow window(m_theme);
        window.show();
        window.startWith(kProduct);
        waitForProgram(window);
        window.showWorkspace(ide::Workspace::Tensors);
        QTest::qWait(50);
        auto* view = window.findChild<paint::TensorsView*>();
        QTableView* table = nullptr; // of several: pictures have tables as well
        for (auto* one : view->findChildren<QTableView*>())
            if (one->accessibleName() == QStringLiteral("Tensors")) table = one;
        QVERIFY(table);
        QTRY_VERIFY(table->model()->rowCount() > 0);
        int row = -1;
        for (int i = 0; i < table->model()->rowCount(); ++i)
            if (table->model()->index(i, 0).data().toString() == QStringLiteral("W")) row = i;
        QVERIFY(row >= 0);
        const QPoint at =
            table->viewport()->mapTo(&window, table->visualRect(table->model()->index(row, 0)).center());
        drop(window, at, {kPrograms + "w.npy"});
        auto* box = window.findChild<QMessageBox*>(QStringLiteral("dropQuestion"));
        QVERIFY(box);
        QVERIFY(window.keeper().inputs().empty());
        for (QAbstractButton* button : box->buttons())
            if (box->buttonRole(button) == QMessageBox::AcceptRole) button->click();
        waitForProgram(window);
        QCOMPARE(window.keeper().inputs().size(), std::size_t{1});
        QCOMPARE(window.keeper().inputs()[0].tensor, std::string("W"));
    }

    void whatBreakpointsWriteIsInTheLog() {
        MainWindow window(m_theme);
        window.show();
        window.startWith(tests::kFirstBundle);
        waitForProgram(window);
        window.showWorkspace(ide::Workspace::Debug);
        auto* log = window.findChild<debug::LogView*>();
        const QAbstractItemModelTester tester(&log->model());
        QVERIFY(!window.session().addBreakpoint(QStringLiteral("1 log at {clock}")));
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QTRY_COMPARE(log->model().rowCount(), 1);
        const QString clock = log->model().index(0, debug::LogModel::Clock).data().toString();
        QCOMPARE(log->model().index(0, debug::LogModel::Text).data().toString(), "at " + clock);
        QCOMPARE(log->model().index(0, debug::LogModel::From).data().toString(), QStringLiteral("1"));
        window.session().perform(machine::Seek{0});
        window.actions()["run"]->trigger();
        QTRY_COMPARE(window.session().state(), State::Halted);
        QCOMPARE(log->model().rowCount(), 1); // the same once more
        window.actions()["reset"]->trigger();
        QCOMPARE(log->model().rowCount(), 0);
        waitForProgram(window);
    }

    void oneSwitchForNan() {
        MainWindow window(m_theme);
        QAction* action = window.actions()["breakOnNan"];
        window.show();
        QVERIFY(!action->isEnabled());
        window.startWith(tests::kFirstBundle);
        waitForProgram(window);
        QVERIFY(action->isEnabled() && !action->isChecked());
        QVERIFY(!window.session().addBreakpoint(QStringLiteral("nan mxu hit 3"))); // a person's own one stays
        action->trigger();
        QVERIFY(action->isChecked() && window.session().breaksOnNan());
        const std::size_t with = window.session().breakpoints().size();
        QVERIFY(with >= 4);
        action->trigger();
        QVERIFY(!action->isChecked());
        QCOMPARE(window.session().breakpoints().size(), std::size_t{1});
    }

    void theBarSaysWhatRunsAndWhere() {
        MainWindow window(m_theme);
        window.resize(1600, 900);
        window.show();
        window.startWith(kProduct);
        waitForProgram(window);
        QStringList texts;
        for (const QPushButton* button : window.runBar().findChildren<QPushButton*>())
            texts << button->text();
        QVERIFY2(texts.contains(QStringLiteral("programs/product.lw")), qPrintable(texts.join(' ')));
        QVERIFY2(texts.contains(QStringLiteral("training-teaching, core 0")), qPrintable(texts.join(' ')));
        QVERIFY(window.runBar().positionText().startsWith(QStringLiteral("clock 0")));
        Q_EMIT window.runBar().machineChosen(QStringLiteral("training"));
        QTRY_VERIFY(window.session().loaded());
        QCOMPARE(window.session().loaded()->machine.target.machine, std::string("training"));
        waitForProgram(window);
    }
};

int tst_project(int argc, char** argv) { return lw::tests::run<TestProject, QApplication>(argc, argv); }
#include "tst_project.moc"
