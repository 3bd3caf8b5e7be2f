// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/tile_request.h"

namespace lw::cli {

class Console;

// Runs all tiles of the request's picture with each overlap strategy, and shows their costs beside each
// other. Ends with CheckFailed if one gives anything other than the whole picture; what a strategy cannot
// do is said in its column.
Result<Exit> compareOverlaps(const TileRequest& request, Console& console);

} // namespace lw::cli
