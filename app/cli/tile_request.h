// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/deadline.h"
#include "app/cli/run_loop.h"
#include "app/cli/tile_outputs.h"
#include "core/lower/striding/network_plan.h"
#include "core/lower/tiling/plan.h"
#include "core/project/derivation.h"
#include "core/project/tile_blocks.h"
#include "core/tensor/tensor.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lw::cli {

// What lw tile is asked for.
struct TileRequest {
    network::Network network;                      // for the picture's size
    std::optional<lower::tiling::TilingPlan> plan; // --plan
    std::optional<tensor::Tensor> input;           // the picture as the network reads it
    lower::tiling::Size picture;
    std::optional<lower::tiling::Size> fixed; // nothing: it is chosen
    std::optional<lower::tiling::Fill> fill;
    lower::tiling::Overlap overlap{};
    std::string machine, kernel;
    lower::striding::Options options;
    project::TileArray array;
    std::optional<project::Transfers> transfers; // nothing: strided, and what that costs does not matter
    std::shared_ptr<const Deadline> deadline;    // for the whole command
    std::optional<std::string> folder;           // for the program and the outputs
    std::vector<OutputFile> results, pictures;
    project::Origin origin; // of the program
    bool asJson = false, wantsCurve = false, runsCurve = false, comparesOverlaps = false;
    bool comparesSharing = false; // both ways of sharing
    bool sharesLayers() const {
        return options.launches && options.launches->share == lower::striding::Share::Layers;
    }
    lower::striding::Share share() const {
        return sharesLayers() ? lower::striding::Share::Layers : lower::striding::Share::Input;
    }
    double seconds = 0; // the time it was given
    RunLimits left() const {
        RunLimits out;
        out.seconds = deadline->left();
        return out;
    }
    const std::atomic<bool>* stop() const { return &deadline->hasPassed(); }
    // The circuits that share what tiles read, or have rows of tiles each.
    lower::tiling::Size circuits() const {
        return sharesLayers() ? lower::tiling::Size{1, 1} : array.circuits();
    }
    lower::tiling::Grid grid() const { return sharesLayers() ? lower::tiling::Grid::Border : array.grid(); }
};

// The size of the picture: from the command line, else from the plan of --plan; nothing if there is neither.
Result<std::optional<network::ImageSize>> pictureSizeOf(const Arguments& arguments, source::Files& files);

// For a network of any size, which was read for the picture's size if that is known.
Result<TileRequest> tileRequestOf(network::Network network, const Arguments& arguments,
                                  const std::optional<network::ImageSize>& size, source::Files& files);

} // namespace lw::cli
