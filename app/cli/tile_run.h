// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/tile_request.h"
#include "core/project/run_tiles.h"

#include <vector>

namespace lw::cli {

class Console;

// What is run, of a request with a picture, and how it comes to its end: a limit ends it, of which the
// console knows. The request and the console must outlive both.
project::TilesToRun tilesOf(const TileRequest& request);
project::TilesWatch watchOf(const TileRequest& request, Console& console);

// Of the request's picture; nothing if a limit ended it. The folder of the request is written.
Result<std::optional<project::TilesRan>> runAll(const TileRequest& request,
                                                const lower::tiling::TilingPlan& plan, Console& console);
// With what tiles are compared: the whole picture untiled on the circuit, if it fits, and by the reference.
// Nothing if a limit ended it.
Result<std::optional<project::WholePicture>> wholePictureOf(const TileRequest& request, Console& console);
// "beside the whole picture untiled on the circuit, 120 clocks", or why there is no such run.
std::string wholeText(const project::WholePicture& whole, const TileRequest& request);

// Of all outputs, with those of the whole picture and with its reference.
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
