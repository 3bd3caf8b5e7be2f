// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/chips/catalog.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// For targets that take every chip: the first byte of an input says which, by its place in the catalog.
namespace lw::fuzz {

inline const chips::Chip& chipOf(std::uint8_t first) { return chips::all()[first % chips::all().size()]; }

// An input for that chip.
inline std::vector<std::byte> inputFor(std::string_view chip, std::span<const std::byte> rest) {
    const auto place = std::ranges::find(chips::all(), chip, &chips::Chip::name) - chips::all().begin();
    std::vector<std::byte> out{static_cast<std::byte>(place)};
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
}

// Its small machine.
inline const chips::MachineChoice& teachingMachineOf(const chips::Chip& chip) {
    static const auto machines = [] {
        std::vector<chips::MachineChoice> out;
        for (const chips::Chip& each : chips::all()) {
            auto machine = chips::machineNamed(each, std::string(each.name) + "-teaching");
            LW_REQUIRE(machine, "a chip has no machine to teach with");
            out.push_back(*std::move(machine));
        }
        return out;
    }();
    return machines[static_cast<std::size_t>(&chip - chips::all().data())];
}

} // namespace lw::fuzz
