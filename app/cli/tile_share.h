// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/tile_request.h"

#include <functional>

namespace lw::cli {

class Console;
using Planning = std::function<Result<lower::tiling::TilingPlan>(const TileRequest&, Console&)>;

// Runs the picture of the request on its array twice, with circuits that share the input and with circuits
// that share layers, and shows their costs beside each other. Ends with CheckFailed if one of them gives
// anything other than the whole picture.
Result<Exit> compareSharing(const TileRequest& request, Console& console, const Planning& planOf);

} // namespace lw::cli
