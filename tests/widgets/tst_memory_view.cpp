// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/cells/cell_actions.h"
#include "widgets/debug/why_view.h"
#include "widgets/session/selection.h"
#include "widgets/state/change_view.h"
#include "widgets/state/memory_view.h"
#include "widgets/state/register_view.h"
#include "widgets/state/unit_view.h"
#include "widgets/state/vector_view.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lw;
using cells::CellFormat;
using tensor::DType;

namespace {

struct Desk {
    theme::Theme theme;
    session::DebugSession session;
    session::Selection selection;
    session::ViewContext context{theme, session, selection};

    void perform(machine::Command command) {
        session.perform(std::move(command));
        QTRY_VERIFY(!session.isBusy());
    }
    machine::NodeId node(const char* path) const { return session.loaded()->tree.find(path); }
};

} // namespace

class TestMemoryView : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void bitsAreReadAsAsked() {
        QCOMPARE(cells::textOf(CellFormat::Natural, DType::F32, 0x3fc00000), QStringLiteral("1.5"));
        QCOMPARE(cells::textOf(CellFormat::Hex, DType::F32, 0x3fc00000), QStringLiteral("3fc00000"));
        QCOMPARE(cells::textOf(CellFormat::Signed, DType::F32, 0xfffffffe), QStringLiteral("-2"));
        QCOMPARE(cells::textOf(CellFormat::Unsigned, DType::I32, 0xfffffffe), QStringLiteral("4294967294"));
        QCOMPARE(cells::textOf(CellFormat::Bf16, DType::F32, 0x40003f80), QStringLiteral("1 2"));
        // Too small for one.
        QCOMPARE(cells::textOf(CellFormat::Float, DType::Bf16, 0x3f80), QStringLiteral("1"));
    }

    void typedTextBecomesBits() {
        Desk desk;
        tests::load(desk.session, tests::kFirstBundle);
        const auto& frame = *desk.session.frame();
        const auto bits = [&](const char* text, CellFormat format) {
            return cells::bitsOf(QString::fromLatin1(text), format, DType::F32, frame).bits;
        };
        QCOMPARE(bits("1.5", CellFormat::Float), 0x3fc00000u);
        QCOMPARE(bits("2", CellFormat::Float), 0x40000000u);
        QCOMPARE(bits("0x7f", CellFormat::Float), 0x7fu);
        QCOMPARE(bits("-inf", CellFormat::Float), 0xff800000u);
        QCOMPARE(bits("-2", CellFormat::Signed), 0xfffffffeu);
        QCOMPARE(bits("LANES * 2", CellFormat::Unsigned), 8u); // 4 lanes
        QCOMPARE(bits("1 2", CellFormat::Bf16), 0x40003f80u);
        QCOMPARE(cells::bitsOf("0.5", CellFormat::Natural, DType::F16, frame).bits, 0x3800u);
        QCOMPARE(cells::bitsOf("inf", CellFormat::Natural, DType::F16, frame).bits, 0x7c00u);
        QVERIFY(!cells::bitsOf("70000", CellFormat::Natural, DType::F16, frame).bits); // of at most 65504
        QVERIFY(!bits("1", CellFormat::Bf16));
        QVERIFY(!bits("1.5", CellFormat::Signed));
        QVERIFY(!bits("5000000000", CellFormat::Unsigned));
        QVERIFY(!bits("1e99", CellFormat::Float));
        QVERIFY(!bits("rubbish", CellFormat::Float));
    }

    void linesOfTheModelAreAWindow() {
        Desk desk;
        tests::load(desk.session, tests::kFirstBundle);
        state::MemoryModel model(desk.theme);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFrame(desk.session.frame());
        model.setNode(desk.node("memory/vmem"));
        model.setColumns(4);
        model.setWindow(0, 3);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 4);
        // a = [[1 2 3 4] [5 6 7 8]] at row 0, b = [[10 20 30 40] ...] at row 2.
        QCOMPARE(model.index(1, 2).data().toString(), QStringLiteral("7"));
        QCOMPARE(model.index(2, 3).data().toString(), QStringLiteral("40"));
        QCOMPARE(model.headerData(2, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("2"));
        QCOMPARE(model.index(1, 2).data(state::MemoryModel::ExpressionRole).toString(),
                 QStringLiteral("vmem[1][2]"));
        model.setWindow(4, 2); // c: nothing wrote it yet
        QVERIFY(!model.index(0, 0).data(state::MemoryModel::WrittenRole).toBool());
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("·"));
        model.setColumns(2);
        QCOMPARE(model.headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("4:2"));
        model.setWindow(model.lineCount(), 5); // beyond the end
        QCOMPARE(model.rowCount(), 0);
        model.setFrame(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void whatAStepWroteIsMarked() {
        Desk desk;
        tests::load(desk.session, tests::kFirstBundle);
        desk.perform(machine::StepBundle{4}); // the fourth stores r2 = LANES * SUBLANES into smem
        state::MemoryModel model(desk.theme);
        model.setFrame(desk.session.frame());
        model.setNode(desk.node("memory/smem"));
        model.setColumns(8);
        model.setWindow(0, 1);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("8"));
        QVERIFY(model.index(0, 0).data(state::MemoryModel::ChangedRole).toBool());
        QVERIFY(!model.index(0, 1).data(state::MemoryModel::ChangedRole).toBool());
    }

    void goesToAddressesCellsAndTensors() {
        Desk desk;
        state::MemoryView view(desk.context);
        view.resize(600, 400);
        view.show();
        tests::load(desk.session, tests::kFirstBundle);
        QCOMPARE(view.goTo(QStringLiteral("b")), std::nullopt);
        QCOMPARE(view.current(), (machine::CellRef{desk.node("memory/vmem"), 8}));
        QCOMPARE(view.goTo(QStringLiteral("hbm[7][2]")), std::nullopt);
        QCOMPARE(view.current(), (machine::CellRef{desk.node("memory/hbm"), 30}));
        QCOMPARE(view.goTo(QStringLiteral("100")), std::nullopt); // of the memory shown
        QCOMPARE(view.current(), (machine::CellRef{desk.node("memory/hbm"), 400}));
        QCOMPARE(view.goTo(QStringLiteral("vmem[3]")), std::nullopt);
        QCOMPARE(view.current(), (machine::CellRef{desk.node("memory/vmem"), 12}));
        QVERIFY(view.goTo(QStringLiteral("99999999999")).has_value());
        QVERIFY(view.goTo(QStringLiteral("nothing of that name")).has_value());
        QVERIFY(view.goTo(QStringLiteral("-1")).has_value());
        // A selection made elsewhere is followed; one of a register is none of a memory.
        desk.selection.selectCell(QStringLiteral("smem[3]"));
        QCOMPARE(view.current(), (machine::CellRef{desk.node("memory/smem"), 3}));
        desk.selection.selectCell(QStringLiteral("r3"));
        QCOMPARE(view.current(), (machine::CellRef{desk.node("memory/smem"), 3}));
    }

    // Keys walk past the edge of the window, and choose the cell for every view.
    void keysWalkThroughTheWholeMemory() {
        Desk desk;
        state::MemoryView view(desk.context);
        view.resize(600, 300);
        view.show();
        tests::load(desk.session, tests::kFirstBundle);
        QVERIFY(!view.goTo(QStringLiteral("vmem[0][0]")));
        auto* table = view.findChild<QTableView*>();
        const auto columns = static_cast<std::uint64_t>(view.model().columnCount());
        for (int i = 0; i < 25; ++i) QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(view.current()->element, 25 * columns);
        QTest::keyClick(table, Qt::Key_Right);
        QVERIFY(view.model().indexOf(*view.current()).isValid()); // in sight
        QCOMPARE(table->currentIndex(), view.model().indexOf(*view.current()));
        QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
        const std::uint64_t count =
            machine::countOf(desk.session.loaded()->tree.at(desk.node("memory/vmem")));
        QCOMPARE(view.current()->element, count - 1);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(view.current()->element, count - 1);
        QVERIFY(desk.selection.item().cell.startsWith(QStringLiteral("vmem[")));
    }

    void editsInPlaceAndAsksBeforeForgetting() {
        Desk desk;
        state::MemoryView view(desk.context);
        view.resize(600, 400);
        view.show();
        tests::load(desk.session, tests::kFirstBundle);
        QVERIFY(!view.goTo(QStringLiteral("vmem[1][2]")));
        auto& model = const_cast<state::MemoryModel&>(view.model());
        QVERIFY(model.setData(model.indexOf(*view.current()), QStringLiteral("2.5"), Qt::EditRole));
        QTRY_COMPARE(model.indexOf(*view.current()).data().toString(), QStringLiteral("2.5"));
        QTRY_VERIFY(!desk.session.isBusy());
        desk.perform(machine::StepBundle{2});
        desk.perform(machine::StepBack{1});
        QVERIFY(desk.session.frame()->editWouldDropHistory);
        model.setData(model.indexOf(*view.current()), QStringLiteral("3.5"), Qt::EditRole);
        auto* question = view.findChild<QMessageBox*>(QStringLiteral("editThePast"));
        QVERIFY(question);
        QCOMPARE(model.indexOf(*view.current()).data().toString(), QStringLiteral("2.5"));
        for (QAbstractButton* button : question->buttons())
            if (question->buttonRole(button) == QMessageBox::AcceptRole) button->click();
        QTRY_COMPARE(model.indexOf(*view.current()).data().toString(), QStringLiteral("3.5"));
        QSignalSpy refused(&model, &state::MemoryModel::refused);
        QVERIFY(!model.setData(model.indexOf(*view.current()), QStringLiteral("rubbish"), Qt::EditRole));
        QCOMPARE(refused.count(), 1);
    }

    void guardedCellsAreNotEdited() {
        Desk desk;
        tests::load(desk.session, tests::kFirstBundle);
        QVERIFY(!cells::whyNotEditable(desk.context, desk.node("dma/list")).isEmpty());
        QVERIFY(cells::whyNotEditable(desk.context, desk.node("memory/vmem")).isEmpty());
        state::MemoryModel model(desk.theme);
        model.setFrame(desk.session.frame());
        model.setNode(desk.node("dma/list"));
        model.setWindow(0, 2);
        QVERIFY(!(model.flags(model.index(0, 0)) & Qt::ItemIsEditable));
    }

    void theLineHasRoomInANarrowView() {
        Desk desk;
        state::MemoryView view(desk.context);
        view.resize(340, 400);
        view.show();
        tests::load(desk.session, tests::kFirstBundle);
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QCoreApplication::processEvents();
        QCOMPARE(view.width(), 340); // long names of memories do not widen it
        QVERIFY(view.findChild<QLineEdit*>()->width() >= 60);
    }

    void unitsAreAProperTree() {
        Desk desk;
        state::UnitView view(desk.context);
        view.resize(500, 600);
        view.show();
        auto* model = view.model();
        const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tests::load(desk.session, QStringLiteral(".chip training, \"training-teaching\"\n"
                                                 "{ v0: bcast v1, 2.0 }\n{ }\n{ }\n{ push: mxu.w v1 }\n"
                                                 "{ v0: eup.rsqrt v1 }\n{ s0: halt }\n"));
        QVERIFY(model->rowCount() >= 6);
        const int rows = model->rowCount(model->index(2, 0));
        desk.perform(machine::Run{});
        bool found = false;
        for (int group = 0; group < model->rowCount(); ++group)
            for (int row = 0; row < model->rowCount(model->index(group, 0)); ++row) {
                const QModelIndex value = model->index(row, 1, model->index(group, 0));
                if (value.data().toString() != QStringLiteral("2 of 4 rows")) continue;
                QCOMPARE(value.data(state::UnitModel::ProgressRole).toDouble(), 0.5);
                found = true;
            }
        QVERIFY(found);
        QCOMPARE(model->rowCount(model->index(2, 0)), rows); // nothing waits in the matrix unit
        QVERIFY(view.isExpanded(model->index(0, 0)));
        desk.session.unload();
        QCOMPARE(model->rowCount(), 0);
    }

    void registersStandInGroupsAndAreEdited() {
        Desk desk;
        state::RegisterView view(desk.context);
        view.resize(500, 600);
        view.show();
        tests::load(desk.session, tests::kFirstBundle);
        QVERIFY(view.lists().size() >= 3);
        QAbstractItemModel* scalars = view.lists()[0]->model();
        const QAbstractItemModelTester tester(scalars,
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(scalars->rowCount(), 32);
        QCOMPARE(view.lists()[1]->model()->rowCount(), 16); // predicates
        const QModelIndex r3 = scalars->index(3, state::RegisterModel::Value);
        QVERIFY(scalars->setData(r3, QStringLiteral("LANES + 3"), Qt::EditRole));
        QTRY_COMPARE(r3.data().toString(), QStringLiteral("7"));
        QTRY_VERIFY(!desk.session.isBusy());
        QVERIFY(r3.data(state::RegisterModel::ChangedRole).toBool());
        QVERIFY(!scalars->setData(r3, QStringLiteral("1.5"), Qt::EditRole));
        // Shared with every other view, both ways.
        view.lists()[0]->setCurrentIndex(r3);
        QCOMPARE(desk.selection.item().cell, QStringLiteral("r3"));
        desk.selection.selectCell(QStringLiteral("p2"));
        QVERIFY(!view.lists()[0]->currentIndex().isValid());
        QCOMPARE(view.lists()[1]->currentIndex().row(), 2);
    }

    void keysWalkThroughVectorRegisters() {
        Desk desk;
        state::VectorView view(desk.context);
        view.resize(500, 400);
        view.show();
        tests::load(desk.session, tests::kFirstBundle);
        desk.perform(machine::StepBundle{2}); // v1 is loaded
        desk.selection.selectCell(QStringLiteral("v1[1][2]"));
        QVERIFY(view.canvas().current());
        QCOMPARE(view.canvas().current()->picture, std::size_t{1});
        QTest::keyClick(&view.canvas(), Qt::Key_Right);
        QCOMPARE(desk.selection.item().cell, QStringLiteral("v1[1][3]"));
        QTest::keyClick(&view.canvas(), Qt::Key_Right); // the last lane
        QTest::keyClick(&view.canvas(), Qt::Key_Down);  // into the next register
        QCOMPARE(desk.selection.item().cell, QStringLiteral("v2[0][3]"));
        view.setFormat(cells::CellFormat::Bf16);
        QCOMPARE(view.canvas().scene()[1].columns, 8u); // two to a word
        desk.selection.selectCell(QStringLiteral("v1[1][2]"));
        QCOMPARE(view.canvas().current()->column, 4u);
        desk.selection.selectCell(QStringLiteral("r1"));
        QVERIFY(!view.canvas().current());
    }

    void whyTellsWhatHoldsUpAndWhere() {
        Desk desk;
        debug::WhyView view(desk.context);
        view.resize(900, 300);
        view.show();
        tests::load(desk.session, QStringLiteral(".chip training, \"training-teaching\"\n"
                                                 "{ v0: bcast v1, 2.0 }\nhere: { v0: fadd v2, v1, v1 }\n"
                                                 "{ v0: eup.rsqrt v2 }\n{ pop: eup v3 }\n{ s0: halt }\n"));
        QVERIFY(view.text().contains(QStringLiteral("bundle 0 issues")));
        desk.perform(machine::Run{});
        QVERIFY(view.text().contains(QStringLiteral("halted")));
        const auto tables = view.findChildren<QTableView*>();
        QCOMPARE(tables.size(), 2);
        std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
        for (QTableView* table : tables)
            testers.push_back(std::make_unique<QAbstractItemModelTester>(
                table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest));
        QTableView* bundles =
            tables[tables[0]->accessibleName() == QStringLiteral("Stalls by bundle") ? 0 : 1];
        QCOMPARE(bundles->model()->index(0, debug::StalledModel::Clocks).data().toString(),
                 QStringLiteral("2"));
        // The focus alone chooses nothing.
        bundles->setFocus();
        bundles->setCurrentIndex(bundles->model()->index(0, 0));
        QCOMPARE(desk.selection.item().bundle, std::nullopt);
        QTest::mouseClick(bundles->viewport(), Qt::LeftButton, {},
                          bundles->visualRect(bundles->model()->index(0, 0)).center());
        QCOMPARE(desk.selection.item().bundle,
                 std::optional(machine::BundleOf({}, 3))); // the pop waits longest
    }

    void changesAreListedAndWalked() {
        Desk desk;
        state::ChangeView view(desk.context);
        view.resize(500, 400);
        view.show();
        const QAbstractItemModelTester tester(const_cast<state::ChangeModel*>(&view.model()),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        tests::load(desk.session, tests::kFirstBundle);
        desk.perform(machine::StepBundle{1}); // movi r1, LANES; movi r0, 0; vld v1, [a]
        view.walk(1);
        QCOMPARE(desk.selection.item().cell, QStringLiteral("r1"));
        view.walk(1);
        QCOMPARE(desk.selection.item().cell, QStringLiteral("v1[0][0]"));
        view.walk(-1);
        QCOMPARE(desk.selection.item().cell, QStringLiteral("r1"));
        QVERIFY2(view.headline().contains(QStringLiteral(" 9 cells")), qPrintable(view.headline()));
        desk.session.unload();
        QCOMPARE(view.model().rowCount(), 0);
    }
};

int tst_memory_view(int argc, char** argv) {
    return lw::tests::run<TestMemoryView, QApplication>(argc, argv);
}
#include "tst_memory_view.moc"
