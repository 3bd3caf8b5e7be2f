// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/rules.h"
#include "core/isa/uses.h"
#include "tests/support/bundles.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::isa;
using namespace lw::training;
using namespace lw::test;

Q_DECLARE_METATYPE(lw::isa::Bundle)

namespace {

constexpr std::uint8_t kP1 = 1, kNotP1 = 17, kP2 = 2, kNotP2 = 18;

std::string codesOf(const Bundle& b) {
    std::vector<Finding> found;
    checkRules(kIsa, b, found);
    std::string out;
    for (const Finding& f : found)
        out += std::string(out.empty() ? "" : " ") + std::string(f.problem.message->code);
    return out;
}

std::string firstText(const Bundle& b) {
    std::vector<Finding> found;
    checkRules(kIsa, b, found);
    return found.empty() ? std::string() : textOf(found[0].problem);
}

SlotInsn mov(std::uint8_t slot, std::uint32_t d, std::uint8_t predicate = 15) {
    return insn(slot, op(kScalar, "mov"), {reg(d), number(0)}, predicate);
}

std::vector<std::string> texts(const std::vector<Problem>& problems) {
    std::vector<std::string> out;
    for (const Problem& p : problems) out.push_back(textOf(p));
    return out;
}

} // namespace

class TestRules : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void rules_data() {
        QTest::addColumn<Bundle>("bundle");
        QTest::addColumn<std::string>("codes");
        const auto row = [](const char* name, const char* codes, std::initializer_list<SlotInsn> insns) {
            QTest::newRow(name) << bundle(insns) << std::string(codes);
        };
        const SlotInsn add{insn(kV0, op(kVector, "fadd"), {reg(1), reg(2), reg(3)})};
        row("empty", "", {});
        row("two registers", "", {mov(kS0, 1), mov(kS1, 2)});
        row("one register twice", "E207", {mov(kS0, 1), mov(kS1, 1)});
        row("one register, complementary", "", {mov(kS0, 1, kP1), mov(kS1, 1, kNotP1)});
        row("one register, same predicate", "E207", {mov(kS0, 1, kP1), mov(kS1, 1, kP1)});
        row("one register, other predicates", "E207", {mov(kS0, 1, kP1), mov(kS1, 1, kNotP2)});
        row("one register, one unpredicated", "E207", {mov(kS0, 1, kP1), mov(kS1, 1)});
        row("the same number in two files", "",
            {mov(kS0, 1), insn(kS1, op(kScalar, "cmp.eq"), {reg(1), reg(1), reg(1)})});
        row("two units write one vector register", "E207",
            {add, insn(kVld, op(kLoad, "vld"), {reg(1), number(0), number(0), number(1), number(-1)})});
        row("three writers", "E207 E207 E207",
            {add, insn(kV1, op(kVector, "fmul"), {reg(1), reg(2), reg(3)}),
             insn(kPopSlot, op(kPop, "mxu"), {reg(1)})});
        row("pop beside load", "",
            {insn(kVld, op(kLoad, "vld"), {reg(1), number(0), number(0), number(1), number(-1)}),
             insn(kPopSlot, op(kPop, "mxu"), {reg(2)})});
        row("v2s writes what s0 writes", "E207",
            {mov(kS0, 4), insn(kMiscSlot, op(kMisc, "v2s"), {reg(4), reg(0), number(0)})});
        row("p15 written", "E210", {insn(kS0, op(kScalar, "cmp.eq"), {reg(15), reg(1), reg(1)})});
        row("p14 written", "", {insn(kS0, op(kScalar, "cmp.eq"), {reg(14), reg(1), reg(1)})});
        row("r15 written", "", {mov(kS0, 15)});
        row("fadd in v1", "E206", {insn(kV1, op(kVector, "fadd"), {reg(1), reg(2), reg(3)})});
        row("fmul in v0", "E206", {insn(kV0, op(kVector, "fmul"), {reg(1), reg(2), reg(3)})});
        row("fmax in both", "",
            {insn(kV0, op(kVector, "fmax"), {reg(1), reg(2), reg(3)}),
             insn(kV1, op(kVector, "fmax"), {reg(4), reg(2), reg(3)})});
        row("two loads of scalar memory", "E208",
            {insn(kS0, op(kScalar, "ld"), {reg(1), reg(2), number(0)}),
             insn(kS1, op(kScalar, "ld"), {reg(3), reg(2), number(1)})});
        row("two EUP operations", "E208",
            {insn(kV0, op(kVector, "eup.rcp"), {reg(1)}), insn(kV1, op(kVector, "eup.exp"), {reg(2)})});
        row("a push beside a pop", "",
            {insn(kPushSlot, op(kPush, "mxu.x"), {reg(1)}), insn(kPopSlot, op(kPop, "mxu"), {reg(2)})});
        row("a pattern beside a permutation", "",
            {insn(kPushSlot, op(kPush, "perm"), {reg(1)}), insn(kMiscSlot, op(kMisc, "setperm"), {reg(2)})});
        row("two branches", "E209",
            {insn(kS0, op(kScalar, "br"), {number(1)}, kP1),
             insn(kS1, op(kScalar, "br"), {number(2)}, kNotP1)});
        row("branch and halt", "E209",
            {insn(kS0, op(kScalar, "br"), {number(1)}), insn(kS1, op(kScalar, "halt"), {})});
        row("one branch", "", {insn(kS0, op(kScalar, "br"), {number(1)}, kP1), mov(kS1, 1)});
        row("two flags", "E208",
            {insn(kS0, op(kScalar, "sync.set"), {reg(1), number(0)}),
             insn(kS1, op(kScalar, "sync.wait"), {reg(2), number(1)})});
    }
    void rules() {
        QFETCH(Bundle, bundle);
        QFETCH(std::string, codes);
        QCOMPARE(codesOf(bundle), codes);
    }

    void textsNameRuleAndBoth() {
        QCOMPARE(firstText(bundle({mov(kS0, 1), insn(kS1, op(kScalar, "add"), {reg(1), reg(2), number(4)})})),
                 std::string(
                     "one writer per register and bundle: r1 is written by 'mov' in s0 and by 'add' in s1"));
        QCOMPARE(firstText(bundle({insn(kV1, op(kVector, "fadd"), {reg(1), reg(2), reg(3)})})),
                 std::string("'fadd' executes in v0 only, not in slot v1"));
        QCOMPARE(firstText(bundle({insn(kS0, op(kScalar, "ld"), {reg(1), reg(2), number(0)}),
                                   insn(kS1, op(kScalar, "st"), {reg(3), number(1), reg(2)})})),
                 std::string("one instruction per bundle for the scalar memory port: "
                             "'ld' in s0 and 'st' in s1 both need it"));
        QCOMPARE(firstText(
                     bundle({insn(kS0, op(kScalar, "br"), {number(1)}), insn(kS1, op(kScalar, "halt"), {})})),
                 std::string("one branch, call, return or halt per bundle: 'br' in s0 and 'halt' in s1"));
        QCOMPARE(firstText(bundle({insn(kS0, op(kScalar, "cmp.eq"), {reg(15), reg(1), reg(1)})})),
                 std::string("p15 is a constant and cannot be written by 'cmp.eq'"));
    }

    void findingsPointAtInsnAndOperand() {
        std::vector<Finding> found;
        checkRules(
            kIsa,
            bundle({mov(kS0, 1),
                    insn(kVst, op(kStore, "vst"), {number(0), number(0), reg(1), number(1), number(-1)}),
                    insn(kMiscSlot, op(kMisc, "v2s"), {reg(1), reg(0), number(0)})}),
            found);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].insn, std::int8_t{2});
        QCOMPARE(found[0].operand, std::int8_t{0});
        QCOMPARE(found[0].other, std::int8_t{0});
    }

    void uses() {
        RegisterUses uses;
        usesOf(kIsa,
               bundle({insn(kS0, op(kScalar, "add"), {reg(1), reg(2), number(4)}, kNotP2),
                       insn(kV0, op(kVector, "sel"), {reg(5), reg(6), shared(7)})}),
               uses);
        QCOMPARE(uses.count, std::size_t{6});
        const auto is = [&](std::size_t i, int file, unsigned n, Access access, int operand, unsigned insn) {
            const RegisterUse& u = uses.items[i];
            return u.file == file && u.number == n && u.access == access && u.operand == operand &&
                   u.insn == insn;
        };
        QVERIFY(is(0, kP, 2, Access::Read, -1, 0));
        QVERIFY(is(1, kR, 1, Access::Write, 0, 0));
        QVERIFY(is(2, kR, 2, Access::Read, 1, 0));
        QVERIFY(is(3, kV, 5, Access::ReadWrite, 0, 1));
        QVERIFY(is(4, kV, 6, Access::Read, 1, 1));
        QVERIFY(is(5, kR, 7, Access::Read, 2, 1));
    }

    void sharingMovesToAFreeSlot() {
        const Sharing sharing = explainSharing(kIsa, bundle({mov(kS0, 1)}), bundle({mov(kS0, 2)}));
        QVERIFY(sharing.possible());
        QVERIFY(sharing.warnings.empty());
        QVERIFY(sharing.together == bundle({mov(kS0, 1), mov(kS1, 2)}));
    }

    void sharingMovesTheFirstAway() {
        // fmax gives up v0, because fadd has no other slot
        const SlotInsn max = insn(kV0, op(kVector, "fmax"), {reg(1), reg(2), reg(3)});
        const Sharing sharing = explainSharing(
            kIsa, bundle({max}), bundle({insn(kV0, op(kVector, "fadd"), {reg(4), reg(5), reg(6)})}));
        QVERIFY(sharing.possible());
        QCOMPARE(sharing.together.count, std::uint8_t{2});
        QCOMPARE(sharing.together.insns[1].op, op(kVector, "fmax"));
    }

    void sharingNamesEveryObstacle() {
        const auto add = [](std::uint32_t d, std::uint32_t s) {
            return insn(kV0, op(kVector, "fadd"), {reg(d), reg(2), shared(s)});
        };
        QCOMPARE(texts(explainSharing(kIsa, bundle({add(1, 1)}), bundle({add(3, 2)})).obstacles),
                 std::vector<std::string>{"no slot is left for 'fadd': it fits v0, taken by 'fadd'"});
        const auto obstacles =
            texts(explainSharing(kIsa, bundle({mov(kS0, 1), mov(kS1, 2)}), bundle({mov(kS0, 3)})).obstacles);
        QCOMPARE(obstacles, std::vector<std::string>{
                                "no slot is left for 'mov': it fits s0 or s1, taken by 'mov' and 'mov'"});
        const auto forwarded = texts(
            explainSharing(
                kIsa, bundle({add(1, 1), insn(kV1, op(kVector, "fmul"), {reg(3), reg(2), shared(2)})}),
                bundle({insn(kVld, op(kLoad, "vld"), {reg(1), shared(3), number(0), shared(4), number(-1)})}))
                .obstacles);
        QCOMPARE(
            forwarded,
            (std::vector<std::string>{
                "at most 3 different scalar registers can be forwarded in one bundle; "
                "this one needs r1, r2, r3, r4",
                "one writer per register and bundle: v1 is written by 'fadd' in v0 and by 'vld' in vld"}));
        const auto pairs =
            explainSharing(kIsa,
                           bundle({insn(kS0, op(kScalar, "movi"), {reg(1), number(0x10001)}),
                                   insn(kS1, op(kScalar, "movi"), {reg(2), number(0x20002)})}),
                           bundle({insn(kV0, op(kVector, "iadd"), {reg(1), reg(2), number(0x30003)}),
                                   insn(kV1, op(kVector, "iadd"), {reg(3), reg(2), number(0x40004)})}))
                .obstacles;
        QCOMPARE(pairs.size(), std::size_t{1});
        QCOMPARE(pairs[0].message->code, std::string_view("E202"));
    }

    void sharingWarnsOfLostOrder() {
        const auto warnings =
            texts(explainSharing(kIsa, bundle({mov(kS0, 1)}),
                                 bundle({insn(kS0, op(kScalar, "add"), {reg(2), reg(1), number(1)})}))
                      .warnings);
        QCOMPARE(warnings,
                 std::vector<std::string>{
                     "'add' reads r1, which 'mov' writes: in one bundle it would read the old value"});
        const auto lost = explainSharing(kIsa, bundle({mov(kS0, 1)}), bundle({mov(kS0, 1)}));
        QCOMPARE(texts(lost.warnings),
                 std::vector<std::string>{"'mov' would no longer come after 'mov', which also writes r1"});
        QVERIFY(!lost.possible());
        const auto flow = explainSharing(kIsa, bundle({insn(kS0, op(kScalar, "br"), {number(4)}, kP2)}),
                                         bundle({mov(kS0, 1)}));
        QCOMPARE(texts(flow.warnings),
                 std::vector<std::string>{
                     "'br' decides whether 'mov' is executed at all; in one bundle both are executed"});
        QVERIFY(flow.possible());
        const auto after =
            explainSharing(kIsa, bundle({insn(kS0, op(kScalar, "add"), {reg(2), reg(1), number(1)})}),
                           bundle({mov(kS0, 1)}));
        QVERIFY(after.possible() && after.warnings.empty()); // it reads first anyway
    }
};

int tst_rules(int argc, char** argv) { return lw::tests::run<TestRules>(argc, argv); }
#include "tst_rules.moc"
