// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/script_runner.h"
#include "core/chips/catalog.h"
#include "core/manual/book.h"
#include "core/manual/glossary.h"
#include "core/tensor/npy.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/tiled_window.h"
#include "widgets/manual/glossary_tips.h"
#include "widgets/manual/topics.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/theme/style.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using ide::MainWindow;

namespace {

// What is written in headings, titles, labels and on buttons of the window as it is.
QStringList wordsInSight(const MainWindow& window) {
    QStringList out;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible()) continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget)) out << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) out << button->text();
        if (const auto* group = qobject_cast<const QGroupBox*>(widget)) out << group->title();
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i) out << tabs->tabText(i);
        if (const auto* header = qobject_cast<const QHeaderView*>(widget); header && header->model())
            for (int i = 0; i < header->count(); ++i)
                out << header->model()->headerData(i, header->orientation()).toString();
    }
    return out;
}

// What a line of a script answers: nothing, or what is wrong.
QString act(ide::ScriptRunner& runner, const char* name, const char* argument) {
    for (const ide::ScriptVerb& verb : ide::scriptVerbs())
        if (qstrcmp(verb.name, name) == 0) return verb.act(runner, {QString::fromLatin1(argument)});
    return QStringLiteral("there is no such verb");
}

} // namespace

// The window explains its words.
class TestHelp : public QObject {
    Q_OBJECT

    tests::TilesBench m_bench;
    theme::Theme m_theme;
    QTemporaryDir m_settings;

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }

    void theManualHasEveryVerbOfAScript() {
        const manual::Book book({chips::all().front().spec, "", {}});
        const manual::Page* page = book.page("chapter/script");
        QVERIFY(page);
        const QString text = QString::fromStdString(page->text);
        for (const ide::ScriptVerb& verb : ide::scriptVerbs()) {
            QString written = QLatin1String(verb.name);
            if (*verb.arguments) written += QLatin1Char(' ') + QLatin1String(verb.arguments);
            written.replace(QLatin1Char('|'), QStringLiteral("\\|"));
            QVERIFY2(text.contains(QStringLiteral("| `%1` |").arg(written)), verb.name);
        }
        QCOMPARE(text.count(QStringLiteral("\n| `")), static_cast<qsizetype>(ide::scriptVerbs().size()));
    }

    void aFolderIsOpenedAtItsProgram() {
        MainWindow window(m_theme);
        ide::ScriptRunner runner(window, QStringLiteral(LW_ROOT "/x.lws"));
        const auto open = [&runner](const char* path) { return act(runner, "open", path); };
        QVERIFY(open("examples").contains(QStringLiteral("cannot be read"))); // it has no program
        QVERIFY(open("examples/training/none").contains(QStringLiteral("cannot be read")));
        QVERIFY(window.documents().documents().isEmpty());
        QCOMPARE(open("examples/training/saxpy"), QString());
        QCOMPARE(window.documents().documents().front()->path(),
                 QStringLiteral(LW_ROOT "/examples/training/saxpy/program.lw"));
    }

    // The test of what is installed relies on it.
    void onlyAProgramAtItsBeginningIsReady() {
        MainWindow window(m_theme);
        window.show();
        ide::ScriptRunner runner(window, QStringLiteral(LW_ROOT "/examples/x.lws"));
        const auto isReady = [&runner](const char* path) { return act(runner, "ready", path); };
        constexpr const char* kSaxpy = "training/saxpy/program.lw";
        const QString none = QStringLiteral("no program waits at its beginning");
        QCOMPARE(isReady(kSaxpy), none);
        QVERIFY(act(runner, "example", "training/none").contains(QStringLiteral("no example")));
        QCOMPARE(act(runner, "example", "training/saxpy"), QString());
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), session::State::Paused, 20000);
        QCOMPARE(isReady(kSaxpy), QString());
        QVERIFY(isReady("training/softmax/program.lw").contains(QStringLiteral("saxpy")));
        QVERIFY(isReady("training/none.lw").contains(QStringLiteral("saxpy")));
        // Once for each complaint.
        Q_EMIT window.documents().problem(QStringLiteral("a file is missing"));
        QCOMPARE(isReady(kSaxpy), QStringLiteral("a file is missing"));
        QCOMPARE(isReady(kSaxpy), QString());
        window.openSettings();
        QVERIFY(isReady(kSaxpy).contains(QStringLiteral("asks")));
        for (QDialog* dialog : window.findChildren<QDialog*>()) dialog->close();
        QCOMPARE(isReady(kSaxpy), QString());
        window.actions()["step"]->trigger();
        QTRY_VERIFY(window.session().frame()->clock > 0 && !window.session().isBusy());
        QCOMPARE(isReady(kSaxpy), none);
        editor::CodeEditor* editor = window.documents().editor();
        editor->setText(editor->text().replace(QStringLiteral("halt"), QStringLiteral("hlt")));
        QTRY_VERIFY(!window.documents().findings().isEmpty());
        QVERIFY(isReady(kSaxpy).contains(QStringLiteral("program.lw:")));
        editor->setModified(false);
    }

    // A name or a number that does not exist ends a script: nothing counts as 0 or as the first.
    void whatDoesNotExistEndsAScript() {
        MainWindow window(m_theme);
        window.show();
        window.showWorkspace(ide::Workspace::Debug);
        ide::ScriptRunner runner(window, QStringLiteral(LW_ROOT "/examples/x.lws"));
        const auto say = [&runner](const char* name, const QStringList& words) {
            return ide::findScriptVerb(QLatin1String(name))->act(runner, words);
        };
        QVERIFY(!say("cell", {"r1"}).isEmpty()); // no program
        QCOMPARE(act(runner, "open", "training/digits/program.lw"), QString());
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), session::State::Paused, 20000);
        const std::pair<const char*, QStringList> wrong[] = {
            {"cell", {"r99"}},        {"cell", {"nothing"}},      {"cell", {"vmem[999999999]"}},
            {"select", {"99999999"}}, {"select", {"first"}},      {"seek", {"soon"}},
            {"level", {"wire"}},      {"do", {"step", "often"}},  {"do", {"dance"}},
            {"size", {"wide", "1"}},  {"caret", {"0"}},           {"caret", {"99999"}},
            {"caret", {"1", "x"}},    {"show", {"moon"}},         {"settings", {"moon"}},
            {"part", {"moon"}},       {"break", {"nowhere"}},     {"tensor", {"none"}},
            {"rows", {"8"}},          {"element", {"y", "first"}}};
        for (const auto& [verb, words] : wrong)
            QVERIFY2(!say(verb, words).isEmpty(),
                     qPrintable(QLatin1String(verb) + words.join(QLatin1Char(' '))));
        QVERIFY(window.selection().item().cell.isEmpty());
        // A row or a register is its first cell, in all views.
        QCOMPARE(say("cell", {"vmem[100]"}), QString());
        QCOMPARE(window.selection().item().cell, QStringLiteral("vmem[100][0]"));
        QCOMPARE(say("cell", {"v2"}), QString());
        QCOMPARE(window.selection().item().cell, QStringLiteral("v2[0][0]"));
        QCOMPARE(say("cell", {"r3"}), QString());
        QCOMPARE(window.selection().item().cell, QStringLiteral("r3"));
        window.showWorkspace(ide::Workspace::Tensors);
        QCOMPARE(say("tensor", {"loss"}), QString());
        QVERIFY(!say("tensor", {"loss", "none"}).isEmpty());
        QVERIFY(!say("tensor", {"W1", "W1_trained", "sideways"}).isEmpty());
        QVERIFY(!say("rows", {"7"}).isEmpty()); // 200 = 7 x ...
        QCOMPARE(say("rows", {"20"}), QString());
        QVERIFY(!say("facets", {"5"}).isEmpty());
    }

    // Also where it turns out only after the line is done.
    void whatFailsLaterEndsAScript_data() {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<int>("code");
        QTest::newRow("nothing") << "tile NET 16 PICTURE\ntiles run\ntiles compare\ntiles element 29 43" << 0;
        QTest::newRow("no picture") << "tile NET 16 none.npy" << 1;
        QTest::newRow("too small") << "tile NET 4 PICTURE" << 1;
        QTest::newRow("a word too many") << "tile NET 16 PICTURE\ntiles run x" << 1;
        QTest::newRow("only planned") << "tile NET 16 30x44\ntiles run" << 1;
        QTest::newRow("nothing to compare") << "tile NET 16 30x44\ntiles compare" << 1;
        QTest::newRow("no such element") << "tile NET 16 PICTURE\ntiles element 30 0" << 1;
        QTest::newRow("one circuit") << "tile NET 16 PICTURE\ntiles share layers" << 1;
        QTest::newRow("rows on an array") << "tile NET 16 PICTURE ARRAY\ntiles strategy both" << 1;
        QTest::newRow("firmware") << "processor NET" << 0;
        QTest::newRow("firmware that does not fit") << "processor EDGES" << 1;
        QTest::newRow("no network") << "processor /no/such/network.onnx" << 1;
        QTest::newRow("the host's part") << "tile HOSTED 16 PICTURE\ntiles debug" << 1;
    }
    void whatFailsLaterEndsAScript() {
        QFETCH(QString, lines);
        lines.replace(QStringLiteral("NET"), tests::kTwoConvs);
        lines.replace(QStringLiteral("HOSTED"),
                      QStringLiteral(LW_ROOT "/tests/cli/cases/scene-tile-lanes-host/net.json"));
        lines.replace(QStringLiteral("EDGES"),
                      QStringLiteral(LW_ROOT "/examples/networks/edge-filter/edge_filter.onnx"));
        lines.replace(QStringLiteral("ARRAY"), tests::kTwoByTwo);
        lines.replace(QStringLiteral("PICTURE"), m_bench.picture());
        const QString path = m_bench.file(QStringLiteral("lines.lws"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(lines.toUtf8()) > 0);
        file.close();
        MainWindow window(m_theme);
        window.show();
        ide::ScriptRunner runner(window, path);
        runner.start();
        QTEST(QApplication::exec(), "code");
    }

    void facetsArePartOfAScript() {
        MainWindow window(m_theme);
        window.show();
        ide::ScriptRunner runner(window, QStringLiteral("x"));
        const auto facets = [&runner](const char* dimension) { return act(runner, "facets", dimension); };
        QVERIFY(!facets("0").isEmpty()); // no tensor is shown
        window.showWorkspace(ide::Workspace::Tensors);
        auto* view = window.findChild<paint::TensorsView*>();
        const QTemporaryDir folder;
        const std::vector<float> values(5 * 4 * 3, 1.0f);
        for (const auto& [name, shape] :
             {std::pair("flat.npy", tensor::Shape{20, 3}), std::pair("cube.npy", tensor::Shape{5, 4, 3})}) {
            const QString path = folder.filePath(QLatin1String(name));
            QVERIFY(tensor::writeNpy(path.toStdString(),
                                     tensor::Tensor::of(tensor::DType::F32, shape, std::span(values))));
            view->openFile(path);
            QTRY_VERIFY(!view->isReading());
            if (shape.size() == 2) QVERIFY(!facets("0").isEmpty());
        }
        QCOMPARE(facets("0"), QString());
        QCOMPARE(view->pane().roles().facets, 0);
        QCOMPARE(facets("2"), QString());
        QCOMPARE(view->pane().roles().facets, 2);
        for (const char* wrong : {"3", "-1", "x", ""}) QVERIFY2(!facets(wrong).isEmpty(), wrong);
        QCOMPARE(facets("none"), QString());
        QCOMPARE(view->pane().roles().facets, scene::AxisRoles::kNone);
    }

    void everyAbbreviationInSightIsInTheGlossary() {
        MainWindow window(m_theme);
        window.resize(1600, 960);
        window.show();
        window.openFile(QStringLiteral(LW_ROOT "/examples/training/digits/program.lw"));
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), session::State::Paused, 20000);
        const QSet<QString> noTerms{QStringLiteral("MB"),  QStringLiteral("GB"),  QStringLiteral("CSV"),
                                    QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("OK")};
        const QRegularExpression abbreviation(QStringLiteral("\\b[A-Z][A-Z0-9]+\\b"));
        int seen = 0;
        for (const auto workspace : {ide::Workspace::Edit, ide::Workspace::Debug, ide::Workspace::Tensors}) {
            window.showWorkspace(workspace);
            for (const QDockWidget* dock : window.page(workspace)->docks()) {
                if (dock->objectName() == QStringLiteral("manual")) continue; // explains them
                window.page(workspace)->raiseView(dock->objectName());
                QTest::qWait(30);
                for (const QString& text : wordsInSight(window)) {
                    ++seen;
                    auto found = abbreviation.globalMatch(text.size() < 80 ? text : QString());
                    while (found.hasNext()) {
                        const QString word = found.next().captured();
                        QVERIFY2(noTerms.contains(word) || manual::findTerm(word.toStdString()),
                                 qPrintable(word + " in \"" + text + "\" of " + dock->objectName()));
                    }
                }
            }
        }
        QVERIFY(seen > 100);
    }

    // While a program is loaded the card of a word tells what it is at the stop shown.
    void theCardTellsTheValueOfNow() {
        MainWindow window(m_theme);
        window.show();
        window.openFile(tests::kFirstBundle);
        QTRY_COMPARE(window.session().state(), session::State::Paused);
        editor::CodeEditor* editor = window.documents().editor();
        const auto card = [&](const char* word) {
            const auto at = editor->text().indexOf(QString::fromLatin1(word));
            window.documents().assistant()->showHover(static_cast<std::size_t>(at));
            return window.documents().assistant()->card().plainText();
        };
        QVERIFY(!card("r1, LANES").contains(QStringLiteral("= 4")));
        window.actions()["step"]->trigger();
        QTRY_COMPARE(window.session().frame()->clock, 1u);
        // movi r1, LANES
        QVERIFY2(card("r1, LANES").contains(QStringLiteral("= 4")), qPrintable(card("r1, LANES")));
        window.actions()["stepBack"]->trigger();
        QTRY_COMPARE(window.session().frame()->clock, 0u);
        QVERIFY(!card("r1, LANES").contains(QStringLiteral("= 4")));
        // A memory, without a value of its own, is explained.
        QVERIFY2(card("vmem = ").contains(QStringLiteral("vector memory")), qPrintable(card("vmem = ")));
    }

    void theViewOfUnitsIsExplained() {
        MainWindow window(m_theme);
        window.resize(1600, 960);
        window.show();
        window.openFile(tests::kFirstBundle);
        QTRY_COMPARE(window.session().state(), session::State::Paused);
        window.showWorkspace(ide::Workspace::Debug);
        QWidget* units = window.page(ide::Workspace::Debug)->raiseView(QStringLiteral("units"));
        QVERIFY(units);
        int groups = 0;
        for (const auto* view : units->findChildren<QAbstractItemView*>()) {
            const auto* model = view->model();
            QTRY_VERIFY(model->rowCount() > 5);
            for (int row = 0; row < model->rowCount(); ++row, ++groups) {
                const QString title = model->index(row, 0).data().toString();
                QVERIFY2(manual::findTerm(title.toStdString()), qPrintable(title));
            }
        }
        QVERIFY(groups > 5);
    }
};

int tst_help(int argc, char** argv) { return lw::tests::run<TestHelp, QApplication>(argc, argv); }
#include "tst_help.moc"
