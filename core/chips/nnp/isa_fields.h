// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/meaning.h"
#include "core/chips/nnp/memories.h"
#include "core/isa/spec.h"

#include <algorithm>
#include <array>

// What the instruction table of the neural network processor is written with. Units and mnemonics are those
// of the patent and of published firmware; codes and fields are invented, since nobody published them.
namespace lw::nnp {

// Indices into kIsa's lists.
enum SlotClassIndex : std::uint8_t { kRow };
inline constexpr isa::UnitId kSequencer{0}, kVectors{1}, kMatrices{2}, kMvm{3}, kMfu{4};
inline constexpr isa::SpaceId kNetIn{0}, kNetOut{1}, kVectorDram{2}, kMatrixDram{3};

inline constexpr std::uint8_t kLargestIncrement = 254; // that is added to an index for each iteration
inline constexpr std::uint32_t kStepBits = 11;         // of what is added to it for each turn of a loop

inline constexpr std::uint32_t kWindowStepBits = 10; // of what is added to the number of a window for a turn

namespace detail {
using namespace isa;

constexpr Field at(std::uint16_t offset, std::uint8_t width) { return {{{{offset, width, false}}}}; }

inline constexpr std::array kClasses{
    SlotClass{"row", at(0, 8), at(8, 1), "one instruction of the firmware"},
};
inline constexpr std::array kSlots{Slot{"i", kRow, 0, 64}};
inline constexpr std::array kUnits{
    Unit{"seq", "chain sequencer", true,
         "takes instructions in order, and keeps rows, columns and iterations", UnitGroup::Scalar},
    Unit{"vmm", "vector memory manager", true,
         "moves vectors between queues, vector DRAM and the register files", UnitGroup::Memory},
    Unit{
        "mmm", "matrix memory manager", true,
        "moves matrices from the network and DRAM into DRAM, or through the matrix quantiser into the matrix "
        "register file",
        UnitGroup::Transfer},
    Unit{"mvm", "matrix vector multiplier", true,
         "quantises vectors, multiplies them by matrices, and converts the sums to FP16", UnitGroup::Matrix},
    Unit{"mfu", "multifunction units", true,
         "two in a row, each with an adder and activations, the first with a multiplier", UnitGroup::Vector},
};
inline constexpr std::array kSpaces{
    Space{"netin", 1, "byte",
          "the queue of vectors, and of rows of matrices, that come from the network, oldest first"},
    Space{"netout", 1, "byte", "the queue of vectors that go to the network, oldest first"},
    Space{"vdram", 1, "byte", "vector DRAM: FP16"},
    Space{"mdram", 1, "byte", "matrix DRAM: native matrices row by row, FP16"},
};

// The memories that an operand may name, by the numbers of Memory.
constexpr CodeRange memories(Memory first, Memory last) {
    const auto from = static_cast<std::uint8_t>(first);
    return {from, static_cast<std::uint8_t>(static_cast<std::uint8_t>(last) - from + 1), CodeMeaning::Value,
            from};
}
inline constexpr std::array kReadCodes{memories(Memory::NetQ, Memory::InitialVrf)};
inline constexpr std::array kWriteCodes{memories(Memory::NetQ, Memory::MultiplyVrf)};
inline constexpr std::array kWindowCodes{memories(Memory::Dram, Memory::InitialVrf)};
inline constexpr std::array kAddCodes{memories(Memory::AddSubVrf0, Memory::AddSubVrf1)};
inline constexpr std::array kMatrixReadCodes{memories(Memory::NetQ, Memory::Dram)};
inline constexpr std::array kMatrixWriteCodes{memories(Memory::Dram, Memory::Dram),
                                              memories(Memory::MatrixRf, Memory::MatrixRf)};
inline constexpr std::array kControlCodes{CodeRange{0, kControls, CodeMeaning::Value, 0}};
inline constexpr std::array kIncrementCodes{CodeRange{0, kLargestIncrement + 1, CodeMeaning::Value, 0}};
inline constexpr Selector kReads{"from", kReadCodes, "NetQ, Dram or InitialVrf", kMemoryNames};
inline constexpr Selector kWindowReads{"from", kWindowCodes, "Dram or InitialVrf", kMemoryNames};
inline constexpr Selector kWrites{
    "to", kWriteCodes, "NetQ, Dram, InitialVrf, AddSubVrf0, AddSubVrf1 or MultiplyVrf", kMemoryNames};
// An AddSubVrf without a number is that of the MFU in which the instruction stands.
inline constexpr std::uint32_t kAddSubByPosition = 15;
inline constexpr std::string_view kAddSubVrf = "AddSubVrf";
inline constexpr auto kAddNames = [] {
    std::array<std::string_view, kAddSubByPosition + 1> out{};
    std::ranges::copy(kMemoryNames, out.begin());
    out[kAddSubByPosition] = kAddSubVrf;
    return out;
}();
inline constexpr Selector kAdds{"file", kAddCodes, "AddSubVrf0, AddSubVrf1, or AddSubVrf for that of its MFU",
                                kAddNames, kAddSubByPosition};
inline constexpr Selector kMatrixReads{"from", kMatrixReadCodes, "NetQ or Dram", kMemoryNames};
inline constexpr Selector kMatrixWrites{"to", kMatrixWriteCodes, "MatrixRf or Dram", kMemoryNames};
inline constexpr Selector kControl{"register", kControlCodes, "a control register, by its name",
                                   kControlNames};
inline constexpr Selector kIncrement{"inc", kIncrementCodes, "0 to 254, which is added for each iteration"};

using enum Access;
using enum Form;
using enum NumberKind;

constexpr Operand choice(std::string_view name, const Selector* selector) {
    return {name, Read, Plain, Integer, -1, at(9, 4), selector};
}
inline constexpr Operand kIndex{"index", Read, Plain, Integer, -1, at(13, 20)};
// Of a memory that no operand names.
constexpr Operand indexOf(std::string_view memory) {
    Operand out = kIndex;
    out.memory = memory;
    return out;
}
inline constexpr Operand kInc{"inc", Read, Named, Integer, -1, at(33, 8), &kIncrement};
// What is added to the index for each turn of the loop around, and of the loop around that.
inline constexpr Operand kStep{"step", Read, Named, Integer, -1, at(41, kStepBits)};
inline constexpr Operand kOuter{"outer", Read, Named, Integer, -1, at(52, 12)};

// Of what v_rd.w reads of each window, in the place of increments.
inline constexpr Operand kSkip{"skip", Read, Named, Integer, -1, at(33, 11)};
inline constexpr Operand kWindowStep{"step", Read, Named, Integer, -1, at(44, kWindowStepBits)};
inline constexpr Operand kWindowOuter{"outer", Read, Named, Integer, -1, at(54, 10)};

// Four bits where other rows name a memory, and more after the value.
inline constexpr Operand kControlName{
    "register", Read, Plain, Integer, -1, {{{{9, 4, false}, {33, 4, false}}}}, &kControl};
inline constexpr Operands kSet{kControlName, Operand{"value", Read, Plain, Integer, -1, at(13, 20)}};
inline constexpr Operands kTurns{Operand{"turns", Read, Plain, Integer, -1, at(13, 20)}};
inline constexpr Operands kReadVectors{choice("from", &kReads), kIndex, kInc, kStep, kOuter};
inline constexpr Operands kReadWindows{choice("from", &kWindowReads),
                                       Operand{"window", Read, Plain, Integer, -1, at(13, 20)}, kSkip,
                                       kWindowStep, kWindowOuter};
inline constexpr Operands kWriteVectors{choice("to", &kWrites), kIndex, kInc, kStep, kOuter};
inline constexpr Operands kReadMatrices{choice("from", &kMatrixReads), kIndex, kStep, kOuter};
inline constexpr Operands kWriteMatrices{choice("to", &kMatrixWrites), kIndex, kStep, kOuter};
inline constexpr Operands kMultiply{indexOf(nameOf(Memory::MatrixRf)), kStep, kOuter};
inline constexpr Operands kWithFile{choice("file", &kAdds), kIndex, kInc, kStep, kOuter};
inline constexpr Operands kWithMultiplier{indexOf(nameOf(Memory::MultiplyVrf)), kInc, kStep, kOuter};

inline constexpr std::string_view kPublished =
    "US 11,556,764, and Fowers et al., ISCA 2018; code and form invented";
inline constexpr std::string_view kInvented = "invented";
} // namespace detail

struct Row {
    isa::Insn insn;
    Meaning meaning;
};

} // namespace lw::nnp
