// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/curve.h"
#include "core/project/tile_programs.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

// What tiles of one size take of a machine, without running them.
namespace lw::project {

// What programs for tiles are made for, and how.
struct TileTarget {
    std::string machine{}; // as in ProgramRequest
    machine::CircuitLimits circuit{};
    lower::striding::Options options{};
    TileArray array{};
};
// That of a machine by its name. The file's problems.
Result<TileTarget> tileTargetOf(const std::string& machine, const lower::striding::Options& options,
                                const TileArray& array = {});

struct TileModel {
    // To the end of the last tile, with weights and transfers. Nothing where the host computes a part, so
    // that there is no one program.
    std::optional<std::uint64_t> clocks;
    std::uint64_t bufferBytes = 0; // of the unified buffer in use at most, by the program's plan
    std::uint64_t weightBytes = 0; // of the weight memory, of one circuit
    std::uint64_t hostBytes = 0;   // that cross the host interfaces, of all tiles and kinds; with `clocks`
    bool operator==(const TileModel&) const = default;
};

// `picture` is read for the picture's size, `plan` of it. Makes the programs and takes their clocks as
// chips::Chip::launchClocks does; what the picture shows does not matter. Nothing when `stop` became true.
// The lowering's problems: E643 names the memory, its bytes and the tensor.
Result<std::optional<TileModel>> modelTiles(const network::Network& picture,
                                            const lower::tiling::TilingPlan& plan, const TileTarget& target,
                                            const std::atomic<bool>* stop = nullptr);

// A picture of the network's size that shows nothing.
tensor::Tensor blankPicture(const network::Network& picture);

// Clocks that `macs` multiply-adds keep the array busy at least, and `bytes` bytes the host interface, of
// all circuits of the target.
std::uint64_t arrayClocks(std::uint64_t macs, const TileTarget& target);
std::uint64_t hostClocks(std::uint64_t bytes, const TileTarget& target);
// The share of `clocks` in which they are busy with that at least, 0 to 1.
double arrayShare(std::uint64_t macs, std::uint64_t clocks, const TileTarget& target);
double hostShare(std::uint64_t bytes, std::uint64_t clocks, const TileTarget& target);
// Bytes that the host interfaces move in that many clocks.
std::uint64_t hostBytes(std::uint64_t clocks, const TileTarget& target);
// No machine of the target takes fewer for all tiles.
std::uint64_t leastClocks(const lower::tiling::TilingCost& cost, const TileTarget& target);

} // namespace lw::project
