// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/plan.h"

#include <string>
#include <string_view>

// A plan as a program for other runtimes: one file that needs nothing but Python and numpy.
namespace lw::lower::tiling {

// It cuts pictures, calls a function of the user's on each tile, and puts the results together; for a masked
// plan the function gets the tile's masks. The network may have been read for any size. E662 of
// masked.h, E847 for a plan whose tiles keep anything.
Result<std::string> pythonText(const TilingPlan& plan, const network::Network& network);

// Whether it begins like such a text.
bool isPythonText(std::string_view text);

} // namespace lw::lower::tiling
