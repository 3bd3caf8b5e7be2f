// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/debug/breakpoint_dialog.h"
#include "widgets/debug/breakpoint_view.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using namespace lw;
using debug::BreakpointDialog;
using debug::BreakpointModel;

namespace {

template <typename T> T* named(const QWidget& widget, const char* accessibleName) {
    for (T* child : widget.findChildren<T*>())
        if (child->accessibleName() == QLatin1String(accessibleName)) return child;
    return nullptr;
}

} // namespace

class TestBreakpointView : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void initTestCase() { tests::load(m_session, tests::kFirstBundle); }
    void cleanup() {
        while (!m_session.breakpoints().empty()) m_session.removeBreakpoint(m_session.breakpoints()[0].id);
    }

    // Every kind gives a text that the core takes.
    void fieldsMakeBreakpoints_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::newRow("bundle") << int(BreakpointDialog::Bundle) << "start";
        QTest::newRow("write") << int(BreakpointDialog::Write) << "write hbm 0";
        QTest::newRow("read") << int(BreakpointDialog::Read) << "read hbm 0";
        QTest::newRow("landed") << int(BreakpointDialog::Landed) << "dma hbm 0";
        QTest::newRow("flag") << int(BreakpointDialog::Flag) << "flag f0 >= 1";
        QTest::newRow("pop") << int(BreakpointDialog::Popped) << "pop eup";
        QTest::newRow("nan") << int(BreakpointDialog::NotFinite) << "nan valu";
    }
    void fieldsMakeBreakpoints() {
        QFETCH(int, kind);
        QFETCH(QString, text);
        QPointer<BreakpointDialog> dialog = new BreakpointDialog(m_session, QFont());
        dialog->setKind(BreakpointDialog::Kind(kind));
        QCOMPARE(dialog->text(), text);
        dialog->accept();
        QCOMPARE(m_session.breakpoints().size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(m_session.breakpoints()[0].text), text);
        QTRY_VERIFY(!dialog); // closed, and gone
    }

    void allFieldsAreWritten() {
        BreakpointDialog dialog(m_session, QFont());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.setKind(BreakpointDialog::Write);
        auto* const memory = named<QComboBox>(dialog, "Memory or tensor");
        memory->setCurrentText(QStringLiteral("vmem"));
        named<QSpinBox>(dialog, "First unit")->setValue(3);
        named<QSpinBox>(dialog, "Units")->setValue(2);
        named<QLineEdit>(dialog, "Only if")->setText(QStringLiteral("r1 > 2"));
        named<QSpinBox>(dialog, "From hit number")->setValue(4);
        named<QLineEdit>(dialog, "Write instead")->setText(QStringLiteral("r1 is {r1}"));
        QCOMPARE(dialog.text(), QStringLiteral("write vmem 3 2 if r1 > 2 hit 4 log r1 is {r1}"));
        memory->setCurrentText(QStringLiteral("c"));
        QCOMPARE(dialog.text(), QStringLiteral("write c if r1 > 2 hit 4 log r1 is {r1}"));
        dialog.accept();
        QCOMPARE(m_session.breakpoints().size(), std::size_t{1});
        QVERIFY(m_session.breakpoints()[0].log.has_value());
        QCOMPARE(m_session.breakpoints()[0].hit, std::uint64_t{4});
    }

    // By the names that firmware has for them; what the chip does not have is not a kind.
    void registerFilesOfAProcessorAreOffered() {
        session::DebugSession session;
        tests::load(session, QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        BreakpointDialog dialog(session, QFont());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.setKind(BreakpointDialog::Write);
        auto* const memory = named<QComboBox>(dialog, "Memory or tensor");
        for (const char* file : {"InitialVrf", "AddSubVrf0", "AddSubVrf1", "MultiplyVrf", "MatrixRf"}) {
            memory->setCurrentIndex(memory->findText(QLatin1String(file)));
            QCOMPARE(memory->currentText(), QLatin1String(file));
            auto* const first = named<QSpinBox>(dialog, "First in the file");
            QVERIFY(first);
            first->setValue(1);
            QCOMPARE(dialog.text(), QStringLiteral("write %1 1").arg(QLatin1String(file)));
            QVERIFY(!session.addBreakpoint(dialog.text()));
        }
        dialog.setKind(BreakpointDialog::Read);
        QCOMPARE(dialog.text(), QStringLiteral("read MatrixRf 1"));
        memory->setCurrentText(QStringLiteral("vdram"));
        QVERIFY(named<QSpinBox>(dialog, "First unit"));
        auto* const kinds = named<QComboBox>(dialog, "Stop");
        QVERIFY(kinds);
        QCOMPARE(kinds->findData(BreakpointDialog::Landed), -1);
        QCOMPARE(kinds->findData(BreakpointDialog::Flag), -1);
        QCOMPARE(kinds->findData(BreakpointDialog::Popped), -1);
    }

    void placesOfATrainingChipAreMemoriesAndTensors() {
        BreakpointDialog dialog(m_session, QFont());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.setKind(BreakpointDialog::Write);
        auto* const memory = named<QComboBox>(dialog, "Memory or tensor");
        QStringList places;
        for (int i = 0; i < memory->count(); ++i) places << memory->itemText(i);
        const auto& tensors = m_session.loaded()->program.tensors;
        QCOMPARE(places.mid(0, 3), QStringLiteral("hbm vmem smem").split(QLatin1Char(' ')));
        QCOMPARE(places.size(), 3 + static_cast<qsizetype>(tensors.size()));
    }

    void whatIsWrongIsSaidAndTheDialogStays() {
        BreakpointDialog dialog(m_session, QFont());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        dialog.setKind(BreakpointDialog::Condition);
        dialog.accept();
        QVERIFY(dialog.isVisible());
        named<QLineEdit>(dialog, "Expression")->setText(QStringLiteral("r99 == 1"));
        dialog.accept();
        QVERIFY(dialog.isVisible());
        QVERIFY(m_session.breakpoints().empty());
        bool said = false;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            said = said || (label->isVisible() && label->text().contains(QLatin1String("r99")) &&
                            label->text() != dialog.text());
        QVERIFY(said);
    }

    void aBreakpointIsTypedOver() {
        BreakpointModel model(m_session);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy refused(&model, &BreakpointModel::refused);
        QVERIFY(!m_session.addBreakpoint(QStringLiteral("start")));
        QCOMPARE(model.rowCount(), 1);
        const QModelIndex where = model.index(0, BreakpointModel::Where);
        QVERIFY(model.setData(where, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(!m_session.breakpoints()[0].enabled);
        QVERIFY(
            !model.setData(model.index(0, BreakpointModel::Where), QStringLiteral("stort"), Qt::EditRole));
        QCOMPARE(refused.size(), 1);
        QCOMPARE(model.index(0, BreakpointModel::Where).data().toString(), QStringLiteral("start"));
        QVERIFY(model.setData(model.index(0, BreakpointModel::Where), QStringLiteral("when r1 == 4"),
                              Qt::EditRole));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, BreakpointModel::Where).data().toString(), QStringLiteral("when r1 == 4"));
    }

    void theButtonsOpenAndRemove() {
        theme::Theme theme;
        session::Selection selection;
        debug::BreakpointView view({theme, m_session, selection});
        view.show();
        QVERIFY(!m_session.addBreakpoint(QStringLiteral("start")));
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text() == QLatin1String("New...")) button->click();
        auto* const dialog = view.findChild<BreakpointDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->reject();
        view.findChild<QTableView*>()->selectRow(0);
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text() == QLatin1String("Remove")) button->click();
        QVERIFY(m_session.breakpoints().empty());
    }

  private:
    session::DebugSession m_session;
};

int tst_breakpoint_view(int argc, char** argv) {
    return lw::tests::run<TestBreakpointView, QApplication>(argc, argv);
}
#include "tst_breakpoint_view.moc"
