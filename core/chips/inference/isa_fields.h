// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/meaning.h"
#include "core/isa/spec.h"

#include <array>

// The instruction row of the inference circuit: the vocabulary of its table. The names and roles of the
// units are those of the patents; addresses, access patterns, strips and all codes are invented, since the
// patents give none.
namespace lw::inference {

// Indices into kIsa's lists.
enum SlotClassIndex : std::uint8_t { kRow };
enum FileIndex : std::int8_t { kPlain = -1, kA, kV };
inline constexpr isa::UnitId kSequencer{0}, kDma{1}, kMxu{2}, kVpu{3}, kPool{4};
inline constexpr isa::SpaceId kHost{0}, kDm{1}, kUb{2};

inline constexpr std::uint32_t kPatterns = 16, kStrips = 8;
inline constexpr std::uint32_t kSignals = 16; // of a circuit of an array
inline constexpr std::uint64_t kGranuleBytes = 16;

// How the second operand of the vector unit meets the first.
enum Spread : std::uint32_t { kSameShape, kOnePixel, kOneLane };
// What is beyond the edge of a pooled strip.
enum Edge : std::uint32_t { kPartial, kZeros, kWhole };

namespace detail {
using namespace isa;

constexpr Field at(std::uint16_t offset, std::uint8_t width) { return {{{{offset, width, false}}}}; }

inline constexpr std::array kClasses{
    SlotClass{"row", at(0, 8), at(8, 1), "one instruction of the host's list"},
};
inline constexpr std::array kSlots{Slot{"i", kRow, 0, 128}};
inline constexpr std::array kFiles{
    RegisterFile{
        "a", kPatterns, "access patterns",
        "three nested loops over memory: n0 s0 (innermost), n1 s1, n2 s2, and the stride es between the "
        "elements of a vector"},
    RegisterFile{"v", kStrips, "strips", "32-bit words by pixel and lane, with their shape"},
};
inline constexpr std::array kUnits{
    Unit{"seq", "sequencer", true, "issues the host's instructions in order, one per clock",
         UnitGroup::Scalar},
    Unit{"dma", "DMA engine", true, "moves bytes between the host, the unified buffer and the dynamic memory",
         UnitGroup::Transfer},
    Unit{"mxu", "matrix computation unit", true,
         "systolic array with stationary weights, and accumulators below it", UnitGroup::Matrix},
    Unit{"vpu", "vector computation unit", true,
         "element-wise arithmetic, activation and normalisation circuitry", UnitGroup::Vector},
    Unit{"pool", "pooling circuitry", true,
         "a line buffer per circuit: maximum, minimum, sum and average of windows", UnitGroup::Permute},
};
inline constexpr std::array kSpaces{
    Space{"host", 1, "byte", "the host's memory, reached through the host interface"},
    Space{"dm", 16, "granule", "dynamic memory: weights"},
    Space{"ub", 1, "byte", "unified buffer: activations, masks"},
};

inline constexpr std::array kAddCodes{CodeRange{0, 2, CodeMeaning::Value, 0}};
inline constexpr std::array kByCodes{CodeRange{0, 3, CodeMeaning::Value, 0}};
inline constexpr Selector kAdd{"add", kAddCodes, "0 (replace) or 1 (add)"};
inline constexpr Selector kBy{"by", kByCodes, "0 (y has the shape of x), 1 (one pixel) or 2 (one lane)"};
inline constexpr Selector kAhead{"ahead", kAddCodes, "0 (of this launch) or 1 (of the next one)"};
inline constexpr Selector kEdgeMode{
    "edge", kByCodes, "0 (partial windows), 1 (zeros beyond the edge) or 2 (whole windows only)"};

using enum Access;
using enum Form;
using enum NumberKind;

// Registers and numbers as rows need them. Fields follow each other from bit 9 on.
constexpr Operand number(std::string_view name, std::uint16_t offset, std::uint8_t width) {
    return {name, Read, Plain, Integer, kPlain, at(offset, width)};
}
constexpr Operand pattern(std::string_view name, std::uint16_t offset, Access access = Read) {
    return {name, access, Plain, Integer, kA, at(offset, 4)};
}
constexpr Operand strip(std::string_view name, std::uint16_t offset, Access access,
                        NumberKind kind = Integer) {
    return {name, access, Plain, kind, kV, at(offset, 3)};
}
constexpr Operand choice(std::string_view name, std::uint16_t offset, std::uint8_t width,
                         const Selector* selector) {
    return {name, Read, Named, Integer, kPlain, at(offset, width), selector};
}

inline constexpr Operand d = strip("d", 9, Write), x = strip("x", 12, Read), y = strip("y", 15, Read);
inline constexpr Operand by = choice("by", 18, 2, &kBy);
inline constexpr Operand window = pattern("window", 15);
inline constexpr Operand edge = choice("edge", 19, 2, &kEdgeMode);

inline constexpr Operands kShape{pattern("a", 9, Write), number("n0", 13, 16), number("s0", 29, 32),
                                 number("n1", 45 + 16, 16), number("s1", 77, 32)};
inline constexpr Operands kShapeMore{pattern("a", 9, ReadWrite), number("n2", 13, 16), number("s2", 29, 32),
                                     number("es", 61, 32)};
inline constexpr Operands kIn{number("ub", 9, 32), number("host", 41, 32), pattern("aub", 73),
                              pattern("ahost", 77)};
inline constexpr Operands kOut{number("host", 9, 32), number("ub", 41, 32), pattern("ahost", 73),
                               pattern("aub", 77)};
inline constexpr Operands kWeightsIn{number("dm", 9, 32), number("host", 41, 32), number("bytes", 73, 32)};
inline constexpr Operands kLaunch{number("list", 9, 32)};
inline constexpr Operands kDescribedIn{number("ub", 9, 32), pattern("aub", 41), number("descriptor", 45, 8),
                                       number("value", 53, 8), choice("ahead", 61, 1, &kAhead)};
inline constexpr Operands kDescribedOut{number("ub", 9, 32), pattern("aub", 41), number("descriptor", 45, 8)};
inline constexpr Operands kSend{number("to", 9, 32), number("ub", 41, 32), pattern("ato", 73),
                                pattern("aub", 77), number("signal", 81, 4)};
inline constexpr Operands kWait{number("signal", 9, 4), number("count", 13, 32)};
inline constexpr Operands kFill{number("ub", 9, 32), pattern("a", 41), number("value", 45, 32)};
inline constexpr Operands kTile{number("dm", 9, 32), number("k", 41, 16), number("n", 57, 16),
                                number("stride", 73, 32)};
inline constexpr Operands kPass{number("acc", 9, 16), number("ub", 25, 32), pattern("a", 57),
                                number("k", 61, 16), choice("add", 77, 1, &kAdd)};
inline constexpr Operands kRead{strip("v", 9, Write), number("acc", 12, 16), pattern("a", 28),
                                number("lanes", 32, 16)};
inline constexpr Operands kLoad{strip("v", 9, Write), number("ub", 12, 32), pattern("a", 44),
                                number("lanes", 48, 16)};
inline constexpr Operands kStore{number("ub", 12, 32), strip("v", 9, Read), pattern("a", 44)};
inline constexpr Operands kBinary{d, x, y, by};
inline constexpr Operands kUnary{d, x};
inline constexpr Operands kNormal{d, x, y};
inline constexpr Operands kQuantise{d, x, number("multiplier", 15, 32), number("shift", 47, 6),
                                    number("zero", 53, 32)};
inline constexpr Operands kQuantiseLanes{d, x, y, number("zero", 18, 32)};
inline constexpr Operands kPooling{d, x, window, edge};

inline constexpr std::string_view kCircuit = "US 10,733,505; code and form invented";
inline constexpr std::string_view kMethod = "US 9,721,203; code and form invented";
inline constexpr std::string_view kVector = "US 10,192,162 (vector computation unit); code and form invented";
inline constexpr std::string_view kInvented = "invented";
} // namespace detail

struct Row {
    isa::Insn insn;
    Meaning meaning;
};

} // namespace lw::inference
