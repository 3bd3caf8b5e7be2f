// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lw::lower::recompute {

// What operations are counted of. The numbers and their sources are in resources/recompute/operations.json.
enum class Count : std::uint8_t {
    Product,
    Bias,
    NormStatistics,
    NormNormalise,
    NormStandardise,
    NormReduce,
    NormApply,
    Relu,
    LeakyRelu,
    Curve,
    Mask,
    MaskKeep,
    MaskBits,
    Add,
    Pool,
    Move,
    Pack,
    Unpack,
    Softmax,
    Squares,
};
inline constexpr std::array<std::string_view, 20> kCountNames{"product",
                                                              "bias",
                                                              "norm.statistics",
                                                              "norm.normalise",
                                                              "norm.standardise",
                                                              "norm.reduce",
                                                              "norm.apply",
                                                              "relu",
                                                              "leaky_relu",
                                                              "curve",
                                                              "mask",
                                                              "mask.keep",
                                                              "mask.bits",
                                                              "add",
                                                              "pool",
                                                              "move",
                                                              "pack",
                                                              "unpack",
                                                              "softmax",
                                                              "squares"};

struct CountRow {
    double value = 0; // operations
    // Clocks of a program for each group of vector registers, beside its busiest slots: of four registers, of
    // two and of one.
    double wait = 0, waitOfTwo = 0, waitOfOne = 0;
    std::string per; // "element": of what
    std::string source;
    bool operator==(const CountRow&) const = default;
};

struct OperationCounts {
    std::array<CountRow, kCountNames.size()> rows;

    double operator[](Count count) const { return rows[static_cast<std::size_t>(count)].value; }
    double waitOf(Count count, double groupRegisters) const;
    CountRow* named(std::string_view name); // null: there is none
    bool operator==(const OperationCounts&) const = default;
};

// From the text of such a file.
Result<OperationCounts> countsFromJson(std::string_view text, std::uint32_t file);
// Those that the program was built with.
const OperationCounts& builtInCounts();
std::string_view builtInCountsText();

} // namespace lw::lower::recompute
