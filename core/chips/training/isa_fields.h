// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"
#include "core/isa/spec.h"

#include <array>

// Slots, fields, operands and units of the training chip's bundle: the vocabulary of its rows.
// Field positions: observed in compiler logs of the published machine; opcode numbers are ours. Three repairs
// are invented, because the observed map cannot encode everything: the spare bit 0 and the five "ttu" bits
// are the high bits of push.source and pop.dest; a misc instruction reads vst.source and writes s1.dest (that
// slot is then absent).
namespace lw::training {

// Indices into kIsa's lists.
enum SlotClassIndex : std::uint8_t { kScalar, kVector, kLoad, kStore, kPush, kPop, kMisc };
enum SlotIndex : std::uint8_t { kS0, kS1, kV0, kV1, kVld, kVst, kPushSlot, kPopSlot, kMiscSlot };
enum FileIndex : std::int8_t { kPlain = -1, kR, kP, kV, kF, kIar };
inline constexpr isa::UnitId kScalarAlu{0}, kBranch{1}, kSmemPort{2}, kDma{3}, kSync{4}, kCounter{5},
    kVectorAlu{6}, kEup{7}, kRandom{8}, kLoadPort{9}, kStorePort{10}, kMxu{11}, kXpose{12}, kRpu{13},
    kMiscUnit{14};
inline constexpr isa::SpaceId kHbm{0}, kVmem{1}, kSmem{2};

namespace detail {
using namespace isa;

constexpr Field at(std::uint16_t offset, std::uint8_t width) { return {{{{offset, width, false}}}}; }
constexpr Field absolute(std::uint16_t offset, std::uint8_t width) { return {{{{offset, width, true}}}}; }

inline constexpr std::array kClasses{
    SlotClass{"scalar", at(16, 6), at(22, 5),
              "address arithmetic, scalar memory, control, DMA and sync flags"},
    SlotClass{"vector", at(20, 6), at(26, 5), "one operation in every lane of every sublane"},
    SlotClass{"load", at(16, 2), at(18, 5), "vector memory to a vector register"},
    SlotClass{"store", at(17, 5), at(22, 5), "a vector register to vector memory"},
    SlotClass{"push", at(2, 6), at(8, 5), "a vector register into an extended unit"},
    SlotClass{"pop", at(2, 2), at(4, 5), "the oldest result of an extended unit into a vector register"},
    SlotClass{"misc", at(6, 5), at(11, 5),
              "between the vector and the scalar side; patterns, index registers, trace"},
};
inline constexpr std::array kSlots{
    Slot{"s0", kScalar, 295, 27}, Slot{"s1", kScalar, 268, 27}, Slot{"v0", kVector, 121, 31},
    Slot{"v1", kVector, 90, 31},  Slot{"vld", kLoad, 40, 23},   Slot{"vst", kStore, 63, 27},
    Slot{"push", kPush, 27, 13},  Slot{"pop", kPop, 18, 9},     Slot{"misc", kMisc, 2, 16},
};
inline constexpr std::array kFiles{
    RegisterFile{"r", 32, "scalar registers", "32-bit words of the scalar processor"},
    RegisterFile{"p", 16, "predicates", "one bit each; p15 is always true", 15},
    RegisterFile{"v", 32, "vector registers", "one 32-bit word per lane and sublane"},
    RegisterFile{"f", 32, "sync flags", "32-bit counters that DMA transfers and instructions add to"},
    RegisterFile{"iar", 2, "index registers", "a row offset per sublane for indexed vector loads and stores"},
};
inline constexpr std::array kUnits{
    Unit{"scalar", "scalar ALUs", false, "two 32-bit integer ALUs", UnitGroup::Scalar},
    Unit{"branch", "branch unit", true, "changes the program counter after its bundle", UnitGroup::Scalar},
    Unit{"smem", "scalar memory port", true, "one word load or store per bundle", UnitGroup::Scalar},
    Unit{"dma", "DMA engine", true, "moves granules between HBM and the core's memories in the background",
         UnitGroup::Transfer},
    Unit{"sync", "sync flags", true, "word-atomic flags that order transfers and code", UnitGroup::Sync},
    Unit{"counter", "clock counter", true, "the clock at which a bundle issues", UnitGroup::Scalar},
    Unit{"valu", "vector ALUs", false,
         "two ALUs per lane: float add in v0, float multiply in v1, the rest in both", UnitGroup::Vector},
    Unit{"eup", "extended unary pipeline", true, "reciprocal, roots, exponentials; results through a queue",
         UnitGroup::Unary},
    Unit{"rng", "random number generator", true, "Philox4x32-10, one number per lane", UnitGroup::Unary},
    Unit{"vld", "vector load port", true, "one register per clock from vector memory", UnitGroup::Memory},
    Unit{"vst", "vector store port", true, "one register per clock to vector memory", UnitGroup::Memory},
    Unit{"mxu", "matrix unit", true, "systolic array with stationary weights", UnitGroup::Matrix},
    Unit{"xpose", "transpose unit", true, "transposes a square of lanes x lanes", UnitGroup::Permute},
    Unit{"rpu", "reduction and permute unit", true, "sums, maxima, minima and permutations along lanes",
         UnitGroup::Permute},
    Unit{"misc", "vector to scalar path", true, "the slow path back from the vector to the scalar side",
         UnitGroup::Scalar},
};
inline constexpr std::array kSpaces{
    Space{"hbm", 16, "granule", "high bandwidth memory; reached by DMA only"},
    Space{"vmem", 0, "row", "vector memory; one address is a row of one word per lane"},
    Space{"smem", 4, "word", "scalar memory"},
};
inline constexpr std::array kSharedRegisters{absolute(162, 5), absolute(157, 5), absolute(152, 5)};
inline constexpr std::array kImmediates{absolute(247, 16), absolute(231, 16), absolute(215, 16),
                                        absolute(199, 16), absolute(183, 16), absolute(167, 16)};
inline constexpr std::array kReserved{absolute(1, 1)}; // "vex_mxu" in the observed map

// What the codes of operand fields mean.
// Scalar and vector codes: designed with the bundle; the small ones: invented.
using enum CodeMeaning;
inline constexpr std::array kScalarYCodes{CodeRange{0, 32, Register, 0}, CodeRange{32, 6, Immediate, 0},
                                          CodeRange{38, 3, ImmediatePair, 0}, CodeRange{41, 23, Value, 0}};
inline constexpr std::array kConstantCodes{CodeRange{32, 6, Immediate, 0}, CodeRange{38, 3, ImmediatePair, 0},
                                           CodeRange{41, 23, Value, 0}};
inline constexpr std::array kVectorYCodes{CodeRange{0, 1, Register, 0}, CodeRange{1, 3, SharedRegister, 0},
                                          CodeRange{4, 6, ImmediateHigh, 0},
                                          CodeRange{10, 3, ImmediatePair, 0}};
inline constexpr std::array kBroadcastCodes{CodeRange{1, 3, SharedRegister, 0},
                                            CodeRange{4, 6, ImmediateHigh, 0},
                                            CodeRange{10, 3, ImmediatePair, 0}};
inline constexpr std::array kBaseCodes{CodeRange{0, 1, Value, 0}, CodeRange{1, 3, SharedRegister, 0}};
inline constexpr std::array kOffsetCodes{CodeRange{0, 1, Value, 0}, CodeRange{1, 3, Immediate, 0}};
inline constexpr std::array kStrideCodes{CodeRange{0, 1, Value, 1}, CodeRange{1, 3, SharedRegister, 0},
                                         CodeRange{4, 4, Immediate, 0}};
inline constexpr std::array kMaskCodes{CodeRange{0, 1, Value, -1}, CodeRange{1, 3, SharedRegister, 0},
                                       CodeRange{4, 4, Immediate, 0}};
inline constexpr std::array kSmallCodes{CodeRange{0, 1, Value, 0}, CodeRange{1, 3, SharedRegister, 0},
                                        CodeRange{4, 4, Immediate, 0}};
inline constexpr Selector kScalarY{"scalar y", kScalarYCodes,
                                   "a scalar register, a 16-bit immediate, a 32-bit pair, or 0 to 22"};
inline constexpr Selector kConstant{"constant", kConstantCodes,
                                    "a 16-bit immediate, a 32-bit pair, or 0 to 22"};
inline constexpr Selector kVectorY{"vector y", kVectorYCodes,
                                   "a vector register, a forwarded scalar, or a constant, in every lane"};
inline constexpr Selector kBroadcast{"broadcast", kBroadcastCodes,
                                     "a forwarded scalar or a constant, in every lane"};
inline constexpr Selector kBase{"base", kBaseCodes, "row 0 or a forwarded scalar"};
inline constexpr Selector kOffset{"offset", kOffsetCodes, "0 or a 16-bit immediate"};
inline constexpr Selector kStride{
    "stride", kStrideCodes,
    "rows between sublanes: 1, a forwarded scalar or an immediate of 0 to 65535; a negative number of rows goes through a "
    "scalar register"};
inline constexpr Selector kMask{
    "mask", kMaskCodes,
    "the sublanes it is about, bit i for sublane i: all, a forwarded scalar or an immediate of 0 to 65535"};
inline constexpr Selector kSmall{"small", kSmallCodes, "0, a forwarded scalar or an immediate"};

using enum Access;
using enum Form;
using enum NumberKind;
inline constexpr Field kDest = at(0, 5), kScalarYField = at(5, 6), kScalarX = at(11, 5);
inline constexpr Field kVectorYNumber = at(5, 5), kVectorYSource = at(10, 5), kVectorX = at(15, 5);
inline constexpr Field kPushSource{{{{0, 2, false}, {263, 3, true}}}};
inline constexpr Field kPopDest{{{{0, 2, false}, {266, 2, true}, {0, 1, true}}}};

// Operands as rows need them. Scalar slots: d, x, y; vector slots: vd, vx, vy.
inline constexpr Operand d{"d", Write, Plain, Integer, kR, kDest};
inline constexpr Operand dRead{"d", Read, Plain, Integer, kR, kDest};
inline constexpr Operand pd{"p", Write, Plain, Integer, kP, kDest};
inline constexpr Operand pRead{"p", Read, Plain, Integer, kP, kDest};
inline constexpr Operand x{"x", Read, Plain, Integer, kR, kScalarX};
inline constexpr Operand y{"y", Read, Plain, Integer, kR, kScalarYField, &kScalarY};
inline constexpr Operand constant{"value", Read, Plain, Integer, kPlain, kScalarYField, &kConstant};
inline constexpr Operand target{"target", Read, Target, Integer, kR, kScalarYField, &kScalarY};
inline constexpr Operand base{"base", Read, Base, Integer, kR, kScalarX};
inline constexpr Operand offset{"offset", Read, Offset, Integer, kR, kScalarYField, &kScalarY};
inline constexpr Operand flagWrite{"flag", ReadWrite, Plain, Integer, kF, kDest};
inline constexpr Operand flagRead{"flag", Read, Plain, Integer, kF, kDest};
inline constexpr Operand flagX{"flag", Read, Plain, Integer, kF, kScalarX};
inline constexpr Operand vd{"d", Write, Plain, Float, kV, kDest};
inline constexpr Operand vdMask{"d", ReadWrite, Plain, Float, kV, kDest};
inline constexpr Operand vx{"x", Read, Plain, Float, kV, kVectorX};
inline constexpr Operand vy{"y", Read, Plain, Float, kV, kVectorYSource, &kVectorY, kVectorYNumber};
inline constexpr Operand iy{"y", Read, Plain, Integer, kV, kVectorYSource, &kVectorY, kVectorYNumber};
inline constexpr Operand spread{"value", Read, Plain, Float, kPlain, kVectorYSource, &kBroadcast};
inline constexpr Operand loadDest{"d", Write, Plain, Float, kV, at(11, 5)};
inline constexpr Operand loadBase{"base", Read, Base, Integer, kPlain, at(6, 2), &kBase};
inline constexpr Operand loadOffset{"offset", Read, Offset, Integer, kPlain, at(4, 2), &kOffset};
inline constexpr Operand loadStride{"stride", Read, Named, Integer, kPlain, at(1, 3), &kStride};
inline constexpr Operand loadMask{"mask", Read, Named, Integer, kPlain, at(8, 3), &kMask};
inline constexpr Operand loadIndex{"index", Read, Plain, Integer, kIar, at(0, 1)};
inline constexpr Operand storeBase{"base", Read, Base, Integer, kPlain, at(7, 2), &kBase};
inline constexpr Operand storeOffset{"offset", Read, Offset, Integer, kPlain, at(5, 2), &kOffset};
inline constexpr Operand storeSource{"source", Read, Plain, Float, kV, at(12, 5)};
inline constexpr Operand storeStride{"stride", Read, Named, Integer, kPlain, at(9, 3), &kStride};
inline constexpr Operand storeMask{"mask", Read, Named, Integer, kPlain, at(2, 3), &kMask};
inline constexpr Operand storeIndex{"index", Read, Plain, Integer, kIar, at(1, 1)};
inline constexpr Operand pushSource{"source", Read, Plain, Float, kV, kPushSource};
inline constexpr Operand popDest{"d", Write, Plain, Float, kV, kPopDest};
inline constexpr Operand miscSource{"source", Read, Plain, Float, kV, absolute(75, 5), nullptr, {}, kVst};
inline constexpr Operand miscDest{"d", Write, Plain, Integer, kR, absolute(268, 5), nullptr, {}, kS1};
inline constexpr Operand miscValue{"value", Read, Plain, Integer, kPlain, at(3, 3), &kSmall};
inline constexpr Operand miscIndex{"index", Read, Plain, Integer, kPlain, at(3, 3), &kSmall};
inline constexpr Operand miscIar{"iar", Write, Plain, Integer, kIar, at(0, 3)};
inline constexpr Operand miscNumber{"number", Read, Plain, Integer, kPlain, at(0, 3)};

inline constexpr std::uint16_t kOnlyV0 = 1u << kV0, kOnlyV1 = 1u << kV1;
} // namespace detail

struct Row {
    isa::Insn insn;
    Meaning meaning;
};

} // namespace lw::training
