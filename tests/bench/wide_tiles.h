// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/project/launched_run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::bench {

// Convolutions of 3 x 3 one after the other, which keep the picture's size, with random weights; `channels`
// after each of them.
network::Network convolutions(network::Precision precision, const std::vector<std::uint64_t>& channels);

// Super-resolution, all of whose hidden values have 64 channels, and a random picture in square tiles.
struct WideTiles {
    network::Network network; // for the picture's size
    lower::tiling::TilingPlan plan;
    std::string machine; // a name or a path; an array has a tile on each circuit
    project::TileNetwork tile;
    project::TilePrograms programs;
    tensor::Tensor picture;

    WideTiles(network::Precision precision, const lower::tiling::Size& size, std::int64_t fixed,
              std::string machineName);
    // Over all tiles, of the convolutions.
    double macs() const { return static_cast<double>(plan.cost.macs); }
    project::LaunchedRun run() const;
};

} // namespace lw::bench
