// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/sample.h"
#include "tests/support/run_test.h"

#include <QTest>
#undef slots // a part of every bundle

#include <map>

using namespace lw;
using namespace lw::isa;
using namespace lw::training;

namespace {

// The field map observed in compiler logs of the published machine, typed in by hand: bit offset and width.
struct Observed {
    const char* name;
    unsigned offset, width;
};
constexpr Observed kObserved[] = {
    {"spare", 0, 1},         {"vex_mxu", 1, 1},     {"misc.targ", 2, 3},      {"misc.opnd", 5, 3},
    {"misc.op", 8, 5},       {"misc.pred", 13, 5},  {"vres.dest", 18, 2},     {"vres.op", 20, 2},
    {"vres.pred", 22, 5},    {"vex.source", 27, 2}, {"vex.subop", 29, 3},     {"vex.op", 32, 3},
    {"vex.pred", 35, 5},     {"vld.ttu", 40, 1},    {"vld.stride", 41, 3},    {"vld.offset", 44, 2},
    {"vld.base", 46, 2},     {"vld.submsk", 48, 3}, {"vld.dest", 51, 5},      {"vld.op", 56, 2},
    {"vld.pred", 58, 5},     {"vst.ttu", 63, 1},    {"vst.iar", 64, 1},       {"vst.value_two", 65, 3},
    {"vst.offset", 68, 2},   {"vst.base", 70, 2},   {"vst.value_one", 72, 3}, {"vst.source", 75, 5},
    {"vst.op", 80, 5},       {"vst.pred", 85, 5},   {"v1.dest", 90, 5},       {"v1.y_vreg", 95, 5},
    {"v1.y_src", 100, 5},    {"v1.x", 105, 5},      {"v1.op", 110, 6},        {"v1.pred", 116, 5},
    {"v0.dest", 121, 5},     {"v0.y_vreg", 126, 5}, {"v0.y_src", 131, 5},     {"v0.x", 136, 5},
    {"v0.op", 141, 6},       {"v0.pred", 147, 5},   {"vs2", 152, 5},          {"vs1", 157, 5},
    {"vs0", 162, 5},         {"imm5", 167, 16},     {"imm4", 183, 16},        {"imm3", 199, 16},
    {"imm2", 215, 16},       {"imm1", 231, 16},     {"imm0", 247, 16},        {"ttu.set_btr", 263, 1},
    {"ttu.iterate", 264, 1}, {"ttu.row", 265, 3},   {"s1.dest", 268, 5},      {"s1.y", 273, 6},
    {"s1.x", 279, 5},        {"s1.op", 284, 6},     {"s1.pred", 290, 5},      {"s0.dest", 295, 5},
    {"s0.y", 300, 6},        {"s0.x", 306, 5},      {"s0.op", 311, 6},        {"s0.pred", 317, 5},
};

struct Span {
    unsigned offset, width;
    bool operator==(const Span&) const = default;
};

Span observed(const std::string& name) {
    for (const Observed& o : kObserved)
        if (name == o.name) return {o.offset, o.width};
    qFatal("no observed field %s", name.c_str());
}

Span spanOf(const Field& field, unsigned slotBase, std::size_t piece = 0) {
    const Piece& p = field.pieces[piece];
    return {p.absolute ? p.offset : p.offset + slotBase, p.width};
}

const Operand& operandOf(std::uint8_t slotClass, std::string_view row, std::string_view name) {
    for (const Operand& o : kIsa.insns[find(kIsa, slotClass, row)].operands)
        if (o.name == name) return o;
    qFatal("no such operand");
}

Span at(std::uint8_t slot, const Operand& operand) { return spanOf(operand.field, kIsa.slots[slot].base); }

} // namespace

class TestTable : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theObservedMapIsContiguous() {
        unsigned next = 0;
        for (const Observed& o : kObserved) {
            QCOMPARE(o.offset, next);
            next += o.width;
        }
        QCOMPARE(next, 322u);
        QCOMPARE(static_cast<unsigned>(kIsa.bundleBits), next);
        QCOMPARE((next + 7) / 8, 41u);
    }

    void operationCodesAndPredicates() {
        const std::pair<std::uint8_t, const char*> slots[] = {
            {kS0, "s0"},   {kS1, "s1"},   {kV0, "v0"},        {kV1, "v1"},
            {kVld, "vld"}, {kVst, "vst"}, {kPopSlot, "vres"}, {kMiscSlot, "misc"}};
        for (const auto& [index, name] : slots) {
            const Slot& slot = kIsa.slots[index];
            const SlotClass& slotClass = kIsa.classes[slot.slotClass];
            QCOMPARE(spanOf(slotClass.opcode, slot.base), observed(std::string(name) + ".op"));
            QCOMPARE(spanOf(slotClass.predicate, slot.base), observed(std::string(name) + ".pred"));
        }
        // push: subop and op together are the operation code
        const Slot& push = kIsa.slots[kPushSlot];
        QCOMPARE(spanOf(kIsa.classes[kPush].opcode, push.base), (Span{29, 6}));
        QCOMPARE(spanOf(kIsa.classes[kPush].predicate, push.base), observed("vex.pred"));
    }

    void scalarAndVectorOperands() {
        for (const auto& [index, name] : {std::pair{kS0, "s0."}, std::pair{kS1, "s1."}}) {
            QCOMPARE(at(index, operandOf(kScalar, "add", "d")), observed(std::string(name) + "dest"));
            QCOMPARE(at(index, operandOf(kScalar, "add", "y")), observed(std::string(name) + "y"));
            QCOMPARE(at(index, operandOf(kScalar, "add", "x")), observed(std::string(name) + "x"));
        }
        for (const auto& [index, name] : {std::pair{kV0, "v0."}, std::pair{kV1, "v1."}}) {
            const Operand& y = operandOf(kVector, "fmax", "y");
            QCOMPARE(at(index, operandOf(kVector, "fmax", "d")), observed(std::string(name) + "dest"));
            QCOMPARE(spanOf(y.registerField, kIsa.slots[index].base), observed(std::string(name) + "y_vreg"));
            QCOMPARE(at(index, y), observed(std::string(name) + "y_src"));
            QCOMPARE(at(index, operandOf(kVector, "fmax", "x")), observed(std::string(name) + "x"));
        }
    }

    void memoryOperands() {
        QCOMPARE(at(kVld, operandOf(kLoad, "vld.idx", "index")), observed("vld.ttu"));
        QCOMPARE(at(kVld, operandOf(kLoad, "vld", "stride")), observed("vld.stride"));
        QCOMPARE(at(kVld, operandOf(kLoad, "vld", "offset")), observed("vld.offset"));
        QCOMPARE(at(kVld, operandOf(kLoad, "vld", "base")), observed("vld.base"));
        QCOMPARE(at(kVld, operandOf(kLoad, "vld", "mask")), observed("vld.submsk"));
        QCOMPARE(at(kVld, operandOf(kLoad, "vld", "d")), observed("vld.dest"));
        QCOMPARE(at(kVst, operandOf(kStore, "vst.idx", "index")), observed("vst.iar"));
        QCOMPARE(at(kVst, operandOf(kStore, "vst", "mask")), observed("vst.value_two"));
        QCOMPARE(at(kVst, operandOf(kStore, "vst", "offset")), observed("vst.offset"));
        QCOMPARE(at(kVst, operandOf(kStore, "vst", "base")), observed("vst.base"));
        QCOMPARE(at(kVst, operandOf(kStore, "vst", "stride")), observed("vst.value_one"));
        QCOMPARE(at(kVst, operandOf(kStore, "vst", "source")), observed("vst.source"));
    }

    void repairedFields() {
        const Field& push = operandOf(kPush, "mxu.x", "source").field;
        QCOMPARE(spanOf(push, kIsa.slots[kPushSlot].base), observed("vex.source"));
        QCOMPARE(spanOf(push, 0, 1), (Span{263, 3})); // set_btr, iterate and the first bit of row
        const Field& pop = operandOf(kPop, "mxu", "d").field;
        QCOMPARE(spanOf(pop, kIsa.slots[kPopSlot].base), observed("vres.dest"));
        QCOMPARE(spanOf(pop, 0, 1), (Span{266, 2})); // the rest of row
        QCOMPARE(spanOf(pop, 0, 2), observed("spare"));
        QCOMPARE(at(kMiscSlot, operandOf(kMisc, "v2s", "source")), observed("vst.source"));
        QCOMPARE(at(kMiscSlot, operandOf(kMisc, "v2s", "d")), observed("s1.dest"));
        QCOMPARE(at(kMiscSlot, operandOf(kMisc, "trace", "number")), observed("misc.targ"));
        QCOMPARE(at(kMiscSlot, operandOf(kMisc, "trace", "value")), observed("misc.opnd"));
    }

    void sharedFields() {
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(spanOf(kIsa.sharedRegisters[i], 0), observed("vs" + std::to_string(i)));
        for (std::size_t i = 0; i < 6; ++i)
            QCOMPARE(spanOf(kIsa.immediates[i], 0), observed("imm" + std::to_string(i)));
        QCOMPARE(kIsa.sharedRegisters.size(), std::size_t{3});
        QCOMPARE(kIsa.immediates.size(), std::size_t{6});
        QCOMPARE(spanOf(kIsa.reserved[0], 0), observed("vex_mxu"));
    }

    // Every field set to 0, to all ones and to random values, among random other bits.
    void packAndUnpack() {
        Random random(322);
        for (const Observed& o : kObserved) {
            const Field field{
                {{{static_cast<std::uint16_t>(o.offset), static_cast<std::uint8_t>(o.width), true}}}};
            const std::uint64_t most = (std::uint64_t{1} << o.width) - 1;
            for (const std::uint64_t value :
                 {std::uint64_t{0}, most, random.next() & most, random.next() & most}) {
                Bits bits;
                for (std::uint64_t& word : bits.words) word = random.next();
                bits.words[5] &= 3; // 322 bits
                const Bits before = bits;
                set(bits, field, 0, value);
                QCOMPARE(get(bits, field, 0), value);
                for (unsigned i = 0; i < 384; ++i) {
                    const bool inside = i >= o.offset && i < o.offset + o.width;
                    QCOMPARE(bits.get(i, 1), inside ? value >> (i - o.offset) & 1 : before.get(i, 1));
                }
                QCOMPARE(bits.get(322, 6), std::uint64_t{0});
            }
        }
    }

    // A field in several pieces: low bits in the first.
    void packAndUnpackInPieces() {
        for (const auto& [operand, slot] : {std::pair{&operandOf(kPush, "mxu.x", "source"), kPushSlot},
                                            std::pair{&operandOf(kPop, "mxu", "d"), kPopSlot}})
            for (std::uint64_t value = 0; value < 32; ++value) {
                Bits bits;
                const unsigned base = kIsa.slots[slot].base;
                set(bits, operand->field, base, value);
                QCOMPARE(get(bits, operand->field, base), value);
                QCOMPARE(bits.get(base, 2), value & 3);
            }
    }

    // As rowsThatCommute of the vector slots: the assembler proposes to swap x and y of these alone.
    void scalarRowsThatCommute() {
        constexpr std::uint32_t kWords[] = {0,  1,          2,          5,          31,
                                            32, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
        int seen = 0;
        for (const Row& row : kRows) {
            if (row.meaning.kind != MeaningKind::Scalar || row.insn.operands.size() != 3) continue;
            bool areEqual = true;
            for (const std::uint32_t x : kWords)
                for (const std::uint32_t y : kWords)
                    areEqual = areEqual && row.meaning.scalar(x, y) == row.meaning.scalar(y, x);
            QVERIFY2(((row.insn.effects & kCommutes) != 0) == areEqual, row.insn.name.data());
            ++seen;
        }
        QCOMPARE(seen, 17);
    }
};

int tst_table(int argc, char** argv) { return lw::tests::run<TestTable>(argc, argv); }
#include "tst_table.moc"
