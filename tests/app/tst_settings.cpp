// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/mnemonics.h"
#include "app/ide/settings_dialog.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/editor/code_editor.h"
#include "widgets/theme/style.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>

#include <cmath>

using namespace lw;
using ide::MainWindow;
using ide::Preferences;
using ide::SettingsDialog;

// What a person sets, how it is kept, and what the keyboard reaches.
class TestSettings : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;

    static Preferences scaled(int percent) {
        Preferences out;
        out.scalePercent = percent;
        return out;
    }
    static QKeySequence keys(const char* text) { return QKeySequence(QString::fromLatin1(text)); }
    static QString letterOf(const QString& text) {
        static const QRegularExpression mark(QStringLiteral("&(.)"));
        return mark.match(text).captured(1).toLower();
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() {
        QSettings().clear();
        m_theme.choose(theme::Choice::Light);
        m_theme.setSourcePoints(theme::Theme::kSourcePoints);
        m_theme.setMagnification(1);
    }

    void whatIsWrittenIsReadBack() {
        QCOMPARE(ide::readPreferences(), Preferences());
        const Preferences chosen{.theme = theme::Choice::Dark,
                                 .language = QStringLiteral("zh_CN"),
                                 .scalePercent = 150,
                                 .sourcePoints = 13.5,
                                 .presentationPercent = 175};
        ide::writePreferences(chosen);
        QCOMPARE(ide::readPreferences(), chosen);
    }
    void nonsenseInTheFileIsBroughtIntoRange() {
        QSettings settings;
        settings.setValue(QStringLiteral("scale"), 5000);
        settings.setValue(QStringLiteral("editor/points"), QStringLiteral("nan"));
        settings.setValue(QStringLiteral("presentation"), -3);
        settings.setValue(QStringLiteral("theme"), QStringLiteral("purple"));
        const Preferences read = ide::readPreferences();
        QCOMPARE(read.scalePercent, 200);
        QCOMPARE(read.sourcePoints, 10.0);
        QCOMPARE(read.presentationPercent, 125);
        QCOMPARE(read.theme, theme::Choice::System);
    }
    void theScaleIsInTheEnvironmentOnlyForTheStart() {
        {
            const ide::ScaleForStart scale(scaled(150));
            QCOMPARE(qgetenv("QT_SCALE_FACTOR"), QByteArray("1.5"));
        }
        QVERIFY(!qEnvironmentVariableIsSet("QT_SCALE_FACTOR"));
        qputenv("QT_SCALE_FACTOR", "3");
        {
            const ide::ScaleForStart scale(scaled(150));
            QCOMPARE(qgetenv("QT_SCALE_FACTOR"), QByteArray("3")); // the person's own
        }
        QCOMPARE(qgetenv("QT_SCALE_FACTOR"), QByteArray("3"));
        qunsetenv("QT_SCALE_FACTOR");
        const ide::ScaleForStart scale(scaled(80)); // Qt clips what it paints below 1
        QVERIFY(!qEnvironmentVariableIsSet("QT_SCALE_FACTOR"));
    }

    void choicesHoldAtOnceOrSayThatTheyDoNot() {
        MainWindow window(m_theme);
        window.show();
        window.actions()["settings"]->trigger();
        auto* dialog = window.findChild<SettingsDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        const auto field = [&]<typename Widget>(const char* name, Widget*) {
            for (auto* widget : dialog->findChildren<Widget*>())
                if (widget->accessibleName() == QLatin1String(name)) return widget;
            return static_cast<Widget*>(nullptr);
        };
        auto* theme = field("Theme", static_cast<QComboBox*>(nullptr));
        auto* points = field("Size of program text", static_cast<QDoubleSpinBox*>(nullptr));
        auto* scale = field("Size of everything", static_cast<QSpinBox*>(nullptr));
        QVERIFY(theme && points && scale);
        theme->setCurrentIndex(theme->findText(QStringLiteral("Dark")));
        QVERIFY(m_theme.isDark());
        points->setValue(16);
        QCOMPARE(m_theme.source().pointSizeF(), 16.0);
        QVERIFY(!dialog->needsRestart());
        scale->setValue(150);
        QVERIFY(dialog->needsRestart());
        QCOMPARE(ide::readPreferences().scalePercent, 150);
        scale->setValue(80);
        QVERIFY(!dialog->needsRestart());
        QCOMPARE(m_theme.text().pointSizeF(), 8.0);
        scale->setValue(100);
        QVERIFY(!dialog->needsRestart());
        QCOMPARE(m_theme.text().pointSizeF(), 10.0);
        QCOMPARE(ide::readPreferences().theme, theme::Choice::Dark);
        QCOMPARE(ide::readPreferences().sourcePoints, 16.0);
        dialog->close();
    }
    void aRestartComesBackToTheSameClock() {
        {
            MainWindow window(m_theme);
            window.show();
            window.openFile(tests::kFirstBundle);
            QTRY_COMPARE(window.session().state(), session::State::Paused);
            window.actions()["step"]->trigger();
            window.actions()["step"]->trigger();
            QTRY_COMPARE(window.session().frame()->clock, 2u);
            window.restart();
            QVERIFY(window.wantsRestart());
            QVERIFY(!window.isVisible());
        }
        MainWindow window(m_theme);
        window.show();
        window.restoreSession();
        QTRY_VERIFY(window.session().frame() && window.session().frame()->clock == 2u);
        QVERIFY(window.close());
        MainWindow later(m_theme); // an ordinary end begins at the beginning again
        later.show();
        later.restoreSession();
        QTRY_COMPARE(later.session().state(), session::State::Paused);
        QTest::qWait(50);
        QCOMPARE(later.session().frame()->clock, 0u);
    }
    void everyFieldOfTheDialogHasAName() {
        MainWindow window(m_theme);
        window.show();
        SettingsDialog dialog(m_theme, window.actions(), {}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        for (const auto page : {SettingsDialog::Page::Appearance, SettingsDialog::Page::Language,
                                SettingsDialog::Page::Shortcuts}) {
            dialog.showPage(page);
            int reached = 0;
            for (QWidget* widget : dialog.findChildren<QWidget*>()) {
                if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy())
                    continue;
                QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
                QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
                ++reached;
            }
            QVERIFY(reached >= 3); // the tabs, a field, Close
        }
    }

    // ---- shortcuts

    void keysAreGivenKeptAndTakenBack() {
        MainWindow window(m_theme);
        ide::ShortcutPage page(m_theme, window.actions());
        page.choose(QStringLiteral("saveAll"));
        QVERIFY(!page.canAccept());
        page.record(keys("Ctrl+Alt+S"));
        QVERIFY(page.canAccept());
        QCOMPARE(page.note(), QString());
        page.accept();
        QCOMPARE(window.actions()["saveAll"]->shortcut(), keys("Ctrl+Alt+S"));
        QCOMPARE(window.actions()["saveAll"]->toolTip(), QStringLiteral("Save All (Ctrl+Alt+S)"));
        MainWindow next(m_theme);
        QCOMPARE(next.actions()["saveAll"]->shortcut(), keys("Ctrl+Alt+S"));
        next.actions().resetShortcut(next.actions()["saveAll"]);
        QVERIFY(next.actions()["saveAll"]->shortcut().isEmpty());
        QCOMPARE(next.actions()["saveAll"]->toolTip(), QStringLiteral("Save All"));
        MainWindow last(m_theme);
        QVERIFY(last.actions()["saveAll"]->shortcut().isEmpty());
    }
    void keysOfAnotherActionAreTakenOnlyWithAWord() {
        MainWindow window(m_theme);
        ide::ShortcutPage page(m_theme, window.actions());
        page.choose(QStringLiteral("saveAll"));
        page.record(keys("F5"));
        QVERIFY(page.note().contains(QStringLiteral("\"Run\"")));
        page.accept();
        QCOMPARE(window.actions()["saveAll"]->shortcut(), keys("F5"));
        QVERIFY(window.actions()["run"]->shortcut().isEmpty());
        auto& model = const_cast<ide::ShortcutModel&>(page.model());
        model.reset(window.actions()["run"]); // takes its own back
        QCOMPARE(window.actions()["run"]->shortcut(), keys("F5"));
        QVERIFY(window.actions()["saveAll"]->shortcut().isEmpty());
    }
    void keysOfTheTextAreRefused_data() {
        QTest::addColumn<QString>("pressed");
        for (const char* text : {"Ctrl+Right", "Ctrl+Home", "Tab", "PgDown", "Shift+Left", "A", "Shift+A",
                                 "Space", "Return", "Esc", "Del", "Menu"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void keysOfTheTextAreRefused() {
        QFETCH(QString, pressed);
        MainWindow window(m_theme);
        ide::ShortcutPage page(m_theme, window.actions());
        page.choose(QStringLiteral("saveAll"));
        page.record(QKeySequence(pressed));
        QVERIFY(!page.canAccept());
        QVERIFY(!page.note().isEmpty());
        page.accept();
        QVERIFY(window.actions()["saveAll"]->shortcut().isEmpty());
    }
    void shippedKeysClashWithNothing() {
        MainWindow window(m_theme);
        const auto ofText = editor::CodeEditor::ownKeys();
        QVERIFY(ofText.contains(keys("Ctrl+Right")));
        QVERIFY(ofText.size() >= 40);
        const ide::ShortcutModel model(window.actions());
        QHash<QKeySequence, QString> taken;
        for (const QAction* action : window.actions().all()) {
            const QKeySequence own = ide::ActionTable::defaultShortcut(action);
            if (own.isEmpty()) continue;
            QVERIFY2(!taken.contains(own), qPrintable(action->objectName() + " and " + taken.value(own)));
            QVERIFY2(model.refusal(own).isEmpty(),
                     qPrintable(action->objectName() + ": " + model.refusal(own)));
            taken[own] = action->objectName();
        }
    }
    void theModelIsSoundAndSearched() {
        MainWindow window(m_theme);
        ide::ShortcutModel model(window.actions());
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), static_cast<int>(ide::actionRows().size()));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setKeys(window.actions()["saveAll"], keys("F5"));
        QCOMPARE(changed.count(), 2); // who has it, and who had it
        model.resetAll();
        QCOMPARE(window.actions()["run"]->shortcut(), keys("F5"));
        ide::ShortcutPage page(m_theme, window.actions());
        auto* search = page.findChild<QLineEdit*>();
        auto* table = page.findChild<QTableView*>();
        QVERIFY(search && table);
        search->setText(QStringLiteral("clock back"));
        QCOMPARE(table->model()->rowCount(), 1);
        search->setText(QStringLiteral("ctrl+shift+f11"));
        QCOMPARE(table->model()->rowCount(), 1);
    }

    // ---- presentation

    void aPresentationIsLargeAndComesBackFromIt() {
        Preferences larger;
        larger.presentationPercent = 175;
        ide::writePreferences(larger);
        MainWindow window(m_theme);
        window.resize(1280, 800);
        window.show();
        window.openFile(tests::kFirstBundle);
        QTRY_COMPARE(window.session().state(), session::State::Paused);
        window.showWorkspace(ide::Workspace::Debug);
        const auto shownDocks = [&] {
            QStringList out;
            for (const QDockWidget* dock : window.page(ide::Workspace::Debug)->docks())
                if (!dock->isHidden()) out << dock->objectName();
            return out;
        };
        QTest::qWait(50); // the docks share the window once it has its size
        const QStringList before = shownDocks();
        const auto* front =
            window.page(ide::Workspace::Debug)->findChild<QDockWidget*>(QStringLiteral("chip"));
        const int width = front->width();
        QVERIFY(before.contains(QStringLiteral("grid")));
        const int row = m_theme.rowHeight(),
                  bar = window.findChild<QToolBar*>(QStringLiteral("runBar"))->height();
        QTest::keyClick(&window, Qt::Key_F4);
        QVERIFY(window.isPresenting());
        QVERIFY(window.isFullScreen());
        QVERIFY(!window.menuBar()->isVisible());
        QCOMPARE(m_theme.text().pointSizeF(), 17.5);
        QCOMPARE(m_theme.source().pointSizeF(), 17.5);
        QCOMPARE(m_theme.rowHeight(), static_cast<int>(row * 1.75 + 0.5));
        QVERIFY(!shownDocks().contains(QStringLiteral("grid")));
        QVERIFY(shownDocks().contains(QStringLiteral("chip")));
        const auto* keyDisplay = window.findChild<ide::KeyDisplay*>();
        QVERIFY(keyDisplay && keyDisplay->isVisible());
        QVERIFY(keyDisplay->text().contains(QStringLiteral("F4")));           // says how to leave
        QVERIFY(keyDisplay->text().contains(QStringLiteral("Ctrl+Shift+M"))); // and how a picture gets room
        QTest::keyClick(&window, Qt::Key_F11);
        QCOMPARE(keyDisplay->text(), QStringLiteral("F11   Step Bundle"));
        QTRY_COMPARE(window.session().frame()->clock, 1u);
        QTest::keyClick(&window, Qt::Key_A); // typed text is nobody's business
        QCOMPARE(keyDisplay->text(), QStringLiteral("F11   Step Bundle"));
        QTest::keyClick(&window, Qt::Key_F4);
        QVERIFY(!window.isPresenting());
        QVERIFY(!window.isFullScreen());
        QVERIFY(window.menuBar()->isVisible());
        QVERIFY(!window.findChild<ide::KeyDisplay*>());
        QCOMPARE(m_theme.rowHeight(), row);
        QCOMPARE(shownDocks(), before);
        QTRY_VERIFY(std::abs(front->width() - width) * 10 <= width);
        QTRY_COMPARE(window.findChild<QToolBar*>(QStringLiteral("runBar"))->height(), bar);
    }
    void aPresentationIsNotHowTheWindowIsLeft() {
        const auto hiddenDocks = [](MainWindow& window) {
            QStringList out;
            for (const QDockWidget* dock : window.page(ide::Workspace::Debug)->docks())
                if (dock->isHidden()) out << dock->objectName();
            return out;
        };
        QStringList before;
        {
            MainWindow window(m_theme);
            window.show();
            window.showWorkspace(ide::Workspace::Debug);
            before = hiddenDocks(window);
            window.setPresenting(true);
            QVERIFY(hiddenDocks(window) != before);
            QVERIFY(window.close());
        }
        QCOMPARE(m_theme.magnification(), 1.0);
        MainWindow window(m_theme);
        window.show();
        window.showWorkspace(ide::Workspace::Debug);
        QCOMPARE(hiddenDocks(window), before);
        QVERIFY(!window.isFullScreen());
    }
    void fullScreenIsThereAndBack() {
        MainWindow window(m_theme);
        window.show();
        window.actions()["fullScreen"]->trigger();
        QVERIFY(window.isFullScreen());
        window.setPresenting(true);
        window.setPresenting(false);
        QVERIFY(window.isFullScreen()); // as it was before
        window.actions()["fullScreen"]->trigger();
        QVERIFY(!window.isFullScreen());
    }

    // ---- scale: a child of its own, because Qt reads it once

    void nothingOfTheToolBarIsClippedAtAnyScale_data() {
        QTest::addColumn<int>("percent");
        for (const int percent : {80, 100, 150, 200}) QTest::addRow("%d", percent) << percent;
    }
    void nothingOfTheToolBarIsClippedAtAnyScale() {
        QFETCH(int, percent);
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::number(scaled(percent).enlarged()));
        environment.insert(QStringLiteral("LW_TEST_REDUCED"), QString::number(scaled(percent).reduced()));
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::MergedChannels);
        child.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("tst_settings"), QStringLiteral("theToolBarShowsWhatItHas")});
        QVERIFY(child.waitForFinished());
        QVERIFY2(child.exitStatus() == QProcess::NormalExit && child.exitCode() == 0, child.readAll());
    }
    // At the scale of the process.
    void theToolBarShowsWhatItHas() {
        MainWindow window(m_theme);
        m_theme.setMagnification(qEnvironmentVariable("LW_TEST_REDUCED", "1").toDouble());
        // The design size, in the units of this scale.
        const double scale = qEnvironmentVariable("QT_SCALE_FACTOR", "1").toDouble();
        window.resize(QSize(1920, 1080) / scale);
        window.show();
        window.showWorkspace(ide::Workspace::Debug);
        QVERIFY(std::abs(window.devicePixelRatio() - scale) < 0.01);
        for (const char* name : {"runBar", "workspaceBar"}) {
            auto* bar = window.findChild<QToolBar*>(QLatin1String(name));
            QTRY_VERIFY(bar->isVisible());
            QTest::qWait(20);
            int seen = 0;
            for (const QAction* action : bar->actions()) {
                const QWidget* widget = bar->widgetForAction(const_cast<QAction*>(action));
                if (!widget || !widget->isVisible() || action->isSeparator()) continue; // after the arrow
                ++seen;
                QVERIFY2(bar->rect().contains(widget->geometry()), qPrintable(action->objectName()));
                QVERIFY2(widget->width() >= widget->minimumSizeHint().width() &&
                             widget->height() >= widget->minimumSizeHint().height(),
                         qPrintable(action->objectName()));
            }
            QVERIFY(seen >= 3);
        }
    }

    // ---- letters of menus

    void everyMenuIsWalkedByLetters() {
        MainWindow window(m_theme);
        QSet<QString> titles;
        for (const QAction* top : window.menuBar()->actions()) {
            const QString title = letterOf(top->text());
            QVERIFY2(!title.isEmpty() && !titles.contains(title), qPrintable(top->text()));
            titles << title;
            QSet<QString> letters;
            QStringList without;
            for (const QAction* item : top->menu()->actions()) {
                if (item->isSeparator()) continue;
                const QString letter = letterOf(item->text());
                if (letter.isEmpty()) without << item->text();
                QVERIFY2(letter.isEmpty() || !letters.contains(letter), qPrintable(item->text()));
                letters << letter;
            }
            // There are 26 letters: only a menu with more rows than that leaves some to the arrow keys.
            QVERIFY2(without.isEmpty() || letters.size() >= 18, qPrintable(without.join(QLatin1Char(' '))));
        }
    }
    void lettersAreMarksOfMenusOnly() {
        MainWindow window(m_theme);
        for (const QAction* action : window.actions().all()) {
            QVERIFY(!action->iconText().contains(QLatin1Char('&')));
            QVERIFY(!action->toolTip().contains(QLatin1Char('&')));
            QVERIFY(!ide::plainTextOf(action).contains(QLatin1Char('&')));
        }
    }
    void lettersAreSharedOut() {
        QCOMPARE(ide::withMnemonics({"Save", "Save All", "Quit"}, {"Save", "Save All", "Quit"}),
                 QStringList({"&Save", "Save &All", "&Quit"}));
        // The second has no other letter: the first gives way.
        QCOMPARE(ide::withMnemonics({"ab", "aa"}, {"ab", "aa"}), QStringList({"a&b", "&aa"}));
        QCOMPARE(ide::withMnemonics({"aa", "a"}, {"aa", "a"}), QStringList({"&aa", "a"}));
        QCOMPARE(ide::withMnemonics({"打开...", "运行"}, {"Open...", "Run"}),
                 QStringList({"打开(&O)...", "运行(&R)"}));
        for (const QString& text : {QStringLiteral("打开(&O)..."), QStringLiteral("打开...")})
            QCOMPARE(ide::withoutMnemonic(text), QStringLiteral("打开..."));
        QCOMPARE(ide::withoutMnemonic(QStringLiteral("Save &All")), QStringLiteral("Save All"));
    }
};

int tst_settings(int argc, char** argv) { return lw::tests::run<TestSettings, QApplication>(argc, argv); }
#include "tst_settings.moc"
