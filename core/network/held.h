// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

namespace lw::network {

// What of a network's value is held in a training step while it is needed.
enum class Part : std::uint8_t {
    Value,
    Gradient,   // of the loss, with respect to the value
    Statistics, // mean and inverse deviation of each channel, for a value that a batch norm computes
    Mask,       // a bit for each number of a value: whether it is above 0
    Packed,     // a value rounded to bfloat16, two numbers to a word
};
inline constexpr std::array<std::string_view, 5> kPartNames{"value", "gradient", "statistics", "mask",
                                                            "packed"};

struct Held {
    ValueId value = kInput;
    Part part = Part::Value;
    auto operator<=>(const Held&) const = default;
};

} // namespace lw::network
