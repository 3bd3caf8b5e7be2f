// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/tile_request.h"

namespace lw::cli {

class Console;

// Runs all tiles of the request's picture, writes what is asked for, and compares the output with that of the
// whole picture. Usage errors are problems.
Result<Exit> runTiles(const TileRequest& request, const lower::tiling::TilingPlan& plan,
                      const Arguments& arguments, Console& console);

} // namespace lw::cli
