// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// The kinds of layers as a table: the name of each, what its object in the file may hold, and its name in
// ONNX. Reader, writer, importer and manual use it.
namespace lw::network {

struct KindRow {
    Kind kind;
    std::string_view name;                      // "conv"
    std::span<const std::string_view> required; // keys besides name, kind and inputs
    std::span<const std::string_view> optional;
    std::size_t inputs; // how many values it reads, at least
    bool int8;          // an int8 network may have it
    std::string_view meaning;
    std::size_t most = 0; // how many it may read, if more than `inputs`

    bool reads(std::size_t count) const { return count == inputs || (count > inputs && count <= most); }
};

std::span<const KindRow> kinds();
const KindRow& rowOf(Kind kind);
inline std::string_view nameOf(Kind kind) { return rowOf(kind).name; }
const KindRow* findKind(std::string_view name);
inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
// How many values it reads, for messages: "1 value", "2 values", "1 or 2 values", "1 value or more".
std::string inputsText(const KindRow& row);

inline constexpr std::string_view kActivationNames[] = {"none", "relu", "sigmoid", "tanh"};
inline std::string_view nameOf(Activation activation) {
    return kActivationNames[static_cast<std::size_t>(activation)];
}
inline constexpr std::string_view kPrecisionNames[] = {"f32", "i8"};
inline std::string_view nameOf(Precision precision) {
    return kPrecisionNames[static_cast<std::size_t>(precision)];
}

inline constexpr std::string_view kSamplingNames[] = {"half_pixel", "asymmetric"};
inline std::string_view nameOf(Sampling sampling) {
    return kSamplingNames[static_cast<std::size_t>(sampling)];
}
inline constexpr std::string_view kDepthOrderNames[] = {"dcr", "crd"};
inline std::string_view nameOf(DepthOrder order) { return kDepthOrderNames[static_cast<std::size_t>(order)]; }

inline constexpr std::string_view kRecurrentOutputNames[] = {"sequence", "last", "cell"};
inline std::string_view nameOf(RecurrentOutput output) {
    return kRecurrentOutputNames[static_cast<std::size_t>(output)];
}

// The names of the two infinities in a file.
inline constexpr std::string_view kInfinityNames[] = {"-inf", "inf"};

// The kinds' table as Markdown, for the manual.
std::string kindsTable();

} // namespace lw::network
