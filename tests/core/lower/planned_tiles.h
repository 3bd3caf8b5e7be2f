// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/masked.h"
#include "core/lower/tiling/plan.h"
#include "core/project/tile_blocks.h"
#include "tests/core/lower/parts_run.h"
#include "tests/core/lower/random_local.h"

#include <optional>
#include <string>

namespace lw::test {

network::Network sizedAs(const network::Network& network, const lower::tiling::Size& size);
lower::tiling::Size sizeOf(const tensor::Shape& image);

// A tile that the network can have, from its least size on.
std::optional<lower::tiling::Size>
tileFor(RandomLocal& made, lower::tiling::Overlap overlap = lower::tiling::Overlap::Recompute);

struct Planned {
    lower::tiling::TilingPlan plan;
    lower::tiling::MaskedNetwork masked;
};
// In mode masked. Nothing for a network that cannot have these sizes.
std::optional<Planned> plannedFor(RandomLocal& made, lower::tiling::Grid grid = lower::tiling::Grid::Border,
                                  lower::tiling::Overlap overlap = lower::tiling::Overlap::Recompute);
// Whether a tile reaches beyond the picture.
bool isFilled(const lower::tiling::TilingPlan& plan);

struct HowLaunched {
    project::TileArray array{};
    bool isAhead = true; // the next tile's data are on their way while one is computed
    project::Transfers transfers = project::Transfers::Strided;
    lower::striding::Share share = lower::striding::Share::Input; // of parts, Layers
    lower::striding::StrideBy strideBy = lower::striding::StrideBy::Striding;
};
// All tiles by programs on one machine: empty if it is as the whole picture, else what went wrong. Nothing
// for what does not fit.
std::optional<std::string> launched(const project::TileNetwork& tile, const lower::tiling::TilingPlan& plan,
                                    const network::Network& whole, const tensor::Tensor& picture,
                                    const OnDisk& circuit, const HowLaunched& how);
std::optional<std::string> launched(const Planned& planned, const network::Network& whole,
                                    const tensor::Tensor& picture, const OnDisk& circuit,
                                    const HowLaunched& how);

// Circuits of the tests in rows and columns, linked to their neighbours.
Circuit circuitsIn(const project::TileArray& array, std::uint32_t latency);

} // namespace lw::test
