// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/operand.h"
#include "core/isa/print.h"
#include "core/isa/sample.h"
#include "tests/support/bundles.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

using namespace lw;
using namespace lw::isa;
using namespace lw::training;
using namespace lw::test;

namespace {

std::string printed(std::initializer_list<SlotInsn> insns, const NameNumber& names = {}) {
    std::string out;
    print(kIsa, bundle(insns), out, names);
    return out;
}

std::string floatText(std::uint32_t bits) {
    std::string out;
    appendNumber(NumberKind::Float, bits, out);
    return out;
}

} // namespace

class TestPrint : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void bundles() {
        QCOMPARE(printed({}), std::string("{ }"));
        QCOMPARE(
            printed({insn(kS0, op(kScalar, "add"), {reg(1), reg(1), number(8)}),
                     insn(kVld, op(kLoad, "vld"), {reg(2), shared(3), number(16), number(2), number(-1)})}),
            std::string("{ s0: add r1, r1, 8 ; vld: vld v2, [r3+16], stride=2 }"));
        QCOMPARE(printed({insn(kS0, op(kScalar, "halt"), {})}), std::string("{ s0: halt }"));
    }

    void predicates() {
        QCOMPARE(printed({insn(kS1, op(kScalar, "nop"), {}, 3)}), std::string("{ s1: @p3 nop }"));
        QCOMPARE(printed({insn(kS1, op(kScalar, "nop"), {}, 16 + 14)}), std::string("{ s1: @!p14 nop }"));
    }

    void addresses() {
        const auto vld = [](Value base, Value offset) {
            return printed({insn(kVld, op(kLoad, "vld"), {reg(2), base, offset, number(1), number(-1)})});
        };
        QCOMPARE(vld(shared(0), number(0)), std::string("{ vld: vld v2, [r0] }"));
        QCOMPARE(vld(number(0), number(7)), std::string("{ vld: vld v2, [7] }"));
        QCOMPARE(vld(number(0), number(0)), std::string("{ vld: vld v2, [0] }"));
        const auto ld = [](Value offset) {
            return printed({insn(kS0, op(kScalar, "ld"), {reg(2), reg(1), offset})});
        };
        QCOMPARE(ld(reg(4)), std::string("{ s0: ld r2, [r1+r4] }"));
        QCOMPARE(ld(number(-4)), std::string("{ s0: ld r2, [r1+-4] }"));
        QCOMPARE(printed({insn(kS0, op(kScalar, "st"), {reg(1), number(3), reg(9)})}),
                 std::string("{ s0: st [r1+3], r9 }"));
        QCOMPARE(
            printed({insn(kVst, op(kStore, "vst.idx"), {shared(1), number(0), reg(9), reg(1), number(15)})}),
            std::string("{ vst: vst.idx [r1], v9, iar1, mask=15 }"));
    }

    void otherFiles() {
        QCOMPARE(printed({insn(kS0, op(kScalar, "sync.wait"), {reg(31), number(4)})}),
                 std::string("{ s0: sync.wait f31, 4 }"));
        QCOMPARE(printed({insn(kV0, op(kVector, "fadd"), {reg(1), reg(2), shared(3)}),
                          insn(kMiscSlot, op(kMisc, "trace"), {number(7), shared(12)})}),
                 std::string("{ v0: fadd v1, v2, r3 ; misc: trace 7, r12 }"));
    }

    void numbers() {
        const auto movi = [](std::int64_t n) {
            return printed({insn(kS0, op(kScalar, "movi"), {reg(0), number(n)})});
        };
        QCOMPARE(movi(9), std::string("{ s0: movi r0, 9 }"));
        QCOMPARE(movi(10), std::string("{ s0: movi r0, 10 }"));
        QCOMPARE(movi(-1), std::string("{ s0: movi r0, -1 }"));
        QCOMPARE(movi(0x80000000), std::string("{ s0: movi r0, -2147483648 }"));
        QCOMPARE(printed({insn(kS0, op(kScalar, "br"), {number(0xfffffffe)})}),
                 std::string("{ s0: br 4294967294 }"));
    }

    void floats() {
        QCOMPARE(floatText(std::bit_cast<std::uint32_t>(1.0f)), std::string("1.0"));
        QCOMPARE(floatText(std::bit_cast<std::uint32_t>(-0.0f)), std::string("-0.0"));
        QCOMPARE(floatText(std::bit_cast<std::uint32_t>(0.1f)), std::string("0.1"));
        QCOMPARE(floatText(std::bit_cast<std::uint32_t>(1e30f)), std::string("1.0e+30"));
        QCOMPARE(floatText(std::bit_cast<std::uint32_t>(1.5e-20f)), std::string("1.5e-20"));
        QCOMPARE(floatText(0x7f800000), std::string("inf"));
        QCOMPARE(floatText(0xff800000), std::string("-inf"));
        QCOMPARE(floatText(0x7fc00000), std::string("bits(0x7fc00000)"));
        QCOMPARE(floatText(0x00000001), std::string("bits(0x00000001)"));
    }

    // Whatever is printed as a decimal is the same float again when it is read as a double and rounded.
    void floatsComeBack() {
        Random random(1);
        for (int i = 0; i < 200000; ++i) {
            const auto bits = static_cast<std::uint32_t>(random.next());
            const std::string text = floatText(bits);
            const float value = std::bit_cast<float>(bits);
            QCOMPARE(text.starts_with("bits("),
                     std::isnan(value) || (std::fpclassify(value) == FP_SUBNORMAL));
            if (text.starts_with("bits(")) continue;
            double read = 0;
            const auto result = std::from_chars(text.data(), text.data() + text.size(), read);
            QVERIFY(result.ptr == text.data() + text.size());
            QCOMPARE(std::bit_cast<std::uint32_t>(static_cast<float>(read)), bits);
            QVERIFY(text.find('.') != std::string::npos);
        }
    }

    void names() {
        const NameNumber names = [](const SlotInsn& s, std::size_t operand, std::uint32_t n,
                                    std::string& out) {
            if (kIsa.insns[s.op].operands[operand].form != Form::Target || n != 12) return false;
            out += "loop";
            return true;
        };
        QCOMPARE(printed({insn(kS0, op(kScalar, "br"), {number(12)})}, names),
                 std::string("{ s0: br loop }"));
        QCOMPARE(printed({insn(kS0, op(kScalar, "br"), {number(13)})}, names), std::string("{ s0: br 13 }"));
        QCOMPARE(printed({insn(kS0, op(kScalar, "br"), {reg(12)})}, names), std::string("{ s0: br r12 }"));
        QCOMPARE(printed({insn(kS0, op(kScalar, "call"), {reg(12), number(12)})}, names),
                 std::string("{ s0: call r12, loop }"));
        QCOMPARE(printed({insn(kS0, op(kScalar, "movi"), {reg(0), number(12)})}, names),
                 std::string("{ s0: movi r0, 12 }"));
    }
};

int tst_print(int argc, char** argv) { return lw::tests::run<TestPrint>(argc, argv); }
#include "tst_print.moc"
