// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cstring>

using namespace lw;

// Expressions by way of the words they become. All expected values were computed by hand.
class TestArithmetic : public QObject {
    Q_OBJECT
  private:
    // The words of `.word text`, or the codes of what is wrong.
    static QString words(const std::string& directive, const std::string& text,
                         const std::string& before = {}) {
        test::Source source;
        const auto assembly = source.teach(before + "\n.data smem\n" + directive + " " + text + "\n");
        if (!assembly.program) return QString::fromStdString(test::codesOf(assembly));
        QStringList out;
        const auto& bytes = assembly.program->data.back().bytes;
        for (std::size_t i = 0; i < bytes.size(); i += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, bytes.data() + i, 4);
            out << QString::number(word, 16);
        }
        return out.join(u' ');
    }

  private Q_SLOTS:
    void integers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* text, const char* wanted) { QTest::newRow(text) << text << wanted; };
        row("1 + 2 * 3", "7");
        row("(1 + 2) * 3", "9");
        row("10 - 4 - 3", "3");
        row("7 / 2, -7 / 2, 7 / -2, -7 / -2", "3 fffffffc fffffffc 3");
        row("7 % 3, -7 % 3, 7 % -3, -7 % -3", "1 2 fffffffe ffffffff");
        row("1 << 4 + 1", "20");
        row("-16 >> 2, 0xff >> 4", "fffffffc f");
        row("6 & 3 | 8 ^ 12", "6"); // 2 | 4
        row("~0, !0, !5, -(-3), +4, - - 2", "ffffffff 1 0 3 4 2");
        row("1 < 2, 2 <= 1, 3 > 2, 2 >= 2, 1 == 1, 1 != 1", "1 0 1 1 1 0");
        row("1 + 1 == 2 && 3 < 4 || 0", "1");
        row("0 ? 1 : 0 ? 2 : 3", "3");
        row("1 ? 2 : 1 / 0, 0 && 1 / 0, 1 || 1 / 0", "2 0 1");
        row("0x1f, 0b101, 1_000, 'a', 0XFF_FF", "1f 5 3e8 61 ffff");
        row("min(3, 1, 2), max(3, 1, 2), abs(-4), log2(1024), ceildiv(7, 2), ceildiv(-7, 2)",
            "1 3 4 a 4 fffffffd");
        row("lo16(0x12345678), hi16(0x12345678), hi16(-1)", "5678 1234 ffff");
        row("bits(-1), f32(1), f32(0.1), bf16(1), bf16(-2.5)", "ffffffff 3f800000 3dcccccd 3f80 c020");
        // Ties to even.
        row("bf16(1.00390625), bf16(1.01171875), bf16(1e-40), bf16(3.38e38)", "3f80 3f82 1 7f7e");
        row("bf16(inf), bf16(nan), f32(-inf), f32(nan)", "7f80 7fc0 ff800000 7fc00000");
        row("f32(16777217), f32(1e-46), f32(-0.0)", "4b800000 0 80000000");
        row("f32(7 / 2.0), f32(7 % 2.5), f32(-7.0 % 2), f32(min(1, 2.5))",
            "40600000 40000000 3f800000 3f800000");
        row("1.5 < 2, 1 == 1.0, !0.5, 1.5 ? 4 : 5", "1 1 0 4");
        row("LANES, SUBLANES, LANES * SUBLANES", "4 2 8");
        row("4294967295, -2147483648", "ffffffff 80000000");
        row("9223372036854775807 - 9223372036854775806", "1");
        row("-9223372036854775807 - 1 < 0", "1");
        row("defined(LANES), defined(nobody), defined(min)", "1 0 1");
    }
    void integers() {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QCOMPARE(words(".word", text.toStdString()), wanted);
    }

    void errors_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("codes");
        const auto row = [](const char* text, const char* codes) { QTest::newRow(text) << text << codes; };
        row("1 / 0", "E133");
        row("1 % 0 + 1", "E133");
        row("ceildiv(1, 0)", "E133");
        row("9223372036854775807 + 1", "E134");
        row("9223372036854775807 * 2", "E134");
        row("-9223372036854775807 - 2", "E134");
        row("(-9223372036854775807 - 1) / -1", "E134");
        row("abs(-9223372036854775807 - 1)", "E134");
        row("1 << 63", "E134");
        row("1 >> -1", "E135");
        row("log2(0)", "E136");
        row("~1.5", "E132");
        row("4294967296", "E130");
        row("-2147483649", "E130");
        row("2 * nobody + 1 / 0", "E112"); // the rest is not looked at before the name is known
        row("min()", "E110");
        row("f32(1, 2)", "E138");
        row("bf16(3.4e38)", "E148");
        row("1 2", "E110");
    }
    void errors() {
        QFETCH(QString, text);
        QFETCH(QString, codes);
        QCOMPARE(words(".word", text.toStdString()), codes);
    }

    // Names below are found; constants may use each other in any order.
    void laterNames() {
        QCOMPARE(words(".word", "A, end, end - start, -B",
                       ".equ A, B * 2\nstart: nop\n{ nop }\nend: nop\n.equ B, end + 1"),
                 QString("6 2 2 fffffffd"));
        QCOMPARE(words(".word", "later", ".set later, 1\n.set later, later + 1"), QString("2"));
        QCOMPARE(words(".float", "1, 0.5, x, bits(x)", "nop\nnop\nx: nop"),
                 QString("3f800000 3f000000 40000000 2"));
        QCOMPARE(words(".bf16", "1, 2, 3"), QString("40003f80 4040"));
        QCOMPARE(words(".bf16", "x, x + 1", "nop\nx: nop"), QString("40003f80"));
    }

    // One message for a name that is missing in many places, with the number of places.
    void aMissingNameIsSaidOnce() {
        test::Source source;
        const auto assembly = source.teach("br lop\nbr lop\nbr lop + 1\nloop: halt\n");
        QCOMPARE(test::codesOf(assembly), std::string("E112"));
        QCOMPARE(assembly.diagnostics.problems()[0].replacement, std::string("loop"));
        QVERIFY(source.rendered(assembly).find("other uses of this name: 2") != std::string::npos);
    }

    void factsOfTensors() {
        QCOMPARE(words(".word",
                       "A, units(A), size(A), rank(A), dim(A, 0), dim(A, 1), B, granule(B), granule(A)",
                       ".tensor B, f32, [3], vmem\n.tensor A, bf16, [2, 5], vmem"),
                 QString("1 2 a 2 2 5 0 0 1"));
        QCOMPARE(words(".word", "units(x), x, granule(y)",
                       ".data smem\n.space 4\nx: .word 1, 2, 3\n.align 4\ny: .word 1"),
                 QString("1 3 4 2")); // the first is that of y, defined before
    }
};

int tst_arithmetic(int argc, char** argv) { return lw::tests::run<TestArithmetic>(argc, argv); }
#include "tst_arithmetic.moc"
