// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/bundle_messages.h"
#include "core/isa/encode.h"
#include "tests/support/bundles.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::isa;
using namespace lw::training;
using namespace lw::test;

namespace {

// The code of the message that refuses the bundle, or "".
std::string refusal(const Bundle& b) {
    Bits bits;
    const auto finding = encode(kIsa, b, bits);
    return finding ? std::string(finding->problem.message->code) : std::string();
}

std::string refusalText(const Bundle& b) {
    Bits bits;
    const auto finding = encode(kIsa, b, bits);
    return finding ? textOf(finding->problem) : std::string();
}

Bits bitsOf(const Bundle& b) {
    Bits bits;
    if (auto finding = encode(kIsa, b, bits)) qFatal("%s", textOf(finding->problem).c_str());
    return bits;
}

std::string refusal(const Bits& bits) {
    Bundle b;
    const auto finding = decode(kIsa, bits, b);
    return finding ? std::string(finding->problem.message->code) : std::string();
}

// Published positions of the fields these tests look at.
constexpr unsigned kImm[] = {247, 231, 215, 199, 183, 167};
constexpr unsigned kVs[] = {162, 157, 152};

} // namespace

class TestEncode : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void emptyBundle() {
        const Bits bits = bitsOf({});
        for (const unsigned predicate : {13u, 22u, 35u, 58u, 85u, 116u, 147u, 290u, 317u})
            QCOMPARE(bits.get(predicate, 5), 31u);
        unsigned ones = 0;
        for (unsigned i = 0; i < 384; ++i) ones += static_cast<unsigned>(bits.get(i, 1));
        QCOMPARE(ones, 45u);
        Bundle back;
        QVERIFY(!decode(kIsa, bits, back));
        QCOMPARE(back.count, std::uint8_t{0});
    }

    void scalarAdd() {
        const Bits bits = bitsOf(bundle({insn(kS0, op(kScalar, "add"), {reg(1), reg(2), number(8)}, 3)}));
        QCOMPARE(bits.get(295, 5), 1u);      // dest
        QCOMPARE(bits.get(300, 6), 41u + 8); // y: small constants are codes 41 to 63
        QCOMPARE(bits.get(306, 5), 2u);      // x
        QCOMPARE(bits.get(311, 6), 3u);      // operation code
        QCOMPARE(bits.get(317, 5), 3u);      // predicate
    }

    void cheapestCodeFirst() {
        const auto y = [](Value v) { return bitsOf(bundle({insn(kS0, op(kScalar, "mov"), {reg(0), v})})); };
        QCOMPARE(y(reg(31)).get(300, 6), 31u);
        QCOMPARE(y(number(22)).get(300, 6), 63u);
        QCOMPARE(y(number(23)).get(300, 6), 32u);
        QCOMPARE(y(number(23)).get(kImm[0], 16), 23u);
        QCOMPARE(y(number(0xffff)).get(300, 6), 32u);
        QCOMPARE(y(number(0x10000)).get(300, 6), 38u);
        QCOMPARE(y(number(0x10000)).get(kImm[0], 16), 0u);
        QCOMPARE(y(number(0x10000)).get(kImm[1], 16), 1u);
        QCOMPARE(y(number(-2)).get(kImm[0], 16), 0xfffeu); // negative: zero extension cannot give it
        QCOMPARE(y(number(-2)).get(kImm[1], 16), 0xffffu);
    }

    void vectorOperands() {
        const auto y = [](Value v) {
            return bitsOf(bundle({insn(kV0, op(kVector, "fadd"), {reg(3), reg(4), v})}));
        };
        QCOMPARE(y(reg(9)).get(131, 5), 0u);
        QCOMPARE(y(reg(9)).get(126, 5), 9u);
        QCOMPARE(y(shared(7)).get(131, 5), 1u);
        QCOMPARE(y(shared(7)).get(126, 5), 0u);
        QCOMPARE(y(shared(7)).get(kVs[0], 5), 7u);
        QCOMPARE(y(number(0x3f800000)).get(131, 5), 4u); // 1.0 is a bfloat16
        QCOMPARE(y(number(0x3f800000)).get(kImm[0], 16), 0x3f80u);
        QCOMPARE(y(number(0x3f800001)).get(131, 5), 10u);
        QCOMPARE(y(number(0)).get(131, 5), 4u);
    }

    void borrowedAndScatteredFields() {
        const Bits pushPop = bitsOf(bundle({insn(kPushSlot, op(kPush, "mxu.x"), {reg(0b10111)}),
                                            insn(kPopSlot, op(kPop, "rpu"), {reg(0b11001)})}));
        QCOMPARE(pushPop.get(27, 2), 0b11u);
        QCOMPARE(pushPop.get(263, 3), 0b101u);
        QCOMPARE(pushPop.get(18, 2), 0b01u);
        QCOMPARE(pushPop.get(266, 2), 0b10u);
        QCOMPARE(pushPop.get(0, 1), 1u);
        const Bits v2s = bitsOf(bundle({insn(kMiscSlot, op(kMisc, "v2s"), {reg(17), reg(30), number(5)})}));
        QCOMPARE(v2s.get(268, 5), 17u);
        QCOMPARE(v2s.get(75, 5), 30u);
        QCOMPARE(v2s.get(kImm[0], 16), 5u);
    }

    void sharedRegistersInOrderOfFirstUse() {
        const Bits bits = bitsOf(bundle({
            insn(kV0, op(kVector, "fadd"), {reg(1), reg(2), shared(9)}),
            insn(kV1, op(kVector, "fmul"), {reg(3), reg(4), shared(5)}),
            insn(kVld, op(kLoad, "vld"), {reg(6), shared(9), number(0), number(1), number(-1)}),
            insn(kVst, op(kStore, "vst"), {shared(30), number(0), reg(7), shared(5), number(-1)}),
        }));
        QCOMPARE(bits.get(kVs[0], 5), 9u);
        QCOMPARE(bits.get(kVs[1], 5), 5u);
        QCOMPARE(bits.get(kVs[2], 5), 30u);
        QCOMPARE(bits.get(46, 2), 1u); // vld base
        QCOMPARE(bits.get(70, 2), 3u); // vst base
        QCOMPARE(bits.get(72, 3), 2u); // vst stride
    }

    void immediatesAreAllocatedOnce() {
        // offset 100 reaches imm0-2, stride 200 imm0-3,
        // the pair takes the next free aligned place, 300 what is left
        const Bits bits = bitsOf(bundle({
            insn(kS0, op(kScalar, "movi"), {reg(0), number(0x12345678)}),
            insn(kS1, op(kScalar, "add"), {reg(1), reg(1), number(300)}),
            insn(kV0, op(kVector, "fadd"), {reg(1), reg(2), number(std::int64_t{200} << 16)}),
            insn(kVld, op(kLoad, "vld"), {reg(6), shared(9), number(100), number(200), number(-1)}),
        }));
        QCOMPARE(bits.get(kImm[0], 16), 100u);
        QCOMPARE(bits.get(kImm[1], 16), 200u);
        QCOMPARE(bits.get(kImm[2], 16), 0x5678u);
        QCOMPARE(bits.get(kImm[3], 16), 0x1234u);
        QCOMPARE(bits.get(kImm[4], 16), 300u);
        QCOMPARE(bits.get(kImm[5], 16), 0u);
        QCOMPARE(bits.get(131, 5), 5u); // v0 shares imm1 as the high half of a float
    }

    void threePairsShareTheirHalves() {
        // the offset is the low half of the third pair: a greedy placing fails, another one exists
        const Bundle b = bundle({
            insn(kS0, op(kScalar, "movi"), {reg(0), number(0x11112222)}),
            insn(kS1, op(kScalar, "movi"), {reg(1), number(0x33334444)}),
            insn(kV0, op(kVector, "fadd"), {reg(1), reg(2), number(0x55556666)}),
            insn(kVld, op(kLoad, "vld"), {reg(6), shared(9), number(0x5555), number(1), number(-1)}),
        });
        const Bits bits = bitsOf(b);
        QCOMPARE(bits.get(kImm[0], 16), 0x6666u);
        QCOMPARE(bits.get(kImm[1], 16), 0x5555u);
        QCOMPARE(bits.get(44, 2), 2u); // vld offset = imm1
        Bundle back;
        QVERIFY(!decode(kIsa, bits, back));
        QVERIFY(back == b);
    }

    void refusals() {
        QCOMPARE(refusal(bundle(
                     {insn(kV0, op(kVector, "fadd"), {reg(1), reg(2), shared(1)}),
                      insn(kV1, op(kVector, "fmul"), {reg(3), reg(2), shared(2)}),
                      insn(kVld, op(kLoad, "vld"), {reg(6), shared(3), number(0), shared(4), number(-1)})})),
                 std::string("E201"));
        const Bundle crowded =
            bundle({insn(kS0, op(kScalar, "movi"), {reg(0), number(0x11112222)}),
                    insn(kS1, op(kScalar, "movi"), {reg(1), number(0x33334444)}),
                    insn(kV0, op(kVector, "fadd"), {reg(1), reg(2), number(0x3f800001)}),
                    insn(kVld, op(kLoad, "vld"), {reg(6), shared(9), number(77), number(1), number(-1)})});
        QCOMPARE(refusalText(crowded), std::string("the bundle has no room for its constants: "
                                                   "286335522 (movi in s0, a pair), "
                                                   "858997828 (movi in s1, a pair), "
                                                   "1.0000001 (fadd in v0, a pair), 77 (vld in vld) "
                                                   "compete for 6 immediates of 16 bits"));
        QCOMPARE(refusal(bundle(
                     {insn(kVld, op(kLoad, "vld"), {reg(6), shared(9), number(-4), number(1), number(-1)})})),
                 std::string("E203"));
        QCOMPARE(refusal(bundle({insn(kS0, op(kScalar, "add"), {reg(1), number(4), reg(1)})})),
                 std::string("E203"));
        QCOMPARE(refusal(bundle({insn(kMiscSlot, op(kMisc, "trace"), {number(8), number(0)})})),
                 std::string("E203"));
        QCOMPARE(refusal(bundle({insn(kS1, op(kScalar, "nop"), {}),
                                 insn(kMiscSlot, op(kMisc, "v2s"), {reg(1), reg(2), number(0)})})),
                 std::string("E204"));
        QCOMPARE(refusal(bundle({insn(kV0, op(kScalar, "nop"), {})})), std::string("E205"));
        QCOMPARE(refusal(bundle({insn(kS0, op(kScalar, "nop"), {}, 31)})), std::string("E211"));
        QCOMPARE(refusal(bundle({insn(kS0, op(kScalar, "mov"), {reg(32), reg(0)})})), std::string("E212"));
        QCOMPARE(refusal(bundle({insn(kS0, op(kScalar, "cmp.eq"), {reg(16), reg(0), reg(0)})})),
                 std::string("E212"));
        QCOMPARE(refusal(bundle({insn(kS0, op(kScalar, "nop"), {}), insn(kS0, op(kScalar, "nop"), {})})),
                 std::string("E213"));
    }

    void damagedBitsAreRefused() {
        const Bits good = bitsOf(bundle({insn(kS0, op(kScalar, "add"), {reg(1), reg(2), number(8)})}));
        Bits bits = good;
        bits.set(311, 6, 63);
        QCOMPARE(refusal(bits), std::string("E220"));
        bits = good;
        bits.set(kImm[3], 1, 1);
        QCOMPARE(refusal(bits), std::string("E222"));
        bits = good;
        bits.set(90, 5, 3); // an operand of the empty slot v1
        Bundle ignored;
        QCOMPARE(textOf(decode(kIsa, bits, ignored)->problem),
                 std::string("bit 90 (slot v1, operands) is 1 where the one valid encoding of this bundle "
                             "has 0: an empty slot is zero but for its predicate"));
        for (const unsigned bit : {1u, 322u, 327u, 383u}) {
            bits = good;
            bits.set(bit, 1, 1);
            QCOMPARE(refusal(bits), std::string("E222"));
        }
        bits = good;
        bits.set(300, 6, 32); // 8 through an immediate, though a code names it
        bits.set(kImm[0], 16, 8);
        QCOMPARE(refusal(bits), std::string("E222"));
    }
};

int tst_encode(int argc, char** argv) { return lw::tests::run<TestEncode>(argc, argv); }
#include "tst_encode.moc"
