// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/session/selection.h"
#include "widgets/state/change_view.h"
#include "widgets/state/memory_view.h"
#include "widgets/state/register_model.h"
#include "widgets/state/unit_view.h"
#include "widgets/state/vector_view.h"

#include <QApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>

#include <set>

using namespace lw;

// What a step changed is the same in every view and in the list; nothing else moves.
class TestWhatChanged : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    session::DebugSession m_session;
    session::Selection m_selection;
    const session::ViewContext m_context{m_theme, m_session, m_selection};

    void perform(machine::Command command) {
        m_session.perform(std::move(command));
        QTRY_VERIFY(!m_session.isBusy());
    }
    // Those of a part of the machine: "r", "v", "vmem".
    static std::set<QString> listed(const state::ChangeView& view, const QString& first) {
        const QRegularExpression ofPart(QStringLiteral("^%1[0-9\\[]").arg(first));
        std::set<QString> out;
        const state::ChangeModel& model = view.model();
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex above = model.index(group, 0);
            for (int row = 0; row < model.rowCount(above); ++row) {
                const QString cell =
                    model.index(row, 0, above).data(state::ChangeModel::ExpressionRole).toString();
                if (ofPart.match(cell).hasMatch()) out.insert(cell);
            }
        }
        return out;
    }
    static std::set<QString> marked(const QAbstractItemModel& model, int changed, int expression) {
        std::set<QString> out;
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                if (model.index(row, column).data(changed).toBool())
                    out.insert(model.index(row, column).data(expression).toString());
        return out;
    }

  private Q_SLOTS:
    void init() { m_theme.choose(theme::Choice::Light); }
    void cleanup() {
        m_session.unload();
        m_selection.clear();
    }

    // The last bundle stores 8 words, two of which are 0: they are written all the same.
    void everyViewMarksWhatTheListNames() {
        state::ChangeView list(m_context);
        state::VectorView vectors(m_context);
        for (QWidget* view : {static_cast<QWidget*>(&list), static_cast<QWidget*>(&vectors)}) view->show();
        tests::load(m_session, tests::kFirstBundle);
        state::RegisterModel registers;
        state::MemoryModel memory(m_theme);
        std::size_t words = 0;
        for (const int bundles : {1, 1, 3, -1}) {
            if (bundles > 0)
                perform(machine::StepBundle{static_cast<std::uint64_t>(bundles)});
            else
                perform(machine::StepBack{1});
            registers.setFrame(m_session.frame());
            QCOMPARE(
                marked(registers, state::RegisterModel::ChangedRole, state::RegisterModel::ExpressionRole),
                listed(list, QStringLiteral("r")));
            for (const char* name : {"smem", "vmem"}) {
                memory.setFrame(m_session.frame());
                memory.setNode(m_session.loaded()->tree.find("memory/" + std::string(name)));
                memory.setColumns(4);
                memory.setWindow(0, 64);
                const auto there =
                    marked(memory, state::MemoryModel::ChangedRole, state::MemoryModel::ExpressionRole);
                QCOMPARE(there, listed(list, QLatin1String(name)));
                words = there.size();
            }
            std::set<QString> lanes;
            const QAbstractItemModel& table = vectors.twin().model();
            for (int row = 0; row < table.rowCount(); ++row)
                for (int column = 0; column < table.columnCount(); ++column)
                    if (table.index(row, column).data(paint::SceneTableModel::ChangedRole).toBool())
                        lanes.insert(QStringLiteral("v%1[%2][%3]").arg(row / 2).arg(row % 2).arg(column));
            QCOMPARE(lanes, listed(list, QStringLiteral("v")));
        }
        QCOMPARE(words, std::size_t{8}); // vmem, after the step back over the store
        // The tensor that was stored there says the same.
        paint::TensorsView tensors(m_context);
        tensors.show();
        tensors.showTensor(QStringLiteral("c"));
        for (std::uint64_t i = 0; i < 8; ++i)
            QVERIFY(scene::elementAt(*tensors.pane().elements(), i)->flags & scene::kChanged);
        // Nobody wrote them at this moment, which is not the same as 0.
        const state::ChangeModel& model = list.model();
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex above = model.index(group, 0), one = model.index(0, 0, above);
            if (!one.data(state::ChangeModel::ExpressionRole).toString().startsWith(QStringLiteral("vmem[")))
                continue;
            for (int row = 0; row < 8; ++row) {
                QCOMPARE(model.index(row, state::ChangeModel::After, above).data().toString(),
                         QStringLiteral("·"));
                QVERIFY(model.index(row, state::ChangeModel::Before, above).data().toString() !=
                        QStringLiteral("·"));
            }
        }
    }

    void oneWalksThroughTheListAndAroundItsEnds() {
        state::ChangeView list(m_context);
        list.show();
        tests::load(m_session, tests::kFirstBundle);
        perform(machine::StepBundle{1});
        std::set<QString> walked;
        list.walk(1);
        const QString first = m_selection.item().cell;
        do {
            QVERIFY(walked.insert(m_selection.item().cell).second);
            list.walk(1);
        } while (m_selection.item().cell != first);
        for (const char* cell : {"r1", "v1[0][0]", "v1[1][3]"})
            QVERIFY2(walked.count(QLatin1String(cell)), cell);
        list.walk(-1);
        QVERIFY(m_selection.item().cell != first);
        list.walk(1);
        QCOMPARE(m_selection.item().cell, first);
    }

    void placesSurviveSteps() {
        state::VectorView vectors(m_context);
        state::MemoryView memory(m_context);
        state::UnitView units(m_context);
        for (QWidget* view : {static_cast<QWidget*>(&vectors), static_cast<QWidget*>(&memory),
                              static_cast<QWidget*>(&units)}) {
            view->resize(420, 260);
            view->show();
        }
        tests::load(m_session, tests::kFirstBundle);
        perform(machine::StepBundle{1});
        vectors.canvas().setCellSize(40);
        vectors.canvas().verticalScrollBar()->setValue(137);
        memory.showMemory(machine::Role::VectorMemory);
        auto* scroll = memory.findChild<QScrollBar*>();
        for (auto* bar : memory.findChildren<QScrollBar*>())
            if (bar->maximum() > scroll->maximum()) scroll = bar;
        scroll->setValue(5);
        const std::uint64_t line = memory.model().firstLine();
        QVERIFY(line > 0);
        units.collapse(units.state().index(0, 0));
        const QRectF box = vectors.canvas().pictureRect(2);
        const paint::ValueRange range = vectors.canvas().range();
        for (int i = 0; i < 3; ++i) perform(machine::StepBundle{1});
        perform(machine::StepBack{2});
        QCOMPARE(vectors.canvas().pictureRect(2), box);
        QVERIFY(vectors.canvas().range() == range);
        QCOMPARE(memory.model().firstLine(), line);
        QVERIFY(!units.isExpanded(units.state().index(0, 0)));
        QVERIFY(units.isExpanded(units.state().index(1, 0)));
    }

    // Integers are next to nothing as floats: colours wait for the first number that has a size, and keep it.
    void coloursAreNotLockedToNothing() {
        state::VectorView view(m_context);
        view.resize(600, 400);
        view.show();
        tests::load(m_session,
                    QStringLiteral(".chip training, \"training-teaching\"\n{ v0: iota.lane v1 }\n"
                                   "{ v0: bcast v2, 3.0 }\n{ v0: bcast v3, 100.0 }\n{ s0: halt }\n"));
        perform(machine::StepBundle{1});
        QVERIFY(view.canvas().range().high <= paint::kNothing);
        perform(machine::StepBundle{1});
        QCOMPARE(view.canvas().range().high, 3.0);
        perform(machine::StepBundle{1});
        QCOMPARE(view.canvas().range().high, 3.0);
        view.canvas().lockRange(); // by hand
        QCOMPARE(view.canvas().range().high, 100.0);
    }

    // What the line below says is of a cell that is in sight.
    void theMemoryOfAnotherKindSaysNothingOfTheOldCell() {
        state::MemoryView view(m_context);
        view.resize(500, 300);
        view.show();
        tests::load(m_session, tests::kFirstBundle);
        m_selection.selectCell(QStringLiteral("smem[0]"));
        const auto says = [&view](const char* text) {
            for (const auto* label : view.findChildren<QLabel*>())
                if (label->text().contains(QLatin1String(text))) return true;
            return false;
        };
        QTRY_VERIFY(says("smem[0]"));
        view.showMemory(machine::Role::VectorMemory);
        QVERIFY(!says("smem[0]"));
    }
};

int tst_what_changed(int argc, char** argv) {
    return lw::tests::run<TestWhatChanged, QApplication>(argc, argv);
}
#include "tst_what_changed.moc"
