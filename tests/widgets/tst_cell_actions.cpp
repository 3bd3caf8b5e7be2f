// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/picture_properties.h"
#include "widgets/cells/cell_actions.h"
#include "widgets/debug/watch_view.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/session/selection.h"
#include "widgets/state/memory_view.h"
#include "widgets/state/unit_view.h"
#include "widgets/state/vector_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QtTest>

using namespace lw;
using tests::hasColour;
using theme::Role;

// What can be done to a cell, from every view that has cells; the same cells as tables.
class TestCellActions : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    session::DebugSession m_session;
    session::Selection m_selection;
    const session::ViewContext m_context{m_theme, m_session, m_selection};

    void perform(machine::Command command) {
        m_session.perform(std::move(command));
        QTRY_VERIFY(!m_session.isBusy());
    }
    static QAction* find(const QMenu& menu, const char* name) {
        for (QAction* action : menu.actions())
            if (action->objectName() == QLatin1String(name)) return action;
        return nullptr;
    }
    static QAction* titled(const QMenu& menu, const QString& text) {
        for (QAction* action : menu.actions())
            if (action->text() == text) return action;
        return nullptr;
    }
    QString stopsAt(const QString& cell) const {
        return cells::breakpointOn(*cells::cellNamed(cell, m_session.frame()), *m_session.frame());
    }
    QString tensorAt(const QString& cell) const {
        return cells::tensorOf(*cells::cellNamed(cell, m_session.frame()), *m_session.frame());
    }

  private Q_SLOTS:
    void init() { m_theme.choose(theme::Choice::Light); }
    void cleanup() {
        while (!m_session.breakpoints().empty())
            m_session.removeBreakpoint(m_session.breakpoints().front().id);
        m_session.setWatches({});
        m_session.unload();
        m_selection.clear();
    }

    // first-bundle: a, b and c take 2 rows of vmem each from row 0 on; count is a word of smem.
    void breakpointsAndTensorsOfCells() {
        tests::load(m_session, tests::kFirstBundle);
        perform(machine::StepBundle{1}); // movi r1, 4
        QCOMPARE(stopsAt(QStringLiteral("r1")), QStringLiteral("when i32(r1) != 4"));
        QCOMPARE(stopsAt(QStringLiteral("vmem[5][2]")), QStringLiteral("write vmem 5"));
        QCOMPARE(stopsAt(QStringLiteral("smem[3]")), QStringLiteral("write smem 3"));
        QCOMPARE(stopsAt(QStringLiteral("p2")), QStringLiteral("when p2 != 0"));
        QCOMPARE(tensorAt(QStringLiteral("v3[1][0]")), QStringLiteral("v3"));
        QCOMPARE(tensorAt(QStringLiteral("vmem[1][0]")), QStringLiteral("a"));
        QCOMPARE(tensorAt(QStringLiteral("c[1,2]")), QStringLiteral("c"));
        QCOMPARE(tensorAt(QStringLiteral("vmem[60][0]")), QString());
        QCOMPARE(tensorAt(QStringLiteral("r1")), QString());
        // They are breakpoints indeed: c is written by the last bundle, 4.
        QVERIFY(!m_session.addBreakpoint(stopsAt(QStringLiteral("c[0,0]"))));
        perform(machine::Run{});
        QCOMPARE(m_session.frame()->report.hits.size(), std::size_t{1});
        QCOMPARE(m_session.frame()->report.hits[0].cause.bundle, 4u);
    }
    void everyEntryDoesWhatItSays() {
        tests::load(m_session, tests::kFirstBundle);
        perform(machine::StepBundle{1});
        QMenu menu;
        cells::addCellActions(menu, m_context, QStringLiteral("v1[0][2]"), QStringLiteral("3"));
        QSignalSpy opened(&m_selection, &session::Selection::tensorWanted),
            writer(&m_session, &session::DebugSession::writerFound);
        find(menu, "addWatch")->trigger();
        QCOMPARE(m_session.watches(), QStringList{QStringLiteral("v1[0][2]")});
        find(menu, "openAsTensor")->trigger();
        QCOMPARE(opened.value(0).value(0).toString(), QStringLiteral("v1"));
        find(menu, "breakOnWrite")->trigger();
        QCOMPARE(m_session.breakpoints().size(), std::size_t{1});
        find(menu, "whoWrote")->trigger();
        QTRY_COMPARE(writer.size(), 1);
        QCOMPARE(writer[0][2].value<std::optional<machine::BundleOf>>(),
                 std::optional(machine::BundleOf({}, 0)));
        titled(menu, QStringLiteral("Copy Value"))->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("3"));
        titled(menu, QStringLiteral("Copy Name"))->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("v1[0][2]"));
    }
    void vectorRegistersAreCopiedReadAndOpened() {
        state::VectorView view(m_context);
        view.resize(600, 500);
        view.show();
        tests::load(m_session, tests::kFirstBundle);
        perform(machine::StepBundle{1}); // v1 = 1 2 3 4 / 5 6 7 8
        const std::unique_ptr<QMenu> menu(view.canvas().makeMenu({1, 1, 2}));
        titled(*menu, QStringLiteral("Copy Row"))->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("5\t6\t7\t8"));
        titled(*menu, QStringLiteral("Copy Register"))->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("1\t2\t3\t4\n5\t6\t7\t8"));
        QCOMPARE(view.canvas().nameAt({1, 1, 2}), QStringLiteral("v1[1][2]"));
        view.setFormat(cells::CellFormat::Hex);
        QCOMPARE(view.canvas().valueAt({1, 0, 1}), QStringLiteral("40000000")); // 2.0
        view.setFormat(cells::CellFormat::Bf16);
        QCOMPARE(view.canvas().valueAt({1, 0, 3}), QStringLiteral("2")); // the upper half of lane 1
        view.setFormat(cells::CellFormat::Signed);
        QCOMPARE(view.canvas().valueAt({1, 0, 0}), QString::number(0x3f800000));
        QVERIFY(view.canvas().textAt({1, 0, 0}).contains(QStringLiteral("changed")));
    }
    void aRegisterIsATensor() {
        paint::TensorsView view(m_context);
        view.resize(900, 600);
        view.show();
        tests::load(m_session, tests::kFirstBundle);
        perform(machine::StepBundle{1});
        view.showTensor(QStringLiteral("v1"));
        QCOMPARE(view.pane().info().name, std::string("v1"));
        QCOMPARE(view.pane().info().shape, (tensor::Shape{2, 4}));
        Q_EMIT view.pane().canvas().picked({1, 3});
        QCOMPARE(m_selection.item().cell, QStringLiteral("v1[1][3]"));
        const auto element = scene::elementAt(*view.pane().elements(), 7);
        QCOMPARE(element->bits, std::uint64_t{0x41000000}); // 8.0
        QVERIFY(element->flags & scene::kChanged);
        perform(machine::StepBundle{1}); // live: not changed any more
        QVERIFY(!(scene::elementAt(*view.pane().elements(), 7)->flags & scene::kChanged));
        view.showTensor(QStringLiteral("v99"));
        QCOMPARE(view.pane().info().name, std::string("v1"));
    }
    void picturesHaveTablesWithTheSameSelection() {
        state::VectorView view(m_context);
        view.resize(600, 500);
        view.show();
        tests::load(m_session, tests::kFirstBundle);
        perform(machine::StepBundle{1});
        const QAbstractItemModelTester tester(&view.twin().model());
        view.twin().showTable(true);
        QCOMPARE(view.twin().model().rowCount(), 64); // 32 registers of 2 sublanes
        QCOMPARE(view.twin().model().index(3, 2).data().toString(), QStringLiteral("7"));
        QVERIFY(view.twin().model().index(3, 2).data(paint::SceneTableModel::ChangedRole).toBool());
        QCOMPARE(view.twin().model().headerData(3, Qt::Vertical, Qt::DisplayRole).toString(),
                 QStringLiteral("v1[1]"));
        view.twin().table().setCurrentIndex(view.twin().model().index(3, 2));
        QCOMPARE(m_selection.item().cell, QStringLiteral("v1[1][2]"));
        m_selection.selectCell(QStringLiteral("v2[0][1]"));
        QCOMPARE(view.twin().table().currentIndex(), view.twin().model().index(4, 1));
        perform(machine::StepBundle{1}); // what is selected survives a step
        QCOMPARE(view.twin().table().currentIndex(), view.twin().model().index(4, 1));
    }
    void tensorsAndHistogramsHaveTables() {
        paint::TensorsView view(m_context);
        view.resize(900, 600);
        view.show();
        tests::load(m_session, tests::kFirstBundle);
        const QAbstractItemModelTester cells(&view.pane().twin().model()),
            bins(&view.histogramTwin().model());
        view.showTensor(QStringLiteral("a"));
        view.pane().twin().showTable(true);
        QCOMPARE(view.pane().twin().model().rowCount(), 2);
        QCOMPARE(view.pane().twin().model().index(1, 3).data().toString(), QStringLiteral("8"));
        view.pane().twin().table().setCurrentIndex(view.pane().twin().model().index(1, 3));
        QCOMPARE(m_selection.item().cell, QStringLiteral("a[1,3]"));
        view.showTensor(QStringLiteral("c"));
        // Never written.
        QCOMPARE(view.pane().twin().model().index(1, 3).data().toString(), QStringLiteral("·"));
        // The 64 bins and what is below and above them.
        view.showTensor(QStringLiteral("a"));
        QCOMPARE(view.histogramTwin().model().rowCount(), 66);
        int values = 0;
        for (int row = 0; row < 66; ++row)
            values += view.histogramTwin().model().index(row, 2).data().toInt();
        QCOMPARE(values, 8);
        // In the menu of a cell: what can be done to it, and the way to the picture.
        QVERIFY(!view.pane().canvas().actions().isEmpty());
    }
    void theMemoryPictureHasItsTable() {
        state::MemoryView view(m_context);
        view.resize(600, 400);
        view.show();
        tests::load(m_session, tests::kFirstBundle);
        auto* action = view.findChild<QAction*>(QStringLiteral("showAsTable"));
        QVERIFY(action && action->isChecked());
        view.setPicture(true);
        QVERIFY(!action->isChecked());
        action->trigger();
        QVERIFY(action->isChecked());
        QVERIFY(view.findChild<QTableView*>()->isVisible());
    }
    void maskedRowsAreHatched() {
        state::VectorView view(m_context);
        view.resize(600, 500);
        view.show();
        tests::load(m_session, QStringLiteral(".chip training, \"training-teaching\"\n{ v0: bcast v1, 1.0 }\n"
                                              "{ vst: [0], v1, mask=1 }\n{ s0: halt }\n"));
        perform(machine::StepBundle{1});
        const QRectF box = view.canvas().pictureRect(1);
        const QRectF upper(box.left(), box.top(), box.width(), box.height() / 2 - 1),
            lower(box.left(), box.center().y() + 1, box.width(), box.height() / 2 - 2);
        const QImage image = view.canvas().grab().toImage();
        QVERIFY(hasColour(image, lower, m_theme[Role::Muted]));
        QVERIFY(!hasColour(image, upper.adjusted(2, 2, -2, -2), m_theme[Role::Muted]));
        QVERIFY(view.canvas().textAt({1, 1, 0}).contains(QStringLiteral("masked")));
    }
    void cellsOfUnitsArePickedToo() {
        state::UnitView view(m_context);
        view.resize(700, 900);
        view.show();
        tests::load(m_session, QStringLiteral(".chip training, \"training-teaching\"\n{ v0: bcast v1, 1.0 }\n"
                                              "{ push: mxu.w v1 }\n{ push: mxu.w v1 }\n{ s0: halt }\n"));
        perform(machine::StepBundle{3});
        int pictures = 0;
        for (int group = 0; group < view.state().rowCount(); ++group) {
            const QModelIndex above = view.state().index(group, 0);
            for (int row = 0; row < view.state().rowCount(above); ++row) {
                const QModelIndex index = view.state().index(row, 0, above);
                const scene::CellPicture* picture = view.state().pictureAt(index);
                if (!picture) continue;
                ++pictures;
                view.scrollTo(index);
                const QRect box = view.pictureRect(index);
                const auto first = view.cellAt(box.topLeft() + QPoint(1, 1)),
                           last = view.cellAt(box.bottomRight() - QPoint(1, 1));
                QVERIFY(first && last);
                QCOMPARE(last->element - first->element, std::uint64_t{picture->rows} * picture->columns - 1);
                QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, box.topLeft() + QPoint(1, 1));
                QCOMPARE(cells::cellNamed(m_selection.item().cell, m_session.frame()), first);
            }
        }
        QVERIFY(pictures > 0);
        QVERIFY(!view.cellAt({3, 3}));
    }
    void watchesHaveTheSameMenu() {
        debug::WatchView view(m_context);
        view.add(QStringLiteral("r1 + 1"));
        QCOMPARE(m_session.watches(), QStringList{QStringLiteral("r1 + 1")});
        QMenu menu;
        tests::load(m_session, tests::kFirstBundle);
        cells::addCellActions(menu, m_context, QStringLiteral("r1 + 1"), QStringLiteral("5"));
        QVERIFY(!find(menu, "breakOnWrite")->isEnabled()); // it is not a cell
        QVERIFY(!find(menu, "openAsTensor")->isEnabled());
    }
};

int tst_cell_actions(int argc, char** argv) {
    return lw::tests::run<TestCellActions, QApplication>(argc, argv);
}
#include "tst_cell_actions.moc"
