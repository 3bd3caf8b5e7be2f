// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/complete.h"
#include "core/isa/lookup.h"
#include "core/isa/operand.h"
#include "core/isa/page.h"
#include "tests/support/bundles.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QTest>
#undef slots // a part of every bundle

#include <thread>

using namespace lw;
using namespace lw::isa;
using namespace lw::training;
using namespace lw::test;

namespace {

bool contains(const std::vector<Completion>& list, OpId op, std::uint16_t slots) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Completion& c) { return c.op == op && c.slots == slots; });
}

bool contains(const std::vector<Completion>& list, OpId op) {
    return std::any_of(list.begin(), list.end(), [&](const Completion& c) { return c.op == op; });
}

// Stands for a configuration: knows one key.
std::string timingText(std::string_view key) { return key == "scalar.alu" ? "1 clock (inferred)" : ""; }

} // namespace

class TestLookup : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyRowByNameAndCode() {
        const Lookup& lookup = lookupOf(kIsa);
        for (std::size_t i = 0; i < kIsa.insns.size(); ++i) {
            const Insn& insn = kIsa.insns[i];
            QCOMPARE(lookup.opNamed(insn.slotClass, insn.name), static_cast<OpId>(i));
            QCOMPARE(lookup.opWithCode(insn.slotClass, insn.code), static_cast<OpId>(i));
            const std::string copy(insn.name); // another address: names are compared, not pointers
            QCOMPARE(lookup.opNamed(insn.slotClass, copy), static_cast<OpId>(i));
        }
        QCOMPARE(&lookupOf(kIsa), &lookup);
    }

    void oneNameInTwoClasses() {
        const auto ops = lookupOf(kIsa).opsNamed("mov");
        QCOMPARE(ops.size(), std::size_t{2});
        QCOMPARE(ops[0], op(kScalar, "mov"));
        QCOMPARE(ops[1], op(kVector, "mov"));
        QCOMPARE(lookupOf(kIsa).opsNamed("xpose").size(), std::size_t{2});
    }

    void unknownNames() {
        const Lookup& lookup = lookupOf(kIsa);
        for (const char* name :
             {"", "MOV", "movx", "mo", "fad", "fadd ", "a name that is longer than any mnemonic is"})
            QVERIFY2(lookup.opsNamed(name).empty(), name);
        QCOMPARE(lookup.opNamed(kVector, "movi"), kNoOp);
        QCOMPARE(lookup.opWithCode(kScalar, 63), kNoOp);
        QCOMPARE(lookup.opWithCode(kScalar, 100000), kNoOp);
    }

    void registers() {
        const Lookup& lookup = lookupOf(kIsa);
        const auto is = [&](const char* text, int file, unsigned n) {
            const auto name = lookup.registerNamed(text);
            return name && name->file == file && name->number == n;
        };
        QVERIFY(is("r0", kR, 0) && is("r31", kR, 31) && is("p15", kP, 15) && is("v7", kV, 7) &&
                is("f31", kF, 31));
        QVERIFY(is("iar0", kIar, 0) && is("iar1", kIar, 1));
        for (const char* text :
             {"", "r", "r32", "r07", "r1x", "R1", "p16", "iar2", "iar", "x1", "r-1", "r999999999999"})
            QVERIFY2(!lookup.registerNamed(text), text);
        QCOMPARE(lookup.fileOf("r99"), static_cast<std::int8_t>(kR));
        QCOMPARE(lookup.fileOf("row"), std::int8_t{-1});
        QCOMPARE(lookup.fileOf("r"), std::int8_t{-1});
    }

    void slotsUnitsSpaces() {
        const Lookup& lookup = lookupOf(kIsa);
        QCOMPARE(*lookup.slotNamed("vst"), static_cast<std::uint8_t>(kVst));
        QVERIFY(!lookup.slotNamed("s2"));
        QCOMPARE(*lookup.unitNamed("rpu"), kRpu);
        QCOMPARE(*lookup.spaceNamed("smem"), kSmem);
        QCOMPARE(lookup.slotsOf(op(kVector, "fadd")), std::uint16_t{1 << kV0});
        QCOMPARE(lookup.slotsOf(op(kVector, "fmax")), std::uint16_t{1 << kV0 | 1 << kV1});
        QCOMPARE(slotsText(kIsa, 0b111), std::string("s0, s1 or v0"));
    }

    void misspelt() {
        const Lookup& lookup = lookupOf(kIsa);
        QCOMPARE(lookup.nearestMnemonic("fmull"), std::string_view("fmul"));
        QCOMPARE(lookup.nearestMnemonic("fdad"), std::string_view("fadd"));
        QCOMPARE(lookup.nearestMnemonic("sync.wiat"), std::string_view("sync.wait"));
        QCOMPARE(lookup.nearestMnemonic("zzzzzzzz"), std::string_view());
        QCOMPARE(lookup.nearestSlot("vlb"), std::string_view("vld"));
    }

    void wordsAreSortedAndComplete() {
        const Words list = words(kIsa);
        QVERIFY(std::is_sorted(list.mnemonics.begin(), list.mnemonics.end()));
        QVERIFY(std::is_sorted(list.registers.begin(), list.registers.end()));
        QVERIFY(std::adjacent_find(list.mnemonics.begin(), list.mnemonics.end()) == list.mnemonics.end());
        QVERIFY(std::binary_search(list.mnemonics.begin(), list.mnemonics.end(), "mxu.latch"));
        QCOMPARE(list.registers.size(), std::size_t{32 + 16 + 32 + 32 + 2});
        QCOMPARE(list.namedOperands, (std::vector<std::string_view>{"mask", "stride"}));
        QCOMPARE(list.spaces, (std::vector<std::string_view>{"hbm", "smem", "vmem"}));
    }

    void builtOnceByManyThreads() {
        static const Spec copy = kIsa;
        std::array<const Lookup*, 4> seen{};
        std::vector<std::thread> threads;
        for (auto& lookup : seen) threads.emplace_back([&lookup] { lookup = &lookupOf(copy); });
        for (auto& t : threads) t.join();
        for (const Lookup* lookup : seen) QCOMPARE(lookup, &lookupOf(copy));
        QVERIFY(&lookupOf(copy) != &lookupOf(kIsa));
    }

    void whatOperandsHold() {
        const Operand& y = kIsa.insns[op(kScalar, "add")].operands[2];
        const Operand& offset = kIsa.insns[op(kLoad, "vld")].operands[2];
        const Operand& high = kIsa.insns[op(kVector, "fadd")].operands[2];
        const Operand& stream = kIsa.insns[op(kMisc, "trace")].operands[0];
        QVERIFY(canHold(kIsa, y, reg(31)) && !canHold(kIsa, y, reg(32)) && !canHold(kIsa, y, shared(3)));
        QVERIFY(canHold(kIsa, y, number(-1)));
        QVERIFY(canHold(kIsa, offset, number(0xffff)) && !canHold(kIsa, offset, number(0x10000)) &&
                !canHold(kIsa, offset, reg(1)));
        QVERIFY(canHold(kIsa, high, shared(3)) && canHold(kIsa, high, reg(3)) &&
                canHold(kIsa, high, number(1)));
        QVERIFY(canHold(kIsa, stream, number(7)) && !canHold(kIsa, stream, number(8)));
        QCOMPARE(takesText(kIsa, stream), std::string("0 to 7"));
        QCOMPARE(takesText(kIsa, kIsa.insns[op(kScalar, "add")].operands[0]), std::string("r0 to r31"));
        QVERIFY(defaultOf(kIsa.insns[op(kLoad, "vld")].operands[3]).value == number(1));
        QVERIFY(!defaultOf(y).exists);
        QVERIFY(defaultOf(kIsa.insns[op(kScalar, "ld")].operands[2]).exists);
    }

    void completionOfAnEmptyBundle() {
        const auto all = completions(kIsa, {});
        QCOMPARE(all.size(), kIsa.insns.size());
        const auto some = completions(kIsa, {}, "cmp.l");
        QCOMPARE(some.size(), std::size_t{8}); // lt le ltu leu, scalar and vector
    }

    void completionKnowsWhatIsTaken() {
        const auto list = completions(kIsa, bundle({insn(kS0, op(kScalar, "ld"), {reg(1), reg(2), number(0)}),
                                                    insn(kV0, op(kVector, "fmax"), {reg(1), reg(2), reg(3)}),
                                                    insn(kMiscSlot, op(kMisc, "setperm"), {reg(1)})}));
        QVERIFY(!contains(list, op(kScalar, "st")));           // the port serves ld
        QVERIFY(contains(list, op(kScalar, "add"), 1 << kS1)); // s0 is taken
        QVERIFY(!contains(list, op(kVector, "fadd")));         // v0 is taken
        QVERIFY(contains(list, op(kVector, "fmul"), 1 << kV1));
        QVERIFY(!contains(list, op(kStore, "vst")));                   // its source field is lent
        QVERIFY(contains(list, op(kPush, "red.sum"), 1 << kPushSlot)); // another side of the unit
        QVERIFY(contains(list, op(kScalar, "br"), 1 << kS1));
        const auto branch = completions(
            kIsa,
            bundle({insn(kS0, op(kScalar, "br"), {number(1)}),
                    insn(kVst, op(kStore, "vst"), {number(0), number(0), reg(0), number(1), number(-1)})}));
        QVERIFY(!contains(branch, op(kScalar, "halt")));
        QVERIFY(!contains(branch, op(kMisc, "v2s"))); // wants vst empty
    }

    void pages_data() {
        QTest::addColumn<int>("op");
        QTest::addColumn<std::string>("file");
        QTest::newRow("add") << int{op(kScalar, "add")} << std::string("isa/scalar_add.md");
        QTest::newRow("vld") << int{op(kLoad, "vld")} << std::string("isa/load_vld.md");
        QTest::newRow("v2s") << int{op(kMisc, "v2s")} << std::string("isa/misc_v2s.md");
        QTest::newRow("fadd") << int{op(kVector, "fadd")} << std::string("isa/vector_fadd.md");
    }
    void pages() {
        QFETCH(int, op);
        QFETCH(std::string, file);
        QCOMPARE(differsFromGolden(page(kIsa, static_cast<OpId>(op), timingText), file), std::string());
    }

    void allPagesHoldEveryRow() {
        const std::string all = isa::pages(kIsa, timingText);
        for (std::size_t i = 0; i < kIsa.insns.size(); ++i)
            QVERIFY(all.find(page(kIsa, static_cast<OpId>(i), timingText)) != std::string::npos);
        QVERIFY(all.find("| s0 | 321:295 |") != std::string::npos);
        QVERIFY(all.find("| imm0 | 262:247 |") != std::string::npos);
    }
};

int tst_lookup(int argc, char** argv) { return lw::tests::run<TestLookup>(argc, argv); }
#include "tst_lookup.moc"
