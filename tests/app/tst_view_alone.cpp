// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QDockWidget>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace lw;
using ide::MainWindow;
using session::State;

// One view that has the whole workspace.
class TestViewAlone : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;

    void begin(MainWindow& window) {
        window.resize(1280, 800);
        window.show();
        window.openFile(tests::kFirstBundle);
        QTRY_COMPARE(window.session().state(), State::Paused);
        QTRY_VERIFY(!window.session().isBusy());
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::qWait(50);
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    void aViewAloneHasTheWholeWorkspace() {
        MainWindow window(m_theme);
        begin(window);
        auto* page = window.page(ide::Workspace::Debug);
        auto* chip = page->findChild<QDockWidget*>(QStringLiteral("chip"));
        const QSize before = chip->size();
        const QByteArray layout = page->layoutState();
        window.actions()["nextView"]->trigger();
        window.actions()["aloneView"]->trigger();
        QTRY_VERIFY(chip->width() > page->width() - 10 && chip->height() > page->height() - 60);
        QVERIFY(!window.documents().isVisible());
        QCOMPARE(page->layoutState(), layout); // how the window would be left
        window.actions()["aloneView"]->trigger();
        QTRY_COMPARE(chip->size(), before);
        QVERIFY(window.documents().isVisible());
        window.actions()["goToText"]->trigger();
        window.actions()["aloneView"]->trigger();
        QTRY_VERIFY(window.documents().width() > page->width() - 10);
        window.page(ide::Workspace::Debug)->raiseView(QStringLiteral("memory")); // asking for another ends it
        QTRY_COMPARE(chip->size(), before);
    }

    // As a network does that is opened first of all.
    void aPageThatBeginsAloneIsArrangedOnceAllAreBack() {
        const auto sizes = [](MainWindow& window) {
            std::vector<QSize> out;
            for (const char* view : {"grid", "exactness"})
                out.push_back(window.page(ide::Workspace::Striding)->findChild<QDockWidget*>(view)->size());
            return out;
        };
        MainWindow usual(m_theme);
        begin(usual);
        usual.actions()["workspaceStriding"]->trigger();
        QTest::qWait(50);
        MainWindow window(m_theme);
        begin(window);
        window.actions()["workspaceStriding"]->trigger();
        window.page(ide::Workspace::Striding)->showAlone(nullptr);
        QTest::qWait(50);
        window.page(ide::Workspace::Striding)->showAll();
        QTRY_COMPARE(sizes(window), sizes(usual));
    }

    // Undocking it brings the others back, and may take the focus from it on the way.
    void itCanFloat_data() {
        QTest::addColumn<QString>("view");
        for (const char* view : {"chip", "registers", "memory", "grid"})
            QTest::newRow(view) << QString::fromLatin1(view);
    }
    void itCanFloat() {
        QFETCH(QString, view);
        MainWindow window(m_theme);
        begin(window);
        auto* page = window.page(ide::Workspace::Debug);
        auto* dock = page->findChild<QDockWidget*>(view);
        page->raiseView(view)->setFocus();
        QTRY_VERIFY(dock->isAncestorOf(QApplication::focusWidget()));
        window.actions()["aloneView"]->trigger();
        QVERIFY(page->isAlone());
        QTRY_VERIFY(dock->isAncestorOf(QApplication::focusWidget()));
        window.actions()["floatView"]->trigger();
        QVERIFY(dock->isFloating() && !page->isAlone());
    }
};

int tst_view_alone(int argc, char** argv) { return lw::tests::run<TestViewAlone, QApplication>(argc, argv); }
#include "tst_view_alone.moc"
