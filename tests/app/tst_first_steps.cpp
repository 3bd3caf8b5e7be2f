// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/example_list.h"
#include "app/ide/guide_bar.h"
#include "app/ide/main_window.h"
#include "app/ide/script_runner.h"
#include "app/ide/view_catalog.h"
#include "app/ide/welcome_page.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/stop_bar.h"
#include "widgets/manual/about_view.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace lw;
using ide::MainWindow;
using session::State;

namespace {

constexpr int kPatience = 60000; // a busy host

// Those whose steps are run here: small machines, so that a run is over at once.
struct Small {
    const char* name;
    std::vector<const char*> ends; // what the line at the top says after each step
};
const Small kSmall[] = {
    {"training/first-bundle", {"Next: ", "Next: ", "Halted after 5 clocks", "Next: "}},
    {"training/read-before-write", {"old_value", "Next: ", "Halted after"}},
    {"training/matrix-unit", {"switch", "Next: ", "Halted after"}},
    {"training/one-trip-too-many", {"the shadow copy already holds", "Next: "}},
    {"training/softmax", {"reductions", "Halted after", "Halted after", "Halted after"}},
    {"training/random-histogram", {"draw", "Halted after", "Halted after"}},
    {"training/matmul", {"Halted after", "fill"}},
    {"training/strided-loads", {"Halted", "Halted", "Halted", "Halted", "stripes"}},
    {"training/ping-pong", {"c0: Halted after 760 clocks", "", "c1: Halted after 760 clocks"}},
    {"training/shared-product", {"c0: Halted after", "", "c1: "}},
    {"inference/array-wave", {"", "Halted after"}},
    {"inference/line-buffer", {"", "Halted after"}},
    {"inference/strided-layer", {"drop", "drop", "pick", "pick", "with stride 4 27, 80, 388, 576"}},
    {"inference/negative-trap", {"the sum 18, -14, 31, -4; with the barrier 18, -14, 31, -4", "cures"}},
    {"inference/array-convolution", {"", "convolve", "convolve", "c0: Halted after 1,037 clocks"}},
    {"nnp/by-hand", {"window", "Halted after 124 clocks"}},
    {"nnp/two-portions", {"first", "the two portions 3.2246094", "second", "second", "second", "second"}},
    {"nnp/max-pool", {"down", "Halted after 59 clocks", "Halted after", "Halted after"}},
    {"nnp/photograph", {"windows", "Halted after 40,971 clocks", "Halted after", "Halted after"}},
    {"networks/worked-examples", {"", "Halted after"}}};

} // namespace

// What to do now: the first page, the text beside an example with its steps, new programs, results.
class TestFirstSteps : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_folder;

    static manual::AboutView* about(MainWindow& window) {
        return window.page(window.workspace())->findChild<manual::AboutView*>();
    }
    static void settle(MainWindow& window) {
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy() && !window.striding().isBusy(), kPatience);
    }
    static void openCard(MainWindow& window, const QString& name) {
        auto* card = window.findChild<QAbstractButton*>(name);
        QVERIFY2(card, qPrintable(name));
        card->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Paused, kPatience);
        settle(window);
    }
    // The button of the first page that says so.
    static QAbstractButton* button(MainWindow& window, const QString& text) {
        for (auto* one : window.findChildren<QAbstractButton*>())
            if (one->isVisible() && one->text().startsWith(text)) return one;
        return nullptr;
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_folder.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    void theFirstPageHasAPathAndNewFiles() {
        MainWindow window(m_theme);
        window.show();
        window.showWelcome();
        QVERIFY(window.actions()["welcome"]->isChecked());
        for (const char* text :
             {"1  ", "2  ", "3  ", "New File", "New from Template", "Open...", "Open Network"})
            QVERIFY2(button(window, QLatin1String(text)), text);
        button(window, QStringLiteral("1  "))->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Paused, kPatience);
        QVERIFY(window.documents().startFile().endsWith(QLatin1String("first-bundle/program.lw")));
        QVERIFY(!window.isWelcome());
        // Back by the bar at the left.
        window.actions()["welcome"]->trigger();
        QVERIFY(window.isWelcome());
        window.actions()["workspaceDebug"]->trigger();
        QVERIFY(!window.actions()["welcome"]->isChecked());
        window.showWelcome();
        button(window, QStringLiteral("New File"))->click();
        QCOMPARE(window.workspace(), ide::Workspace::Edit);
        QVERIFY(window.documents().current()->path().isEmpty());
    }

    void theFirstPageFitsASmallWindow() {
        MainWindow window(m_theme);
        window.resize(1280, 800);
        window.show();
        window.showWelcome();
        auto* scroll = window.findChild<ide::WelcomePage*>();
        QTRY_VERIFY(scroll->viewport()->width() > 1000);
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
    }

    // What an example is about is shown beside it.
    void aCardBringsItsReadme() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWelcome();
        openCard(window, QStringLiteral("training/first-bundle"));
        manual::AboutView* view = about(window);
        QVERIFY(view && view->hasText());
        QTRY_VERIFY(!view->visibleRegion().isEmpty());
        QVERIFY(view->text().toPlainText().startsWith(QLatin1String("The first bundle")));
        // A program without one says so.
        const QString alone = m_folder.filePath(QStringLiteral("alone.lw"));
        QFile file(alone);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(".chip training\n{ s0: halt }\n");
        file.close();
        window.startWith(alone);
        QTRY_VERIFY(!view->hasText());
        // Written now, and once more, it is shown.
        for (const char* text : {"# One\n", "# Two\n"}) {
            QFile readme(m_folder.filePath(QStringLiteral("README.md")));
            QVERIFY(readme.open(QIODevice::WriteOnly));
            readme.write(text);
            readme.close();
            QTRY_VERIFY(view->hasText() &&
                        text == QStringLiteral("# %1\n").arg(view->text().toPlainText().trimmed()));
        }
        QVERIFY(QFile::remove(m_folder.filePath(QStringLiteral("README.md"))));
        QTRY_VERIFY(!view->hasText());
    }

    // Also of a network that is cut into tiles, of which there is no program yet.
    void aCardOfTilesBringsItsReadme() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWelcome();
        auto* card = window.findChild<QAbstractButton*>(QStringLiteral("networks/super-resolution"));
        QVERIFY(card);
        card->click();
        QTRY_VERIFY_WITH_TIMEOUT(about(window)->hasText(), kPatience);
        QTRY_VERIFY(!about(window)->visibleRegion().isEmpty());
        QVERIFY(about(window)->text().toPlainText().startsWith(
            QLatin1String("A photograph made twice as large")));
        QVERIFY(window.documents().startFile().isEmpty());
    }

    // Every step of every example names what there is.
    void stepsNameWhatThereIs() {
        MainWindow window(m_theme);
        QStringList views;
        for (const ide::ViewEntry& entry : ide::catalog().views) views << QLatin1String(entry.id);
        for (const ide::Example& example : ide::examples()) {
            manual::AboutView view({m_theme, window.session(), window.selection()});
            view.setFolder(example.folder);
            const QList<manual::AboutView::Step> all = view.steps();
            QVERIFY2(!all.isEmpty(), qPrintable(example.folder + ": no steps"));
            for (const auto& [title, steps] : all)
                for (const QString& line : steps.split(QLatin1Char(';'))) {
                    QStringList words = QProcess::splitCommand(line);
                    QVERIFY2(!words.isEmpty(), qPrintable(steps));
                    const QString name = words.takeFirst();
                    const ide::ScriptVerb* verb = ide::findScriptVerb(name);
                    QVERIFY2(verb && verb->isForLinks, qPrintable(steps));
                    if (name == QLatin1String("show")) QVERIFY2(views.contains(words[0]), qPrintable(steps));
                    if (name != QLatin1String("do")) continue;
                    const bool isAction = std::any_of(
                        ide::actionRows().begin(), ide::actionRows().end(), [&](const ide::ActionRow& row) {
                            return words[0] == QLatin1String(row.id) &&
                                   (row.menu == ide::Menu::Run || row.menu == ide::Menu::View);
                        });
                    QVERIFY2(isAction, qPrintable(steps));
                }
        }
    }

    // One after the other, as a reader takes them.
    void stepsDoWhatTheySay_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("ends");
        for (const auto& [name, ends] : kSmall) {
            QStringList all;
            for (const char* end : ends) all << QString::fromUtf8(end);
            QTest::newRow(name) << QString::fromLatin1(name) << all;
        }
    }
    void stepsDoWhatTheySay() {
        QFETCH(QString, name);
        QFETCH(QStringList, ends);
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWelcome();
        openCard(window, name);
        QTRY_VERIFY_WITH_TIMEOUT(about(window)->hasText(), kPatience);
        const auto all = about(window)->steps();
        QCOMPARE(all.size(), ends.size());
        const auto* bar = window.findChild<debug::StopBar*>();
        const auto* guide = window.findChild<ide::GuideBar*>();
        QVERIFY(!guide->isVisible());
        for (qsizetype i = 0; i < all.size(); ++i) {
            const auto& [title, steps] = all[i];
            window.statusBar()->clearMessage();
            ide::ScriptRunner* runner =
                window.doSteps(steps, QFileInfo(window.documents().startFile()).path());
            const QPointer<QObject> there = runner;
            QTRY_VERIFY_WITH_TIMEOUT(!there, kPatience);
            settle(window);
            QVERIFY2(window.statusBar()->currentMessage().isEmpty(),
                     qPrintable(steps + QStringLiteral(": ") + window.statusBar()->currentMessage()));
            QTRY_VERIFY2(bar->text().contains(ends[i]),
                         qPrintable(steps + QStringLiteral(": ") + bar->text()));
            // A tensor that one is led to has numbers.
            if (steps.contains(QLatin1String("tensor "))) {
                const auto elements = window.findChild<paint::TensorsView*>()->pane().elements();
                QVERIFY(elements);
                const auto first = scene::elementAt(*elements, 0);
                QVERIFY2(first && (first->flags & scene::kWritten), qPrintable(steps));
            }
            // The next step is in sight, wherever the text has gone.
            QVERIFY(guide->isVisible());
            const auto* next = guide->findChild<QPushButton*>();
            QCOMPARE(next->isVisible(), i + 1 < all.size());
            if (next->isVisible()) QVERIFY(next->toolTip().contains(all[i + 1].title));
        }
        QVERIFY(window.session().breakpoints().size() <= 1); // of the last step
        window.showWelcome();
        openCard(window, name == QLatin1String("training/first-bundle")
                             ? QStringLiteral("inference/line-buffer")
                             : QStringLiteral("training/first-bundle"));
        QVERIFY(!guide->isVisible()); // these are not steps of that one
    }

    // What is asked for stays what it is while the steps of another text take its place.
    void aStepOutlivesItsText() {
        ide::GuideBar guide(m_theme);
        const auto stepsOf = [](const QString& verb) {
            QList<manual::AboutView::Step> out;
            for (int i = 0; i < 3; ++i)
                out.append(
                    {verb, QStringLiteral("%1 %2").arg(verb, QString(40, QLatin1Char('a' + char(i))))});
            return out;
        };
        QString got;
        connect(&guide, &ide::GuideBar::stepWanted, this, [&](const QString& steps) {
            guide.follow(stepsOf(QStringLiteral("seek")), {});
            got = steps;
        });
        guide.follow(stepsOf(QStringLiteral("select")), stepsOf(QStringLiteral("select"))[0].lines);
        QTest::mouseClick(guide.findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(got, stepsOf(QStringLiteral("select"))[1].lines);
    }

    // A text from anywhere may look at things, and change no file.
    void linksWriteNothing_data() {
        QTest::addColumn<QString>("steps");
        for (const char* steps : {"screenshot x.png", "plane x.png", "type x", "close", "do save", "do quit",
                                  "do new", "do settings", "do themeDark", "do resetLayout", "do runModes",
                                  "do followMacros", "ready x", "no such verb", "\"\"", "show registers; ''"})
            QTest::newRow(steps) << QString::fromLatin1(steps);
    }
    void linksWriteNothing() {
        QFETCH(QString, steps);
        MainWindow window(m_theme);
        window.show();
        const QPointer<QObject> runner = window.doSteps(steps, m_folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(!runner, kPatience);
        QVERIFY(!window.statusBar()->currentMessage().isEmpty());
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("x.png"))));
        QVERIFY(window.isVisible());
    }

    void aTemplateForEachChipRuns_data() {
        QTest::addColumn<int>("chip");
        for (int i = 0; i < static_cast<int>(chips::all().size()); ++i)
            QTest::newRow(chips::all()[static_cast<std::size_t>(i)].name.data()) << i;
    }
    void aTemplateForEachChipRuns() {
        QFETCH(int, chip);
        MainWindow window(m_theme);
        window.show();
        window.actions()["newFromTemplate"]->trigger();
        auto* list = window.findChild<QListWidget*>(QStringLiteral("choices"));
        QVERIFY(list);
        QCOMPARE(list->count(), static_cast<int>(chips::all().size()) + 1); // and an empty one
        list->setCurrentRow(chip);
        QTest::keyClick(window.findChild<QLineEdit*>(QStringLiteral("typed")), Qt::Key_Return);
        QTRY_VERIFY(!window.documents().isChecking());
        QVERIFY2(window.documents().findings().isEmpty(),
                 window.documents().findings().isEmpty()
                     ? ""
                     : qPrintable(window.documents().findings().front().text));
        window.actions()["run"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Halted, kPatience);
        const auto* bar = window.findChild<debug::StopBar*>();
        QTRY_VERIFY2(bar->text().contains(QStringLiteral("x + x 6")), qPrintable(bar->text()));
        QCOMPARE(window.session().loaded()->program.chip,
                 std::string(chips::all()[static_cast<std::size_t>(chip)].name));
        window.documents().current()->editor()->setModified(false);
    }

    // A network among the processor's examples is planned for it, not lowered for the circuit.
    void theProcessorsExamplesArePlannedForIt() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWelcome();
        auto* card = window.findChild<QAbstractButton*>(QStringLiteral("nnp/quantised-digits"));
        QVERIFY(card);
        card->click();
        QTRY_VERIFY_WITH_TIMEOUT(window.processor().planned(), kPatience);
        QCOMPARE(window.workspace(), ide::Workspace::Firmware);
        QVERIFY(window.processor().request().input.endsWith(QLatin1String("digits.x.npy")));
    }

    // The line above the views says what came out.
    void theEndHasResults() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.showWelcome();
        openCard(window, QStringLiteral("inference/strided-layer"));
        auto* bar = window.findChild<debug::StopBar*>();
        QVERIFY(!bar->text().contains(QLatin1String("576")));
        window.actions()["run"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Halted, kPatience);
        QTRY_VERIFY2(bar->text().contains(QLatin1String("the layer with stride 4 27, 80, 388, 576")),
                     qPrintable(bar->text()));
    }

    // Views, settings, examples, labels and pages of the manual are found as commands are.
    void thePaletteFindsPlaces() {
        MainWindow window(m_theme);
        window.show();
        window.showWelcome();
        openCard(window, QStringLiteral("training/read-before-write"));
        window.actions()["palette"]->trigger();
        auto* list = window.findChild<QListWidget*>(QStringLiteral("choices"));
        auto* line = window.findChild<QLineEdit*>(QStringLiteral("typed"));
        QVERIFY(list && line);
        for (const char* text :
             {"Label: old_value", "Settings: Shortcuts", "Example: Transpose", "Manual: The window"}) {
            line->setText(QLatin1String(text).left(14));
            bool isThere = false;
            for (int i = 0; i < list->count(); ++i)
                isThere |= list->item(i)->text().startsWith(QString::fromLatin1(text).left(14));
            QVERIFY2(isThere, text);
        }
        line->setText(QStringLiteral("Label: old_value"));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(window.selection().item().bundle.has_value());
    }
};

int tst_first_steps(int argc, char** argv) {
    return lw::tests::run<TestFirstSteps, QApplication>(argc, argv);
}
#include "tst_first_steps.moc"
