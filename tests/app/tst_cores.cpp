// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/inputs_dialog.h"
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/debug/breakpoint_view.h"
#include "widgets/debug/log_view.h"
#include "widgets/debug/stop_bar.h"
#include "widgets/editor/completion.h"
#include "widgets/editor/hover_text.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/paint/core_box.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/state/register_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lw;
using ide::MainWindow;
using session::State;

namespace {
constexpr machine::CoreId kFirst{0}, kSecond{1};
const QString kExamples = QStringLiteral(LW_ROOT "/examples/");
} // namespace

// The window on a machine of two cores: the first runs triangle.lw, the second spin.lw.
class TestCores : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    void press(const char* action) {
        QAction* const one = m_window->actions()[QString::fromLatin1(action)];
        QVERIFY2(one->isEnabled() && one->isVisible(), action);
        one->trigger();
        QTRY_VERIFY(!m_window->session().isBusy());
    }
    void open(const QString& file) {
        m_window->openFile(QDir(m_folder.path()).absoluteFilePath(file));
        m_window->showWorkspace(ide::Workspace::Debug);
        QTRY_COMPARE(m_window->session().state(), State::Paused);
        QTRY_VERIFY(!m_window->session().isBusy());
    }
    session::DebugSession& session() { return m_window->session(); }
    const session::Frame& frame(machine::CoreId core) { return *session().frame(core); }
    QString said() { return m_window->findChild<debug::StopBar*>()->text(); }
    QString front() { return m_window->documents().current()->title(); }
    void goTo(const char* view) {
        QWidget* const shown = m_window->page(ide::Workspace::Debug)->raiseView(QString::fromLatin1(view));
        QVERIFY2(shown, view);
        m_window->activateWindow();
        shown->setFocus();
        QTRY_VERIFY(QApplication::focusWidget());
    }
    ide::ViewDock* dock(const char* name) {
        return m_window->page(ide::Workspace::Debug)->findChild<ide::ViewDock*>(QString::fromLatin1(name));
    }
    // What a view of registers says of r3, of which only the second program makes something.
    static QString r3In(const QWidget& view) {
        const QAbstractItemModel* registers =
            view.findChild<state::RegisterView*>()->lists().front()->model();
        for (int row = 0; row < registers->rowCount(); ++row)
            if (registers->index(row, state::RegisterModel::Name).data().toString().endsWith(".r3"))
                return registers->index(row, state::RegisterModel::Value).data().toString();
        return {};
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_folder.path());
        theme::apply(m_theme);
        for (const char* name : {"pair.json", "pair.lww", "triangle.lw", "spin.lw"})
            QVERIFY(QFile::copy(QStringLiteral(LW_TESTS "/cli/programs/") + QLatin1String(name),
                                m_folder.filePath(QLatin1String(name))));
    }
    void init() {
        QSettings().clear();
        m_window = std::make_unique<MainWindow>(m_theme);
        m_window->resize(1500, 900);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void aWorkloadOpensWithItsPrograms() {
        open(QStringLiteral("pair.lww"));
        QStringList texts;
        for (const auto* document : m_window->documents().documents()) texts << document->title();
        QCOMPARE(texts, (QStringList{"pair.lww", "triangle.lw", "spin.lw"}));
        QCOMPARE(front(), QStringLiteral("triangle.lw"));
        QCOMPARE(session().frames().size(), std::size_t{2});
        QCOMPARE(session().loaded()->coreName(), QStringLiteral("c0"));
        QVERIFY(m_window->documents().findings().isEmpty());
    }

    void viewsAndStepsAreOfTheCoreInFocus() {
        open(QStringLiteral("pair.lww"));
        auto* cores = m_window->runBar().findChild<QComboBox*>(); // the first box
        QTRY_VERIFY(cores->isVisible());
        QCOMPARE(cores->itemText(1), QStringLiteral("c1: spin.lw"));
        press("nextCore");
        QCOMPARE(session().focus(), kSecond);
        QCOMPARE(cores->currentIndex(), 1);
        QCOMPARE(front(), QStringLiteral("spin.lw"));
        QVERIFY2(said().contains(QStringLiteral("c1: bundle 0")), qPrintable(said()));
        press("step");
        QCOMPARE(frame(kSecond).bundles, std::uint64_t{1});
        QCOMPARE(frame(kFirst).bundles, std::uint64_t{1}); // on the same clock
        goTo("registers");
        auto* registers = dock("registers");
        QTRY_COMPARE(r3In(*registers), QStringLiteral("7"));
        press("nextCore");
        QCOMPARE(session().focus(), kFirst);
        QTRY_VERIFY(r3In(*registers) != QStringLiteral("7"));
    }

    void aCoreThatHaltedOffersTheNext() {
        open(QStringLiteral("pair.lww"));
        QCOMPARE(session().addBreakpoint(QStringLiteral("done")), std::nullopt);
        press("run");
        press("step");
        press("step");
        QVERIFY(frame(kFirst).halted != frame(kSecond).halted);
        if (!session().frame()->halted) press("nextCore");
        QVERIFY2(said().contains(QStringLiteral("has halted; ")), qPrintable(said()));
        QCOMPARE(session().state(), State::Paused);
        const auto before = session().focus();
        for (auto* button : m_window->findChild<debug::StopBar*>()->findChildren<QToolButton*>())
            if (button->text().startsWith(QStringLiteral("Go to"))) button->click();
        QVERIFY(session().focus() != before);
        press("run");
        QCOMPARE(session().state(), State::Halted);
    }

    // Behind its halt stands what never issues: no arrow there, and no row that is the next.
    void nothingIsNextBehindAHalt() {
        QFile text(m_folder.filePath(QStringLiteral("early.lw")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(".chip training, \"pair.json\"\n{ s0: li r0, 1 }\nhalt\n{ s0: li r0, 2 }\nhalt\n");
        text.close();
        open(text.fileName());
        editor::CodeEditor* const editor = m_window->documents().current()->editor();
        constexpr int kBehind = 3;
        const unsigned plain = editor->markersAtLine(kBehind); // it is at the first line
        press("run");
        QCOMPARE(session().state(), State::Halted);
        QCOMPARE(frame(kFirst).bundles, std::uint64_t{2});
        QVERIFY(!frame(kFirst).next());
        QCOMPARE(editor->markersAtLine(kBehind), plain);
        QCOMPARE(editor->markersAtLine(kBehind - 1), 0u);
        press("stepBack");
        QVERIFY(frame(kFirst).next());
        QVERIFY(editor->markersAtLine(kBehind - 1) != 0u);
    }

    // Only the first names a result.
    void theEndTellsResultsWhicheverCoreIsInFocus() {
        open(kExamples + QStringLiteral("training/ping-pong/ping-pong.lww"));
        press("nextCore");
        press("run");
        QCOMPARE(session().focus(), kSecond);
        QTRY_VERIFY2(said().endsWith(QStringLiteral("c0: the ball after 4 rounds of 4 strokes "
                                                    "16, 16, 16, 16, 16, 16, 16, 16")),
                     qPrintable(said()));
    }

    void theMarginNamesCoresThatStandTogether() {
        open(kExamples + QStringLiteral("inference/array-convolution/3x2.lww"));
        press("step"); // in the text that all include
        QTRY_COMPARE(front(), QStringLiteral("circuit.lw"));
        editor::CodeEditor* const editor = m_window->documents().current()->editor();
        QStringList names;
        for (int line = 0; line < editor->lines(); ++line) {
            QByteArray text(64, '\0');
            editor->SendScintilla(QsciScintillaBase::SCI_MARGINGETTEXT, line, text.data());
            if (text.front() != '\0') names << QString::fromUtf8(text.constData()).trimmed();
        }
        QCOMPARE(names, QStringList{QStringLiteral("c0-c5")}); // all are at the same line
    }

    // The margin that names the cores is there while all of them run or have halted.
    void theTextDoesNotJumpWhenCoresHalt() {
        open(QStringLiteral("pair.lww"));
        constexpr int kCoresMargin = 3;
        editor::CodeEditor* const editor = m_window->documents().current()->editor();
        const int width = editor->marginWidth(kCoresMargin);
        QVERIFY(width > 0);
        press("run");
        QCOMPARE(session().state(), State::Halted);
        QCOMPARE(editor->marginWidth(kCoresMargin), width);
    }

    void stepAllGoesToTheNextIssueOfAny() {
        open(QStringLiteral("pair.lww"));
        press("step");
        const std::uint64_t both = frame(kFirst).bundles + frame(kSecond).bundles;
        press("stepAll");
        QVERIFY(frame(kFirst).bundles + frame(kSecond).bundles > both);
        for (const char* action : {"stepAll", "nextCore", "anotherView", "pinView"})
            QVERIFY(m_window->actions()[QString::fromLatin1(action)]->isVisible());
    }

    void secondViewsComeBackWithTheWindow() {
        open(QStringLiteral("pair.lww"));
        press("step"); // what opening does to the focus is over
        goTo("registers");
        press("anotherView");
        QVERIFY(dock("registers#2"));
        QVERIFY(m_window->close());
        m_window.reset();
        m_window = std::make_unique<MainWindow>(m_theme);
        m_window->resize(1500, 900);
        m_window->show();
        open(QStringLiteral("pair.lww"));
        QTRY_VERIFY(dock("registers#2"));
        QCOMPARE(dock("registers#2")->pinned(), std::optional(kSecond));
        QVERIFY(dock("registers#2")->isVisible());
    }

    void aBreakpointOfALineHoldsOnEveryCore() {
        QFile text(m_folder.filePath(QStringLiteral("both.lw")));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(".chip training, \"pair.json\"\n.text\n{ s0: li r1, 1 }\nhere: { s0: li r2, 2 }\n"
                   "{ s0: halt }\n");
        text.close();
        open(QStringLiteral("both.lw"));
        QCOMPARE(session().frames().size(), std::size_t{2});
        press("nextCore"); // whose line it is does not matter
        Q_EMIT m_window->documents().editor()->breakpointToggled(3);
        QCOMPARE(QString::fromStdString(session().breakpoints().front().text), QStringLiteral("*.both.lw:4"));
        press("run");
        QCOMPARE(session().frame()->report.hits.size(), std::size_t{2});
        QVERIFY2(said().contains(QStringLiteral("c0: bundle 1 (here)")) &&
                     said().contains(QStringLiteral("c1: bundle 1 (here)")),
                 qPrintable(said()));
        Q_EMIT m_window->documents().editor()->breakpointToggled(3);
        QVERIFY(session().breakpoints().empty());
    }

    void otherBreakpointsStayWithTheirCore() {
        open(QStringLiteral("pair.lww"));
        press("nextCore");
        QCOMPARE(session().addBreakpoint(QStringLiteral("again if r3 == 5")), std::nullopt);
        press("nextCore");
        debug::BreakpointModel model(session());
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("c1: again if r3 == 5"));
        QCOMPARE(session().savedBreakpoints().front().core, std::uint16_t{1});
        press("reset");
        QTRY_VERIFY(session().state() == State::Paused && !session().isBusy());
        QCOMPARE(session().breakpoints().size(), std::size_t{1});
        press("run");
        QCOMPARE(session().frame()->report.hits.front().cause.core, kSecond);
        QVERIFY(
            session().addBreakpoint(QStringLiteral("again"))); // the program of this one has no such label
    }

    void twoCoresStandSideBySide() {
        open(QStringLiteral("pair.lww"));
        press("step");
        goTo("registers");
        press("anotherView");
        ide::ViewDock* const second = dock("registers#2");
        QVERIFY(second);
        QCOMPARE(second->windowTitle(), QStringLiteral("Registers: c1"));
        QTRY_COMPARE(r3In(*second), QStringLiteral("7"));
        QVERIFY(r3In(*dock("registers")) != QStringLiteral("7"));
        press("nextCore"); // the pinned one stays
        QTRY_COMPARE(r3In(*dock("registers")), QStringLiteral("7"));
        QCOMPARE(second->pinned(), std::optional(kSecond));
        goTo("registers");
        press("pinView");
        QCOMPARE(dock("registers")->windowTitle(), QStringLiteral("Registers: c1"));
        const QStringList views = m_window->page(ide::Workspace::Debug)->views();
        QCOMPARE(views, (QStringList{"registers@1", "registers#2@1"}));
        press("resetLayout");
        QVERIFY(m_window->page(ide::Workspace::Debug)->views().isEmpty());
    }

    void theBoardShowsAllCores() {
        open(QStringLiteral("pair.lww"));
        auto* chip = m_window->findChild<paint::ChipDiagramView*>();
        goTo("chip");
        chip->showLevel(QStringLiteral("board"));
        press("step");
        QCOMPARE(chip->scene().boxes.size(), std::size_t{2});
        QCOMPARE(QString::fromStdString(chip->scene().boxes[1].title), QStringLiteral("c1"));
        QCOMPARE(QString::fromStdString(chip->scene().boxes[1].size), QStringLiteral("bundle 1 (again)"));
        QVERIFY(chip->scene().boxes[1].activity == scene::Activity::Active);
        Q_EMIT chip->canvas().opened(QStringLiteral("c1"));
        QCOMPARE(session().focus(), kSecond);
        QVERIFY(chip->level().isEmpty() && chip->scene().boxes.size() > 2);
    }

    void theBoardShowsWhatIsOnItsWays() {
        open(kExamples + QStringLiteral("training/ping-pong/ping-pong.lww"));
        auto* chip = m_window->findChild<paint::ChipDiagramView*>();
        goTo("chip");
        chip->showLevel(QStringLiteral("board"));
        QCOMPARE(chip->scene().wires.size(), std::size_t{2});
        const auto isOnAWay = [&] {
            return std::ranges::any_of(chip->scene().wires, [](const scene::DiagramPath& wire) {
                return wire.activity == scene::Activity::Active;
            });
        };
        for (int clocks = 0; clocks < 60 && !isOnAWay(); ++clocks) press("stepClock");
        QVERIFY(isOnAWay());
    }

    void anArraysCoresAreCalledByRowAndColumn() {
        open(kExamples + QStringLiteral("inference/array-convolution/3x2.lww"));
        auto* cores = m_window->runBar().findChild<QComboBox*>();
        QTRY_COMPARE(cores->itemText(3), QStringLiteral("c3 (c1_1): r1c1.lw"));
        QVERIFY(bool(machine::Expression::compile("c1_1.ub[0]", session().loaded()->scope())));
        QVERIFY(!machine::Expression::compile("c3_0.ub[0]", session().loaded()->scope()));
    }

    // What is known of a word is of the program that the text belongs to, and of a core that runs it.
    void helpIsAboutTheTextsOwnProgram() {
        open(QStringLiteral("pair.lww"));
        press("step");
        QCOMPARE(session().focus(), kFirst);
        editor::DocumentArea& documents = m_window->documents();
        const editor::Document* spin = documents.documentOf(m_folder.filePath(QStringLiteral("spin.lw")));
        const editor::Document* sum = documents.documentOf(m_folder.filePath(QStringLiteral("triangle.lw")));
        const auto about = [&](const editor::Document* text, const std::string& word) {
            const std::string bytes = text->editor()->bytes();
            const editor::SourceBook& book = documents.book(text);
            return editor::hoverAt(bytes, bytes.find(word), text->key(), book,
                                   session().frameOf(text->key()).get());
        };
        QVERIFY(about(spin, "again").lines.contains(QStringLiteral("bundle 1")));
        QCOMPARE(about(spin, "r3").value, QStringLiteral("c1: 7"));
        QVERIFY(about(sum, "r2").value.startsWith(QStringLiteral("c0: ")));
        const auto offered = [&](const editor::Document* text) {
            const editor::SourceBook& book = documents.book(text);
            QStringList out;
            for (const editor::Offer& offer :
                 editor::offersAt(editor::contextAt("{ s0: br ", 9, book.spec(), book.words()), book))
                out << offer.word;
            return out;
        };
        QCOMPARE(offered(spin).join(QLatin1Char(' ')), QStringLiteral("again"));
        QCOMPARE(offered(sum).join(QLatin1Char(' ')), QStringLiteral("done loop"));
    }

    void inputsAreOfCores() {
        open(kExamples + QStringLiteral("training/shared-product/product.lww"));
        m_window->actions()["inputs"]->trigger();
        auto* dialog = m_window->findChild<ide::InputsDialog*>();
        QVERIFY(dialog && dialog->rowOf(QStringLiteral("c0.a")) >= 0);
        const QString file = kExamples + QStringLiteral("training/shared-product/a.npy");
        dialog->setFile(dialog->rowOf(QStringLiteral("c1.a")), file);
        dialog->accept();
        QTRY_VERIFY(session().state() == State::Paused && !session().isBusy());
        QCOMPARE(m_window->keeper().inputs().front().tensor, std::string("c1.a"));
    }

    // "set" of a workload: a program whose text names no files computes what the example does.
    void aWorkloadBringsItsInputs() {
        const auto product = [&](const QString& workload) {
            init(); // another window
            open(workload);
            press("run");
            const auto value = machine::Expression::compile("c[7, 3]", session().loaded()->scope());
            return value ? machine::textOf(*value->evaluate(session().frame()->moment())) : std::string();
        };
        const QString from = kExamples + QStringLiteral("training/shared-product/");
        const std::string wanted = product(from + QStringLiteral("product.lww"));
        const QDir folder(m_folder.path());
        QVERIFY(folder.mkpath(QStringLiteral("set")) && folder.mkpath(QStringLiteral("kernels")));
        for (const char* name : {"a.npy", "b.npy", "pair.json"})
            QVERIFY(QFile::copy(from + QLatin1String(name), folder.filePath(QLatin1String("set/") + name)));
        for (const char* name : {"dma.lw", "matmul.lw"})
            QVERIFY(QFile::copy(from + QLatin1String("../kernels/") + name,
                                folder.filePath(QLatin1String("kernels/") + name)));
        QFile text(from + QStringLiteral("product.lw")), bare(folder.filePath(QStringLiteral("set/bare.lw"))),
            workload(folder.filePath(QStringLiteral("set/bare.lww")));
        QVERIFY(text.open(QIODevice::ReadOnly) && bare.open(QIODevice::WriteOnly) &&
                workload.open(QIODevice::WriteOnly));
        bare.write(text.readAll().replace(" = \"a.npy\"", "").replace(" = \"b.npy\"", ""));
        workload.write("{\"schema\": \"lanewright workload\", \"version\": 1, \"machine\": \"pair.json\", "
                       "\"cores\": [{\"cores\": \"0-1\", \"program\": \"bare.lw\", "
                       "\"set\": {\"a\": \"a.npy\", \"b\": \"b.npy\"}}]}");
        bare.close();
        workload.close();
        QCOMPARE(product(workload.fileName()), wanted);
        QVERIFY(!wanted.empty());
    }

    void tensorsArePinnedToo() {
        open(kExamples + QStringLiteral("training/shared-product/product.lww"));
        m_window->showWorkspace(ide::Workspace::Tensors);
        ide::WorkspacePage* page = m_window->page(ide::Workspace::Tensors);
        auto* view = page->findChild<paint::TensorsView*>();
        auto* box = view->findChild<paint::CoreBox*>();
        QTRY_VERIFY(box->isVisible());
        QCOMPARE(box->currentText(), QStringLiteral("In focus: c0"));
        Q_EMIT box->activated(2);
        QCOMPARE(view->loaded()->core, kSecond);
        QCOMPARE(box->currentText(), QStringLiteral("c1"));
        QCOMPARE(page->views(), QStringList{"tensors@1"});
        page->restoreViews({});
        QCOMPARE(view->loaded()->core, kFirst);
        page->restoreViews({QStringLiteral("tensors@1")});
        QCOMPARE(view->loaded()->core, kSecond);
        m_window->activateWindow();
        view->setFocus();
        QTRY_VERIFY(view->isAncestorOf(QApplication::focusWidget()));
        press("pinView"); // and off again
        QCOMPARE(box->currentIndex(), 0);
        m_window->resize(1280, 800);
        QTRY_COMPARE(m_window->width(), 1280);
        for (const auto* button : view->findChildren<QToolButton*>(QStringLiteral("qt_toolbar_ext_button")))
            QVERIFY(!button->isVisible()); // all of the bar is in sight
    }

    void pauseSaysThatAllStop() {
        open(QStringLiteral("pair.lww"));
        QCOMPARE(m_window->actions()["pause"]->statusTip(), QStringLiteral("Stops all cores, at one clock"));
        press("run"); // a program that a core runs is not part of another one
        QVERIFY2(m_window->statusBar()->currentMessage().isEmpty(),
                 qPrintable(m_window->statusBar()->currentMessage()));
    }

    void aProjectKeepsFocusPinsAndSecondViews() {
        open(QStringLiteral("pair.lww"));
        press("nextCore");
        QCOMPARE(session().addBreakpoint(QStringLiteral("again")), std::nullopt);
        goTo("memory");
        press("anotherView");
        const QString file = m_folder.filePath(QStringLiteral("pair.lwp"));
        m_window->saveProject(file);
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QVERIFY(saved.readAll().contains("\"version\": 2"));
        m_window = std::make_unique<MainWindow>(m_theme);
        m_window->resize(1500, 900);
        m_window->show();
        m_window->openProject(file);
        QTRY_COMPARE(session().state(), State::Paused);
        QCOMPARE(session().focus(), kSecond);
        QCOMPARE(session().breakpoints().size(), std::size_t{1});
        QCOMPARE(session().breakpoints().front().core, kSecond);
        QTRY_VERIFY(dock("memory#2"));
        QCOMPARE(dock("memory#2")->pinned(), std::optional(kFirst));
    }

    void whatIsLoggedSaysOfWhichCore() {
        open(QStringLiteral("pair.lww"));
        goTo("log");
        press("nextCore");
        QCOMPARE(session().addBreakpoint(QStringLiteral("again hit 2 log r3 is {r3}")), std::nullopt);
        press("run");
        const debug::LogModel& log = m_window->findChild<debug::LogView*>()->model();
        QStringList from;
        for (int row = 0; row < log.rowCount(); ++row)
            from << log.index(row, debug::LogModel::From).data().toString();
        QVERIFY2(from.contains(QStringLiteral("c0: trace 3")), qPrintable(from.join(QLatin1Char('|'))));
        QVERIFY2(from.contains(QStringLiteral("c1: again hit 2")), qPrintable(from.join(QLatin1Char('|'))));
    }
};

int tst_cores(int argc, char** argv) { return lw::tests::run<TestCores, QApplication>(argc, argv); }
#include "tst_cores.moc"
