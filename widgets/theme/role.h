// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lw::theme {

// What a colour is for. Widgets and painters ask for roles, never for colours;
// each theme's JSON names them all.
enum class Role : std::uint8_t {
    Surface, // window and editor
    Panel,   // docks
    Raised,  // headers, buttons, tool tips
    Border,  // one-pixel lines
    Text,
    Muted,  // secondary text
    Accent, // selection, current bundle, links, focus
    Error,
    Warning,
    Success,
    UnitScalar,
    UnitVector,
    UnitMemory, // vector load and store ports, vector memory
    UnitMatrix,
    UnitPermute, // transpose, reduce and permute
    UnitUnary,   // EUP and random numbers
    UnitDma,     // DMA, HBM, links
    UnitSync,    // sync flags and queues
};
inline constexpr std::size_t kRoles = 18;

inline constexpr std::array<std::string_view, kRoles> kRoleNames{
    "surface",     "panel",       "raised",       "border",     "text",        "muted",
    "accent",      "error",       "warning",      "success",    "unit.scalar", "unit.vector",
    "unit.memory", "unit.matrix", "unit.permute", "unit.unary", "unit.dma",    "unit.sync"};

} // namespace lw::theme
