// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/check.h"
#include "tests/support/run_test.h"

#include <QTest>
#undef slots // a part of every bundle

#include <functional>

using namespace lw;
using namespace lw::isa;
using namespace lw::training;

namespace {

template <typename T> std::vector<T> copyOf(std::span<const T> list) { return {list.begin(), list.end()}; }
const std::span<const Slot> kPlaces = kIsa.slots; // moc takes the word for its own inside a class

// A copy of the training chip's table that a test may break.
struct Table {
    std::vector<Insn> insns = copyOf(kIsa.insns);
    std::vector<Slot> places = copyOf(kPlaces);
    std::vector<SlotClass> classes = copyOf(kIsa.classes);
    std::vector<RegisterFile> files = copyOf(kIsa.files);
    std::vector<Field> shared = copyOf(kIsa.sharedRegisters);
    std::vector<Field> immediates = copyOf(kIsa.immediates);
    std::vector<Field> reserved = copyOf(kIsa.reserved);
    std::vector<CodeRange> codes;
    Selector selector;
    Spec spec = kIsa;

    Insn& row(std::uint8_t slotClass, std::string_view name) { return insns[find(kIsa, slotClass, name)]; }
    // Gives an operand of `fadd` codes of its own.
    void code(std::vector<CodeRange> list) {
        codes = std::move(list);
        selector = {"test", codes, "test"};
        row(kVector, "fadd").operands.items[2].selector = &selector;
    }
    void usePlaces();
    std::string mistake() {
        spec.insns = insns;
        usePlaces();
        spec.classes = classes;
        spec.files = files;
        spec.sharedRegisters = shared;
        spec.immediates = immediates;
        spec.reserved = reserved;
        return mistakeIn(spec);
    }
};

void Table::usePlaces() { spec.slots = places; }

using Break = std::function<void(Table&)>;

struct Broken {
    const char* name;
    const char* sentence;
    Break how;
};

Operand& operandOf(Table& t, std::uint8_t slotClass, std::string_view name, std::size_t i) {
    return t.row(slotClass, name).operands.items[i];
}

const std::vector<Broken> kBroken{
    {"untouched", "", [](Table&) {}},
    {"field overlap", "two fields of one instruction overlap",
     [](Table& t) { operandOf(t, kScalar, "add", 1).field.pieces[0].offset = 9; }},
    {"overlaps the operation code", "two fields of one instruction overlap",
     [](Table& t) { operandOf(t, kScalar, "add", 1).field.pieces[0].offset = 12; }},
    {"overlaps the predicate", "two fields of one instruction overlap",
     [](Table& t) { operandOf(t, kScalar, "add", 1).field.pieces[0].offset = 22; }},
    {"outside the slot", "a field lies outside its slot",
     [](Table& t) { operandOf(t, kScalar, "add", 1).field.pieces[0].offset = 23; }},
    {"beyond the bundle", "a field lies beyond the end of the bundle",
     [](Table& t) { operandOf(t, kPush, "mxu.x", 0).field.pieces[1].offset = 320; }},
    {"absolute in a slot", "an absolute field lies in another part of the bundle",
     [](Table& t) { operandOf(t, kPush, "mxu.x", 0).field.pieces[1].offset = 100; }},
    {"two classes share a bit", "two slot classes share a bit outside their slots",
     [](Table& t) { operandOf(t, kPush, "mxu.x", 0).field.pieces[1].offset = 264; }},
    {"absolute in two slots", "an absolute field belongs to a class of several slots",
     [](Table& t) {
         operandOf(t, kScalar, "add", 1).field.pieces[0] = {263, 5, true};
     }},
    {"borrowed elsewhere", "a borrowed field lies outside the slot it is borrowed from",
     [](Table& t) { operandOf(t, kMisc, "v2s", 0).field.pieces[0].offset = 262; }},
    {"borrowed predicate", "a borrowed field lies in the predicate of the empty slot",
     [](Table& t) { operandOf(t, kMisc, "v2s", 0).field.pieces[0].offset = 290; }},
    {"too narrow", "a field is too narrow for its register file",
     [](Table& t) { operandOf(t, kScalar, "add", 0).field.pieces[0].width = 4; }},
    {"no source", "an instruction does not say where it is documented",
     [](Table& t) { t.row(kVector, "sel").source = ""; }},
    {"no summary", "an instruction has no summary", [](Table& t) { t.row(kVector, "sel").summary = ""; }},
    {"no timing", "an instruction names no timing", [](Table& t) { t.row(kVector, "sel").timing = ""; }},
    {"no unit", "an instruction names a unit that is not there",
     [](Table& t) { t.row(kVector, "sel").unit = UnitId{99}; }},
    {"same name", "two instructions of one class have the same name",
     [](Table& t) { t.row(kVector, "fsub").name = "fadd"; }},
    {"same code", "two instructions of one class have the same code",
     [](Table& t) { t.row(kVector, "fsub").code = 3; }},
    {"code too large", "an operation code does not fit its field",
     [](Table& t) { t.row(kPop, "eup").code = 4; }},
    {"unsorted", "instructions are not sorted by slot class",
     [](Table& t) { std::swap(t.insns.front(), t.insns.back()); }},
    {"bound to another class", "an instruction is bound to a slot of another class",
     [](Table& t) { t.row(kVector, "fadd").onlySlots = 1u << kS0; }},
    {"no such file", "an operand names a register file that is not there",
     [](Table& t) { operandOf(t, kScalar, "add", 0).file = 9; }},
    {"written number", "a written operand is not a register",
     [](Table& t) { operandOf(t, kScalar, "add", 0).file = kPlain; }},
    {"named without default", "a named operand has no default",
     [](Table& t) { operandOf(t, kScalar, "add", 2).form = Form::Named; }},
    {"base without offset", "a base and an offset do not stand side by side",
     [](Table& t) { operandOf(t, kScalar, "add", 1).form = Form::Base; }},
    {"offset without base", "a base and an offset do not stand side by side",
     [](Table& t) { operandOf(t, kScalar, "add", 0).form = Form::Offset; }},
    {"codes overlap", "two meanings of a selector share a code",
     [](Table& t) {
         t.code({{0, 1, CodeMeaning::Register, 0},
                 {1, 3, CodeMeaning::SharedRegister, 0},
                 {3, 6, CodeMeaning::Immediate, 0}});
     }},
    {"codes beyond the field", "a selector's codes do not fit the field",
     [](Table& t) {
         t.code({{0, 1, CodeMeaning::Register, 0}, {30, 3, CodeMeaning::SharedRegister, 0}});
     }},
    {"no such shared register", "a selector names a shared register that is not there",
     [](Table& t) {
         t.code({{0, 1, CodeMeaning::Register, 0}, {1, 4, CodeMeaning::SharedRegister, 0}});
     }},
    {"no such immediate", "a selector names an immediate that is not there",
     [](Table& t) {
         t.code({{0, 1, CodeMeaning::Register, 0}, {1, 7, CodeMeaning::Immediate, 0}});
     }},
    {"no such pair", "a selector names an immediate that is not there",
     [](Table& t) {
         t.code({{0, 1, CodeMeaning::Register, 0}, {1, 4, CodeMeaning::ImmediatePair, 0}});
     }},
    {"unused register field", "no code of the selector uses the register field",
     [](Table& t) {
         t.code({{1, 3, CodeMeaning::SharedRegister, 0}});
     }},
    {"slots overlap", "two parts of the bundle overlap", [](Table& t) { t.places[kS0].base = 294; }},
    {"immediates overlap", "two parts of the bundle overlap",
     [](Table& t) { t.immediates[1] = t.immediates[0]; }},
    {"narrow immediate", "a shared field has the wrong width",
     [](Table& t) { t.immediates[1].pieces[0].width = 15; }},
    {"a bit left over", "some bits of the bundle belong to no part", [](Table& t) { t.reserved.clear(); }},
    {"two slots of one name", "two slots have the same name", [](Table& t) { t.places[1].name = "s0"; }},
    {"two files of one prefix", "two register files have the same prefix",
     [](Table& t) { t.files[1].prefix = "r"; }},
    {"always is never", "always and never are the same predicate",
     [](Table& t) { t.spec.predicateAlways = 31; }},
    {"inverting bit", "the inverting bit is not above the predicate's number",
     [](Table& t) { t.spec.predicateInvert = 8; }},
    {"predicate too narrow", "a predicate does not fit its field",
     [](Table& t) { t.classes[kPop].predicate.pieces[0].width = 4; }},
};

} // namespace

class TestCheck : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void brokenTables_data() {
        QTest::addColumn<int>("which");
        for (std::size_t i = 0; i < kBroken.size(); ++i)
            QTest::newRow(kBroken[i].name) << static_cast<int>(i);
    }
    void brokenTables() {
        QFETCH(int, which);
        const Broken& broken = kBroken[static_cast<std::size_t>(which)];
        Table table;
        broken.how(table);
        QCOMPARE(table.mistake(), std::string(broken.sentence));
    }
};

int tst_check(int argc, char** argv) { return lw::tests::run<TestCheck>(argc, argv); }
#include "tst_check.moc"
