// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/derivation.h"
#include "core/project/launched_run.h"

#include <string>
#include <string_view>

// What lies beside a program that runs a picture in tiles: its plan, and what it was made from.
namespace lw::project {

inline constexpr std::string_view kTiling = "tiling"; // as an origin names it

struct TileFolder {
    Origin origin;
    network::Network network;       // for the size of the picture
    lower::tiling::TilingPlan plan; // of whole tiles, whatever circuits share
    tensor::Tensor picture;         // as the network reads it
    lower::striding::Share share{}; // of an array
};

// As readDerivation; E104 also when another technique made it, E663 and E664 when the plan is damaged, and
// what the network's file or the picture's are refused for.
Result<TileFolder> readTileFolder(const std::string& program);

// The files of a run, its plan, of whole tiles, and its origin, whose technique, input and settings are put
// in. The path of the one that is opened. E866 as checkOwn.
Result<std::string> writeTileFolder(LaunchedRun& run, const lower::tiling::TilingPlan& plan,
                                    lower::striding::Share share, Origin origin, const std::string& folder);

} // namespace lw::project
