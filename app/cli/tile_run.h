// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/tile_request.h"
#include "core/project/run_tiles.h"

#include <vector>

namespace lw::cli {

class Console;

// What is run for a request with a picture, and how it ends: a limit may end it, which is reported to the
// console. The request and the console must outlive both.
project::TilesToRun tilesOf(const TileRequest& request);
project::TilesWatch watchOf(const TileRequest& request, Console& console);

// For the request's picture; nothing if a limit ended it. The folder of the request is written.
Result<std::optional<project::TilesRan>> runAll(const TileRequest& request,
                                                const lower::tiling::TilingPlan& plan, Console& console);
// What tiles are compared with: the whole picture untiled on the circuit, if it fits, and by the reference.
// Nothing if a limit ended it.
Result<std::optional<project::WholePicture>> wholePictureOf(const TileRequest& request, Console& console);
// "beside the whole picture untiled on the circuit, 120 clocks", or why there is no such run.
std::string wholeText(const project::WholePicture& whole, const TileRequest& request);

// For all outputs, compared with those of the whole picture and with its reference.
struct Verdict {
    Agreement agreement, reference;
};
// Lines of a table, each with one column for each of these.
std::vector<std::vector<std::string>> verdictRows(const project::WholePicture& whole,
                                                  const std::vector<Verdict>& verdicts);

// Runs all tiles of the request's picture, writes what is asked for, and compares the outputs with those of
// the whole picture. Usage errors are problems.
Result<Exit> runTiles(const TileRequest& request, const lower::tiling::TilingPlan& plan, Console& console);

} // namespace lw::cli
