// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

// The numbers of what a Spec lists, with types of their own: not confused with each other or with counts.
namespace lw::isa {

// Of Spec::spaces, Spec::units and the lists that go with them.
enum class SpaceId : std::uint8_t {};
enum class UnitId : std::uint8_t {};

constexpr std::size_t index(SpaceId id) { return static_cast<std::size_t>(id); }
constexpr std::size_t index(UnitId id) { return static_cast<std::size_t>(id); }

// The next one, for loops over a whole list.
constexpr SpaceId& operator++(SpaceId& id) { return id = static_cast<SpaceId>(index(id) + 1); }
constexpr UnitId& operator++(UnitId& id) { return id = static_cast<UnitId>(index(id) + 1); }

} // namespace lw::isa
