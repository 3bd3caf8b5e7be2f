// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/cells/register_notes.h"
#include "widgets/session/selection.h"
#include "widgets/state/register_model.h"
#include "widgets/state/register_view.h"
#include "widgets/state/vector_view.h"

#include <QApplication>
#include <QLabel>
#include <QTest>

#include <algorithm>
#include <bit>

using namespace lw;
using state::RegisterModel;

namespace {

// v1 is loaded and read a clock too early; r3 holds a float, r4 a number as large as one.
const QString kProgram = QStringLiteral(".chip training, \"training-teaching\"\n"
                                        ".tensor x, f32, [2, 4], vmem = 3\n"
                                        "{ s0: movi r3, 1036831949 ; s1: movi r4, 7 }\n"
                                        "{ vld: v1, [x] }\n"
                                        "{ v0: fadd v2, v1, v1 }\n"
                                        "{ s0: halt }\n");

} // namespace

// What is said of registers besides their bits, and what their colours mean.
class TestRegisters : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    session::DebugSession m_session;
    session::Selection m_selection;
    const session::ViewContext m_context{m_theme, m_session, m_selection};

    void step(std::uint64_t bundles) {
        m_session.perform(machine::StepBundle{bundles});
        QTRY_VERIFY(!m_session.isBusy());
    }
    static QString at(const RegisterModel& model, const char* name, int role) {
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, RegisterModel::Name).data() == QLatin1String(name))
                return model.index(row, RegisterModel::Value).data(role).toString();
        return QStringLiteral("none of them");
    }

  private Q_SLOTS:
    // An open program is not asked for; what the chip has instead is named.
    void aChipWithoutRegistersSaysWhereToLook() {
        state::RegisterView view(m_context);
        view.show();
        const auto says = [&](const char* text) {
            return std::ranges::any_of(view.findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->text().contains(QLatin1String(text));
            });
        };
        QVERIFY(says("Open a program"));
        tests::load(m_session, QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        QTRY_VERIFY(says("Register Files"));
        QVERIFY(!says("Open a program"));
        QVERIFY(says("InitialVrf, AddSubVrf0, AddSubVrf1, MultiplyVrf, MatrixRf"));
    }
    void init() { m_theme.choose(theme::Choice::Light); }
    void cleanup() {
        m_session.unload();
        m_selection.clear();
    }

    void bitsThatMayBeAFloatSaySo_data() {
        QTest::addColumn<quint32>("bits");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, float value, const char* said) {
            QTest::newRow(name) << std::bit_cast<quint32>(value) << QString::fromLatin1(said);
        };
        row("a tenth", 0.1f, "0.1f");
        row("negative", -2.5f, "-2.5f");
        row("large", 1e6f, "1e+06f");
        row("zero", 0.0f, "");
        row("beyond what one means", 1e20f, "");
        row("too small to be meant", 1e-20f, "");
        QTest::newRow("a small integer") << 42u << QString();
        QTest::newRow("a negative one") << 0xffffffd6u << QString(); // a NaN
    }
    void bitsThatMayBeAFloatSaySo() {
        QFETCH(quint32, bits);
        QFETCH(QString, said);
        QCOMPARE(cells::floatIn(tensor::DType::I32, bits).value_or(QString()), said);
        QVERIFY(!cells::floatIn(tensor::DType::F32, bits)); // is read as one anyway
    }

    void theRegisterHasItsNote() {
        tests::load(m_session, kProgram);
        RegisterModel model;
        model.setFrame(m_session.frame());
        QCOMPARE(at(model, "r3", RegisterModel::NoteRole), QString());
        step(1);
        model.setFrame(m_session.frame());
        QCOMPARE(at(model, "r3", Qt::DisplayRole), QStringLiteral("1036831949"));
        QCOMPARE(at(model, "r3", RegisterModel::NoteRole), QStringLiteral("0.1f"));
        QVERIFY(at(model, "r3", Qt::ToolTipRole).contains(QStringLiteral("as a float it is 0.1f")));
        QCOMPARE(at(model, "r4", RegisterModel::NoteRole), QString());
        // Read as floats there is nothing more to say.
        model.setFormat(cells::CellFormat::Float);
        QCOMPARE(at(model, "r3", RegisterModel::NoteRole), QString());
    }

    // A load takes two clocks: what is shown of it cannot be read before.
    void aValueOnItsWayIsMarked() {
        state::VectorView view(m_context);
        view.show();
        tests::load(m_session, kProgram);
        step(1); // two would go on to where the sum can issue
        const auto clock = [this] {
            m_session.perform(machine::StepClock{});
            QTRY_VERIFY(!m_session.isBusy());
        };
        clock();
        const auto pending = cells::pendingIn(m_session.frame());
        QCOMPARE(pending.size(), std::size_t{1});
        QVERIFY(cells::textOf(pending[0]).contains(QStringLiteral("clock 3")));
        QVERIFY2(view.canvas().textAt({1, 0, 0}).contains(QStringLiteral("on its way")),
                 qPrintable(view.canvas().textAt({1, 0, 0})));
        QVERIFY(!view.canvas().textAt({2, 0, 0}).contains(QStringLiteral("on its way")));
        clock();
        QVERIFY(cells::pendingIn(m_session.frame()).empty());
        QVERIFY(!view.canvas().textAt({1, 0, 0}).contains(QStringLiteral("on its way")));
    }

    // A register is shown as what wrote it last makes it, also if a later bundle writes floats.
    void integersAreShownAsSuch() {
        state::VectorView view(m_context);
        view.show();
        tests::load(m_session, QStringLiteral(".chip training, \"training-teaching\"\n"
                                              "{ v0: iota.lane v1 }\n{ v0: mov v2, v1 }\n"
                                              "{ v0: mov v3, 0.5 }\n{ v0: mov v1, 1.5 }\n{ s0: halt }\n"));
        step(1);
        const auto shown = [&](std::size_t number) { return view.canvas().valueAt({number, 1, 3}); };
        QCOMPARE(shown(1), QStringLiteral("3"));
        step(1);
        QCOMPARE(shown(2), QStringLiteral("3")); // a copy
        step(1);
        QCOMPARE(shown(3), QStringLiteral("0.5"));
        QCOMPARE(view.canvas().range().high, 0.5); // colours are for floats, if there are any
        step(1);
        QCOMPARE(shown(1), QStringLiteral("1.5"));
        view.canvas().setFormat(cells::CellFormat::Float);
        QVERIFY(shown(2).endsWith(QStringLiteral("e-45")));
        view.canvas().setFormat(cells::CellFormat::Signed);
        QCOMPARE(shown(1), QString::number(0x3fc00000));
    }

    // Zeros say nothing of what will come: the colours wait for the first value, and stay with it.
    void theColoursWaitForTheFirstValue() {
        state::VectorView view(m_context);
        view.show();
        tests::load(m_session,
                    QStringLiteral(".chip training, \"training-teaching\"\n"
                                   ".tensor zero, f32, [2, 4], vmem = 0\n"
                                   ".tensor x, f32, [2, 4], vmem = 3\n.tensor y, f32, [2, 4], vmem = 50\n"
                                   "{ vld: v1, [zero] }\n{ vld: v2, [x] }\n{ vld: v3, [y] }\n{ }\n"
                                   "{ s0: halt }\n"));
        step(1);
        QVERIFY(view.canvas().range().high <= paint::kNothing);
        step(1);
        QCOMPARE(view.canvas().range().high, 3.0);
        step(1);
        QCOMPARE(view.canvas().range().high, 3.0); // locked, also when more comes
        view.canvas().lockRange();
        QCOMPARE(view.canvas().range().high, 50.0);
    }
};

int tst_registers(int argc, char** argv) { return lw::tests::run<TestRegisters, QApplication>(argc, argv); }
#include "tst_registers.moc"
