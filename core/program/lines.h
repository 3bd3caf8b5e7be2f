// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"

#include <cstdint>
#include <optional>
#include <vector>

// Bundles and lines of the text. A bundle comes from the line it is on, and from those that called the
// macros it is in; a line becomes its own bundle, or those of the macro that it calls, each time that it is
// assembled.
namespace lw::program {

// The lines of a bundle: where it stands, then the calls, from the innermost outwards. Empty: nothing is
// known of it.
std::vector<Place> linesOf(const Program& program, std::uint32_t bundle);
// The first bundle of each time that the line (from 1) was assembled, ascending. Empty: it has become none.
std::vector<std::uint32_t> bundlesOfLine(const Program& program, std::uint32_t file, std::uint32_t line);
// The lines of a file that have become bundles, ascending.
std::vector<std::uint32_t> linesWithBundles(const Program& program, std::uint32_t file);

} // namespace lw::program
