// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace lw::machine {

// A core of a machine, by its number.
struct CoreId {
    std::uint16_t index = 0;
    auto operator<=>(const CoreId&) const = default;
};

inline constexpr std::uint32_t kNoBundle = 0xffffffff;

// A bundle of a core's program, or none.
struct BundleOf {
    CoreId core;
    std::uint32_t bundle = kNoBundle;

    constexpr BundleOf() = default;
    constexpr BundleOf(CoreId of, std::uint32_t number) : core(of), bundle(number) {}
    bool isKnown() const { return bundle != kNoBundle; }
    auto operator<=>(const BundleOf&) const = default;
};

} // namespace lw::machine
