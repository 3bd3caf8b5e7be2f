// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/ids.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

// An instruction set as data. A Spec says what a chip's bundle looks like and lists its instructions, one row
// each; assembler, encoder, decoder, disassembler, dispatch, completion, manual and tests all read it.
namespace lw::isa {

inline constexpr std::size_t kMaxOperands = 5;
inline constexpr std::size_t kMaxSlots = 12;

// Bits of a bundle. A field may lie in up to three pieces (low bits first): the published field map has too
// few bits in one place for some operands. Slot-relative pieces count from the slot's base; absolute ones
// from bit 0 of the bundle.
struct Piece {
    std::uint16_t offset = 0;
    std::uint8_t width = 0;
    bool absolute = false;
};

struct Field {
    std::array<Piece, 3> pieces{};
    constexpr unsigned width() const { return 0u + pieces[0].width + pieces[1].width + pieces[2].width; }
    constexpr bool exists() const { return width() != 0; }
};

// The meaning of a code in an operand's field.
enum class CodeMeaning : std::uint8_t {
    // Register `base + (code - first)`; if the operand has a registerField, the number is there instead.
    Register,
    Value,          // the constant `base + (code - first)`
    SharedRegister, // the register named by shared field number `base + (code - first)` (vs0 ...)
    Immediate,      // shared 16-bit immediate of that number, zero-extended to 32 bits
    ImmediateHigh,  // the same, shifted left by 16 (a bfloat16 constant read as float32)
    ImmediatePair,  // immediates 2n+1 : 2n merged to 32 bits
};

struct CodeRange {
    std::uint8_t first = 0;
    std::uint8_t count = 0;
    CodeMeaning meaning = CodeMeaning::Value;
    std::int32_t base = 0;
};

// The codes of one kind of operand field. Code 0 of an optional operand is its default.
struct Selector {
    std::string_view name;
    std::span<const CodeRange> codes;
    std::string_view summary;
    // How its constants are printed, from 0 on; machines give these names to programs.
    std::span<const std::string_view> names{};
    // A constant that stands for one of the codes, whichever the instructions before decide: see
    // Spec::settle. 0 = there is none.
    std::uint32_t byPosition = 0;
};

struct RegisterFile {
    std::string_view prefix; // "r" in r0 ... r31
    std::uint8_t count = 0;
    std::string_view title;
    std::string_view summary;
    std::int8_t constantNumber = -1; // a register that is a constant and may not be written, or -1
};

enum class Access : std::uint8_t { Read, Write, ReadWrite };

// How an operand is written. Base and Offset belong together as [base+offset]; a Named one is written
// name=value and may be left out when it has its default; Target is a code address (label).
enum class Form : std::uint8_t { Plain, Base, Offset, Named, Target };

// How a constant of this operand is read and printed.
enum class NumberKind : std::uint8_t { Integer, Float };

struct Operand {
    std::string_view name;
    Access access = Access::Read;
    Form form = Form::Plain;
    NumberKind number = NumberKind::Integer;
    std::int8_t file = -1; // index into Spec::files, -1 = a plain number in the field
    Field field{};
    const Selector* selector = nullptr; // null: the field holds the register number or plain number itself
    Field registerField{};              // the place of a vector operand's own register number
    std::int8_t borrowsSlot = -1;       // the field belongs to this slot, which must then be absent
    std::string_view memory{};          // what it is an index of, if no other operand says so
};

struct Operands {
    std::array<Operand, kMaxOperands> items{};
    std::size_t count = 0;
    constexpr Operands() = default;
    constexpr Operands(std::initializer_list<Operand> list) {
        if (list.size() > kMaxOperands) throw "an instruction has too many operands";
        for (const Operand& o : list) items[count++] = o;
    }
    constexpr const Operand* begin() const { return items.data(); }
    constexpr const Operand* end() const { return items.data() + count; }
    constexpr const Operand& operator[](std::size_t i) const { return items[i]; }
    constexpr std::size_t size() const { return count; }
};

// What a unit is for, in any chip: units of one kind look alike in every picture.
enum class UnitGroup : std::uint8_t { Scalar, Vector, Memory, Matrix, Permute, Unary, Transfer, Sync };

// Which of the chip's parts does the work. An `exclusive` one serves one instruction of a slot
// class per bundle: it has one port on each side, so a push and a pop may be in the same bundle,
// but not two loads of scalar memory.
struct Unit {
    std::string_view name;  // "mxu"
    std::string_view title; // "matrix unit"
    bool exclusive = false;
    std::string_view summary;
    UnitGroup group = UnitGroup::Scalar;
};

struct SlotClass {
    std::string_view name; // "scalar", "vector", "load" ...
    Field opcode;          // slot-relative
    Field predicate;       // slot-relative
    std::string_view summary;
};

struct Slot {
    std::string_view name; // "s0", "v1", "vld" ...
    std::uint8_t slotClass = 0;
    std::uint16_t base = 0;  // first bit in the bundle
    std::uint16_t width = 0; // bits that belong to this slot, from base
};

// What an instruction does to the flow of bundles.
enum class Flow : std::uint8_t { Next, Branch, Call, Return, Halt };

// What an instruction does besides reading and writing its operands,
// for anyone who looks at whole programs. Bits.
enum Effect : std::uint16_t {
    kNoEffect = 0,
    kPushesResult = 1,    // a result will come out of its unit's queue
    kPopsResult = 2,      // takes one out
    kWaitsForFlag = 4,    // waits until its first operand, a flag, has a value
    kTimingDependent = 8, // what it does depends on when it does it
    kStartsTransfer = 16, // background work that counts on a flag named in memory
    kStoresWords = 32,    // may write the memory in which transfers are described
    kStepsGenerator = 64, // gives something different each time
    kMakesFloats = 128,   // the results are floats, among which a NaN or infinity counts as such
    kCommutes = 256,      // gives the same bits with x and y exchanged
    kBeginsChain = 512,   // is one step with what follows, for whoever steps over,
    kEndsChain = 1024,    // ... up to this one, in the order of the program
};

struct Insn {
    std::uint8_t slotClass = 0;
    std::string_view name; // unique inside its slot class: "fadd", "mxu.x"
    std::uint8_t code = 0;
    Operands operands{};
    std::string_view timing;     // key into the timing table of the machine configuration
    UnitId unit{};               // that does the work
    std::string_view summary;    // one sentence
    std::string_view detail;     // exact meaning: rounding, special values, errors
    std::string_view source;     // where the fact is from: a paper, "inferred" or "invented"
    std::uint16_t onlySlots = 0; // bit set of Spec::slots this row may go into; 0 = every slot of its class
    Flow flow = Flow::Next;
    std::uint16_t effects = kNoEffect; // bit set of Effect
};

// Named spaces into which a program may put data.
// `unitBytes` 0 = a row of lanes words, known from the configuration.
struct Space {
    std::string_view name; // "hbm"
    std::uint32_t unitBytes = 0;
    std::string_view unitName; // "granule"
    std::string_view summary;
};

using OpId = std::uint16_t; // index into Spec::insns
inline constexpr OpId kNoOp = 0xffff;

struct SlotInsn;
// Gives operands that are `byPosition` their codes. `before`: the instructions of its chain before it.
using SettleOperands = void (*)(std::span<const SlotInsn> before, SlotInsn& insn);

struct Spec {
    std::string_view chip; // "training"
    std::string_view title;
    std::uint16_t bundleBits = 0;
    std::span<const SlotClass> classes;
    std::span<const Slot> slots;
    std::span<const RegisterFile> files;
    std::span<const Unit> units;
    std::span<const Space> spaces;
    std::span<const Field> sharedRegisters; // absolute fields vs0 ...
    std::int8_t sharedFile = -1;            // the register file they name
    std::span<const Field> immediates;      // absolute fields imm0 ..., 16 bits each
    std::span<const Field> reserved;        // absolute fields without a meaning, which are zero
    std::int8_t predicateFile = -1;
    std::uint8_t predicateAlways = 0;           // code of "execute always"
    std::uint8_t predicateNever = 0;            // code that marks an absent slot
    std::uint8_t predicateInvert = 0;           // bit that inverts the predicate
    std::span<const Insn> insns;                // sorted by class, then as the manual shows them
    std::string_view transferUnit = "granules"; // what events of transfers count
    std::string_view landingWord = "flag";      // a numbered thing that says that a transfer has landed
    bool hasTransfers = true;                   // that go on after the instruction that began them
    SettleOperands settle = nullptr;            // of a table with operands that are `byPosition`
};

// The key of a row: class and mnemonic. Usable at compile time; kNoOp when there is no such row.
constexpr OpId find(const Spec& spec, std::uint8_t slotClass, std::string_view name) {
    for (std::size_t i = 0; i < spec.insns.size(); ++i)
        if (spec.insns[i].slotClass == slotClass && spec.insns[i].name == name) return static_cast<OpId>(i);
    return kNoOp;
}

} // namespace lw::isa
