// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/view_catalog.h"
#include "app/ide/workspace_rail.h"
#include "tests/support/run_test.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QPixmap>
#include <QTest>
#include <QToolButton>

#include <set>
#include <string_view>

using namespace lw;

// The workspaces at the left edge, and where views are in them.
class TestWorkspaceRail : public QObject {
    Q_OBJECT

    struct Shown {
        QMainWindow window;
        ide::WorkspaceRail* rail = new ide::WorkspaceRail(&window);
        Shown(int workspaces, int height) {
            window.addToolBar(Qt::LeftToolBarArea, rail);
            window.setCentralWidget(new QWidget(&window));
            for (int i = 0; i < workspaces; ++i) add(i);
            window.resize(800, height);
            window.show();
        }
        void add(int number) {
            QPixmap icon(20, 20);
            icon.fill(Qt::black);
            rail->addAction(icon, QStringLiteral("Workspace %1").arg(number));
        }
        // Each has a button that is seen whole.
        bool holdsAll() const {
            int shown = 0;
            for (const QAction* action : rail->actions()) {
                const QWidget* button = rail->widgetForAction(const_cast<QAction*>(action));
                shown += button->isVisible() && rail->rect().contains(button->geometry());
            }
            return shown == static_cast<int>(rail->actions().size());
        }
    };

  private Q_SLOTS:
    void nineAreThereWithTheirNames() {
        Shown shown(9, 720);
        QTRY_VERIFY(shown.holdsAll());
        QCOMPARE(shown.rail->toolButtonStyle(), Qt::ToolButtonTextUnderIcon);
    }
    void inALowWindowTheyHaveIcons() {
        Shown shown(9, 400);
        QTRY_COMPARE(shown.rail->toolButtonStyle(), Qt::ToolButtonIconOnly);
        QTRY_VERIFY(shown.holdsAll());
        shown.window.resize(800, 800);
        QTRY_COMPARE(shown.rail->toolButtonStyle(), Qt::ToolButtonTextUnderIcon);
        QTRY_VERIFY(shown.holdsAll());
    }
    void oneMoreMayBeTooMany() {
        Shown shown(5, 300);
        QTRY_COMPARE(shown.rail->toolButtonStyle(), Qt::ToolButtonTextUnderIcon);
        for (int i = 5; i < 8; ++i) shown.add(i);
        QTRY_COMPARE(shown.rail->toolButtonStyle(), Qt::ToolButtonIconOnly);
        QTRY_VERIFY(shown.holdsAll());
    }

    // Rows of the tables are of one mind.
    void everyPlaceIsOne() {
        std::set<std::string_view> ids;
        for (const ide::ViewEntry& entry : ide::catalog().views) {
            QVERIFY2(ids.insert(entry.id).second, entry.id);
            std::set<ide::Workspace> places;
            bool isOver = false;
            for (const ide::ViewPlace& place : entry.places) {
                const bool isPlace = place.workspace != ide::Workspace::kCount;
                QVERIFY2(!(isPlace && isOver), entry.id); // no gap
                isOver = isOver || !isPlace;
                QCOMPARE(place.area == ide::Area::None, !isPlace);
                if (isPlace) {
                    QVERIFY2(places.insert(place.workspace).second, entry.id);
                    QCOMPARE(ide::areaIn(entry, place.workspace), place.area);
                }
            }
            QVERIFY2(!places.empty(), entry.id);
        }
        for (std::size_t i = 0; i < ide::workspaces().size(); ++i)
            QCOMPARE(static_cast<std::size_t>(ide::workspaces()[i].workspace), i);
    }
};

int tst_workspace_rail(int argc, char** argv) {
    return lw::tests::run<TestWorkspaceRail, QApplication>(argc, argv);
}
#include "tst_workspace_rail.moc"
