// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/expression.h"
#include "tests/support/run_test.h"

#include "tests/support/toy_machine.h"

#include <QTest>

using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

namespace {

std::uint32_t bitsOfFloat(float value) { return std::bit_cast<std::uint32_t>(value); }

void setCell(Machine& machine, Role role, std::uint64_t element, std::uint32_t word, std::size_t bytes = 4) {
    const NodeId node = machine.onlyCore().tree().withRole(role);
    machine.poke(node, element, std::as_bytes(std::span(&word, 1)).first(bytes));
}

// A machine with known contents.
std::unique_ptr<Toy> preparedToy() {
    auto toy = std::make_unique<Toy>(std::vector{bundle(kNop), bundle(kNop), bundle(kNop), bundle(kNop)});
    setCell(*toy, Role::ScalarRegisters, 3, 0xfffffffe); // -2
    setCell(*toy, Role::ScalarRegisters, 4, bitsOfFloat(1.5f));
    setCell(*toy, Role::ScalarRegisters, 5, 0xbf803f80); // bf16 1 and -1
    setCell(*toy, Role::ScalarRegisters, 6, 0xc0003c00); // f16 1 and -2
    setCell(*toy, Role::Predicates, 1, 1, 1);
    setCell(*toy, Role::VectorRegisters, 2 * 8 + 1 * 4 + 3, bitsOfFloat(0.1f));
    setCell(*toy, Role::SyncFlags, 2, 7);
    setCell(*toy, Role::ScalarMemory, 4, 40);
    setCell(*toy, Role::VectorMemory, 10 * kLanes + 3, bitsOfFloat(2.5f));
    setCell(*toy, Role::HighBandwidthMemory, 7 * 4 + 2, bitsOfFloat(-8.0f));
    auto& program = toy->mutableProgram();
    program.symbols = {{"SIZE", program::SymbolKind::Constant, {}, 12, {}},
                       {"conv1.start", program::SymbolKind::Label, {}, 1, {}},
                       {"loop", program::SymbolKind::Label, {}, 2, {}}};
    // [2, 3] in vector memory: every slice of three begins on a row.
    program.tensors = {{"A", tensor::DType::F32, {2, 3}, kVmem, program::Layout::Row, 20, 2, {}},
                       {"A.in", tensor::DType::F32, {2, 3}, kVmem, program::Layout::Row, 20, 2, {}},
                       {"H", tensor::DType::Bf16, {4}, kSmem, program::Layout::Row, 100, 2, {}}};
    setCell(*toy, Role::VectorMemory, 21 * kLanes + 2, bitsOfFloat(6.0f));
    setCell(*toy, Role::ScalarMemory, 101, 0x40404000); // bf16 2 and 3
    (void)toy->run({.bundles = 3});
    return toy;
}

} // namespace

class TestExpression : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void valuesAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("want");
        const auto row = [](const char* text, const char* want) { QTest::newRow(text) << text << want; };
        row("r3", "-2"), row("u32(r3)", "4294967294"), row("hex(r3)", "0xfffffffe"), row("r31", "0");
        row("p1", "1"), row("p2", "0"), row("p15", "1"), row("f2", "7"), row("sflag[2]", "7"),
            row("sflag[1+1]", "7");
        row("v2[1][3]", "0.1"), row("v2[1,3]", "0.1"), row("i32(v2[1][3])", "1036831949"),
            row("bits(v2[1][3])", "1036831949");
        row("smem[4]", "40"), row("smem[smem[4] - 36]", "40"), row("vmem[10][3]", "2.5"),
            row("hbm[7][2]", "-8");
        row("f32(r4)", "1.5"), row("f32(3)", "3"), row("f32(0.1) == 0.1", "0"), row("i32(2.9)", "2"),
            row("i32(-2.9)", "-2");
        row("i32(1e30)", "2147483647"), row("u32(-1.0)", "0"), row("i32(0.0/0.0)", "0");
        row("bf16(r5)", "1"), row("bf16(r5, 1)", "-1"), row("bf16(1.00001)", "1"),
            row("hex(bf16(3.0))", "0x4040");
        row("f16(r6)", "1"), row("f16(r6, 1)", "-2"), row("f16(65504)", "65504"), row("f16(1e9)", "inf"),
            row("hex(f16(0.1))", "0x2e66"), row("f16(0.1) == 0.1", "0");
        row("A[1,2]", "6"), row("A[0,2]", "0"), row("H[2]", "2"), row("H[3]", "3");
        row("A.in[1,2]", "6"), row("conv1.start", "1"), row("conv1.start+1", "2");
        row("clock", "3"), row("bundle", "3"), row("loop", "2"), row("SIZE", "12"), row("LANES", "4");
        row("\"smem\"[4]", "40"), row("\"control\"[2]", "3");
        row("1 + 2 * 3", "7"), row("(1 + 2) * 3", "9"), row("-7 / 2", "-4"), row("-7 % 2", "1"),
            row("7 / 2.0", "3.5");
        row("10 - 2 - 3", "5"), row("2 * 3 % 4", "2"), row("1 << 2 + 1", "8"), row("-1 >> 1", "-1"),
            row("1 << 64", "0");
        row("6 & 3 | 8 ^ 1", "11"), row("~0", "-1"), row("!0 + !5", "1"), row("- -3", "3"), row("+4", "4");
        row("1 < 2 == 1", "1"), row("1 == 1 && 2 != 2", "0"), row("0 || 3", "1"),
            row("1 ? 2 : 3 ? 4 : 5", "2"), row("0 ? 2 : 0 ? 4 : 5", "5");
        row("0 && 1 / 0", "0"), row("1 || 1 / 0", "1"),
            row("9223372036854775807 + 1", "-9223372036854775808");
        row("0x_ff", "255"), row("0b101", "5"), row("1_000", "1000"), row("1.5e2", "150"),
            row("2.5e-1", "0.25");
        row("0x8000000000000000 / -1", "-9223372036854775808");
        row("min(3, 2.5)", "2.5"), row("max(r3, f2)", "7"), row("abs(r3)", "2"), row("isnan(0.0 / 0)", "1"),
            row("isinf(1 / 0.0)", "1");
        row("1.0 / 0", "inf"), row("0.0 / 0", "nan"), row("5.5 % 2", "1.5"), row("r3<0&&f2>6", "1");
    }
    void valuesAreRead() {
        QFETCH(QString, text);
        QFETCH(QString, want);
        const auto toy = preparedToy();
        const auto expression = Expression::compile(text.toStdString(), scopeOf(*toy));
        if (!expression) QFAIL(textOf(expression.problem()).c_str());
        const auto value = expression->evaluate(momentOf(*toy));
        if (!value) QFAIL(textOf(value.problem()).c_str());
        QCOMPARE(QString::fromStdString(textOf(*value)), want);
        // A snapshot of the same moment says the same.
        const auto snapshot = toy->store().save();
        const auto later = expression->evaluate({nullptr, snapshot.get(), toy->clock(), toy->nextBundle()});
        QCOMPARE(QString::fromStdString(textOf(*later)), want);
    }

    void mistakesAreExplained_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("column");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("suggestion");
        const auto row = [](const char* text, const char* code, int column, int length,
                            const char* suggestion = "") {
            QTest::newRow(text) << text << code << column << length << suggestion;
        };
        row("", "E801", 1, 1), row("1 +", "E801", 4, 1), row("(1", "E801", 3, 1), row("1 2", "E801", 3, 1),
            row("r3 @", "E801", 4, 1);
        row("a ? 1 : 2", "E802", 1, 1, "A"), row("1 ? 2", "E801", 6, 1), row("smem[4", "E801", 7, 1),
            row("\"smem", "E801", 6, 1);
        row("1 + claock", "E802", 5, 6, "clock"), row("lop", "E802", 1, 3, "loop"),
            row("hxe(1)", "E802", 1, 3, "hex"), row("r32", "E802", 1, 3, "r2");
        row("\"nothing\"[1]", "E830", 1, 9), row("v2", "E803", 1, 2, "v2[0, 0]"), row("v2[1]", "E803", 1, 5),
            row("A[1]", "E803", 1, 4), row("r3[0]", "E803", 1, 5);
        row("v2[1][4]", "E804", 7, 1), row("smem[8192]", "E804", 6, 4), row("A[1,3]", "E804", 5, 1),
            row("smem[0-1]", "E804", 6, 3);
        row("1 / 0", "E805", 1, 5), row("1 + 3 % (r3 + 2)", "E805", 5, 12), row("smem[1.5]", "E808", 6, 3),
            row("1.5 & 1", "E808", 1, 7), row("~1.5", "E808", 1, 4);
        row("12a", "E807", 1, 3), row("0x", "E807", 1, 2), row("1.2.3", "E807", 1, 5),
            row("99999999999999999999", "E807", 1, 20);
        row("min(1)", "E809", 1, 3), row("hex(1, 2)", "E809", 1, 3), row("hex()", "E801", 5, 1);
    }
    void mistakesAreExplained() {
        QFETCH(QString, text);
        const auto toy = preparedToy();
        const auto expression = Expression::compile(text.toStdString(), scopeOf(*toy), 5);
        const auto problem = [&]() -> Problem {
            if (!expression) return expression.problem();
            const auto value = expression->evaluate(momentOf(*toy));
            return value ? Problem{} : value.problem();
        }();
        QVERIFY2(problem.message, "it was understood");
        QTEST(QString::fromUtf8(problem.message->code.data(), 4), "code");
        QTEST(int(problem.place.column), "column");
        QTEST(int(problem.place.length), "length");
        QTEST(QString::fromStdString(problem.replacement), "suggestion");
        QCOMPARE(problem.place.file, 5u);
    }

    void hostileTextIsRefusedInBoundedTime() {
        const auto toy = preparedToy();
        const auto code = [&](const std::string& text) {
            const auto expression = Expression::compile(text, scopeOf(*toy));
            return expression ? std::string_view() : expression.problem().message->code;
        };
        QCOMPARE(code(std::string(1000000, '(')), std::string_view("E806"));
        QCOMPARE(code(std::string(4000, '(')), std::string_view("E806"));
        QCOMPARE(code(std::string(4000, '-') + "1"), std::string_view("E806"));
        QCOMPARE(code(std::string(4000, '!')), std::string_view("E806"));
        std::string nested;
        for (int i = 0; i < 800; ++i) nested += "smem[";
        QCOMPARE(code(nested), std::string_view("E806"));
        std::string chain = "1";
        for (int i = 0; i < 1500; ++i) chain += "+1";
        QCOMPARE(code(chain), std::string_view());
        std::string choices;
        for (int i = 0; i < 900; ++i) choices += "1?1:";
        QCOMPARE(code(choices + "1"), std::string_view("E806"));
        QCOMPARE(code(std::string("\xff\x00\x01", 3)), std::string_view("E801"));
    }

    void constantsAndCellsAreKnown() {
        const auto toy = preparedToy();
        const auto compiled = [&](const char* text) { return *Expression::compile(text, scopeOf(*toy)); };
        QVERIFY(compiled("loop + 1").isConstant());
        QVERIFY(!compiled("clock + 1").isConstant());
        QVERIFY(!compiled("1 ? 2 : r3").isConstant());
        const auto cell = compiled("A[1,2]").cell(momentOf(*toy));
        QVERIFY(cell && *cell);
        const Node& vmem = toy->tree().at(toy->tree().find("vmem"));
        QCOMPARE((*cell)->offset, vmem.offset + (21 * kLanes + 2) * 4);
        QVERIFY((*cell)->type == tensor::DType::F32);
        const auto none = compiled("r3 + 1").cell(momentOf(*toy));
        QVERIFY(none && !*none);
    }
};

int tst_expression(int argc, char** argv) { return lw::tests::run<TestExpression>(argc, argv); }
#include "tst_expression.moc"
