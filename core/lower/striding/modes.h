// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

// The ways to make a layer without a stride and masks do what a strided one does: how the elements that the
// strided layer would not compute are masked, times how each window becomes the one element that is left.
namespace lw::lower::striding {

enum class Mode : std::uint8_t {
    MaskMax,
    TwoMasksMax,
    MaskSum,
    MaskMaxMin,
    NegInfMax,
    SelectMax,
    SelectSum,
    MatrixMax,
    SpaceToDepth,
    Direct,
};

enum class Masking : std::uint8_t {
    None,
    Multiply,      // vector unit: times 1 (kept) or 0
    MultiplyTwice, // vector unit: times m or 0, then times 1/m
    AddLow,        // vector unit: plus 0 or something below every value
    Select,        // vector unit: the bits or zero
    MultiplyMatrix // matrix unit: times a diagonal matrix of 1 and 0
};

enum class Pooling : std::uint8_t {
    None,
    Max,
    Sum,
    MaxPlusMin, // for windows filled up with zeros
};

struct ModeRow {
    Mode mode;
    std::string_view name; // as in options and reports: "mask-max"
    Masking masking;
    Pooling pooling;
    std::string_view words; // what it does, for people
};

// In the order in which a layer tries them: the first that is provably exact is taken.
std::span<const ModeRow> modes();
const ModeRow& rowOf(Mode mode);
inline std::string_view nameOf(Mode mode) { return rowOf(mode).name; }
// The mode of that name, or null.
const ModeRow* findMode(std::string_view name);

} // namespace lw::lower::striding
