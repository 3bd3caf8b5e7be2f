// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>
#include <stdexcept>

using namespace lw;
using namespace lw::training;

namespace {

using Kind = isa::Value::Kind;

isa::SlotInsn insn(std::uint8_t slot, isa::OpId row, std::vector<isa::Value> operands,
                   std::uint8_t predicate = 15) {
    isa::SlotInsn out{row, slot, predicate, {}};
    std::copy(operands.begin(), operands.end(), out.operands.begin());
    return out;
}
isa::Value reg(std::uint32_t n) { return {Kind::Register, n}; }
isa::Value shared(std::uint32_t n) { return {Kind::Shared, n}; }
isa::Value number(std::uint32_t n) { return {Kind::Number, n}; }

// The bits of the bundle of these instructions.
isa::Bits bits(std::vector<isa::SlotInsn> insns) {
    isa::Bundle bundle;
    for (const auto& i : insns) bundle.insns[bundle.count++] = i;
    isa::Bits out;
    const auto finding = isa::encode(kIsa, bundle, out);
    if (finding) throw std::runtime_error(textOf(finding->problem));
    return out;
}

} // namespace

class TestAssemble : public QObject {
    Q_OBJECT
  private:
    program::Program good(const std::string& text) {
        test::Source source;
        auto assembly = source.teach(text);
        if (!assembly.program) throw std::runtime_error(source.rendered(assembly));
        return *std::move(assembly.program);
    }

  private Q_SLOTS:
    void operandsOfEveryForm();
    void slotsAreChosenByFit();
    void labels();
    void bundlesOnOneLineAndOverSeveral();
    void predicatesAndAliases();
    void floatConstants();
    void placesAndSymbols();
};

void TestAssemble::operandsOfEveryForm() {
    const auto p = good("{ s0: add r1, r2, 7 ; s1: ld r4, [r5-1] }\n"
                        "{ vld: v2, [r3+5], stride=r4, mask=0x0f ; vst: [r3], v5 ; v0: fadd v1, v2, r9 }\n"
                        "{ misc: v2s r7, v8, 3 }\n"
                        "vld.idx v1, [r2], iar1\n"
                        "push: mxu.x v31\n");
    QCOMPARE(p.bundles.size(), std::size_t{5});
    QVERIFY(p.bundles[0] == bits({insn(kS0, op(kScalar, "add"), {reg(1), reg(2), number(7)}),
                                  insn(kS1, op(kScalar, "ld"), {reg(4), reg(5), number(0xffffffff)})}));
    QVERIFY(
        p.bundles[1] ==
        bits({insn(kV0, op(kVector, "fadd"), {reg(1), reg(2), shared(9)}),
              insn(kVld, op(kLoad, "vld"), {reg(2), shared(3), number(5), shared(4), number(15)}),
              insn(kVst, op(kStore, "vst"), {shared(3), number(0), reg(5), number(1), number(0xffffffff)})}));
    QVERIFY(p.bundles[2] == bits({insn(kMiscSlot, op(kMisc, "v2s"), {reg(7), reg(8), number(3)})}));
    QVERIFY(p.bundles[3] == bits({insn(kVld, op(kLoad, "vld.idx"),
                                       {reg(1), shared(2), number(0), reg(1), number(0xffffffff)})}));
    QVERIFY(p.bundles[4] == bits({insn(kPushSlot, op(kPush, "mxu.x"), {reg(31)})}));
}

// fmax fits both vector slots and comes first, but leaves v0 to fadd, which fits no other;
// the mnemonic `and` is that of the class its operands belong to; a misc instruction that borrows
// s1 leaves s0 to the scalar one.
void TestAssemble::slotsAreChosenByFit() {
    const auto p = good("{ fmax v1, v2, v3 ; fadd v4, v5, v6 }\n"
                        "{ and r1, r2, r3 ; and v1, v2, v3 }\n"
                        "{ add r1, r1, 1 ; s0: add r2, r2, 1 }\n"
                        "{ add r1, r1, 1 ; v2s r7, v8, 3 }\n");
    QVERIFY(p.bundles[0] == bits({insn(kV0, op(kVector, "fadd"), {reg(4), reg(5), reg(6)}),
                                  insn(kV1, op(kVector, "fmax"), {reg(1), reg(2), reg(3)})}));
    QVERIFY(p.bundles[1] == bits({insn(kS0, op(kScalar, "and"), {reg(1), reg(2), reg(3)}),
                                  insn(kV0, op(kVector, "and"), {reg(1), reg(2), reg(3)})}));
    QVERIFY(p.bundles[2] == bits({insn(kS0, op(kScalar, "add"), {reg(2), reg(2), number(1)}),
                                  insn(kS1, op(kScalar, "add"), {reg(1), reg(1), number(1)})}));
    QVERIFY(p.bundles[3] == bits({insn(kS0, op(kScalar, "add"), {reg(1), reg(1), number(1)}),
                                  insn(kMiscSlot, op(kMisc, "v2s"), {reg(7), reg(8), number(3)})}));
}

void TestAssemble::labels() {
    const auto p = good("a: b: br .end\n"
                        ".end: br b.end\n"
                        "c: br .end\n"
                        ".end: br b\n"
                        "br far + 1\n"
                        ".org 20\n"
                        "far: nop\n nop\n");
    const auto branch = [](std::uint32_t to) { return bits({insn(kS0, op(kScalar, "br"), {number(to)})}); };
    const std::array<std::uint32_t, 5> targets{1, 1, 3, 0, 21};
    for (std::size_t i = 0; i < targets.size(); ++i)
        QVERIFY2(p.bundles[i] == branch(targets[i]), std::to_string(i).c_str());
    QCOMPARE(p.bundles.size(), std::size_t{22});
    QVERIFY(p.bundles[10] == bits({}));
}

void TestAssemble::bundlesOnOneLineAndOverSeveral() {
    const auto p = good("{ } { nop } {nop;nop}\n"
                        "{ nop ; # one\n"
                        "  s1: add r1, r1, 1 // two\n"
                        "\n"
                        "} x: { ; halt ; }\n");
    QCOMPARE(p.bundles.size(), std::size_t{5});
    QVERIFY(p.bundles[0] == bits({}));
    QVERIFY(p.bundles[2] == bits({insn(kS0, op(kScalar, "nop"), {}), insn(kS1, op(kScalar, "nop"), {})}));
    QCOMPARE(program::findSymbol(p, "x")->value, std::int64_t{4});
}

void TestAssemble::predicatesAndAliases() {
    const auto p = good("@p3 add r1, r2, r3\n { s1: @!p3 mov r1, 4 } \n li r2, -1\n la r3, 40\n");
    QVERIFY(p.bundles[0] == bits({insn(kS0, op(kScalar, "add"), {reg(1), reg(2), reg(3)}, 3)}));
    QVERIFY(p.bundles[1] == bits({insn(kS1, op(kScalar, "mov"), {reg(1), number(4)}, 3 | 16)}));
    QVERIFY(p.bundles[2] == bits({insn(kS0, op(kScalar, "movi"), {reg(2), number(0xffffffff)})}));
    QVERIFY(p.bundles[3] == bits({insn(kS0, op(kScalar, "movi"), {reg(3), number(40)})}));
}

void TestAssemble::floatConstants() {
    const auto p = good("v0: fadd v1, v2, 3\n v0: fadd v1, v2, -0.5\n v0: fadd v1, v2, bits(0x7f800001)\n"
                        " v0: iadd v1, v2, 3\n"
                        "v0: fadd v1, v2, f32(0.1)\n v0: fadd v1, v2, 0.1\n v0: fadd v1, v2, -inf\n");
    const std::array<std::uint32_t, 7> words{0x40400000, 0xbf000000, 0x7f800001, 3,
                                             0x3dcccccd, 0x3dcccccd, 0xff800000};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const isa::OpId row = i == 3 ? op(kVector, "iadd") : op(kVector, "fadd");
        QVERIFY2(p.bundles[i] == bits({insn(kV0, row, {reg(1), reg(2), number(words[i])})}),
                 std::to_string(i).c_str());
    }
}

void TestAssemble::placesAndSymbols() {
    const auto p = good(".equ N, 3\n.set K, 4\n  { nop ; nop }\nx: .y: halt\n");
    QCOMPARE(p.places[0], (Place{0, 4, 3, 13}));
    QCOMPARE(p.places[1], (Place{0, 5, 8, 4}));
    QCOMPARE(p.symbols.size(), std::size_t{2}); // no local labels, no variables, no names of the machine
    QCOMPARE(program::findSymbol(p, "N")->value, std::int64_t{3});
    QCOMPARE(program::findSymbol(p, "x")->value, std::int64_t{1});
    QCOMPARE(p.sources.size(), std::size_t{1});
    QCOMPARE(p.sources[0].path, std::string("main.lw"));
    QCOMPARE(p.machine, std::string("training-teaching"));
}

int tst_assemble(int argc, char** argv) { return lw::tests::run<TestAssemble>(argc, argv); }
#include "tst_assemble.moc"
