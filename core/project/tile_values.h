// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/reference.h"
#include "core/project/tile_programs.h"

#include <memory>
#include <string>
#include <vector>

// What values of a network are in a tile, also where they are not what the whole picture has; and what that
// has: both by the reference, in the order of sums of the circuit.
namespace lw::project {

class TileValues {
  public:
    // `network` for the picture's size, `tile` and `plan` of it; `picture` as network::asInput gives it.
    TileValues(const network::Network& network, const TileNetwork& tile, lower::tiling::TilingPlan plan,
               tensor::Tensor picture, const network::ReferenceOptions& options);
    TileValues(const TileValues&) = delete; // what is folded may be the network itself
    TileValues& operator=(const TileValues&) = delete;

    // The input and the layers whose values are images, with activations in the layers before them.
    const std::vector<std::string>& names() const { return m_names; }
    // Which of them an output of the plan is.
    const std::string& outputName(std::size_t output) const;
    tensor::Tensor inTile(const std::string& name, std::uint64_t tile) const;
    tensor::Tensor whole(const std::string& name) const;
    // For the size of a tile, without masks, as names() are of it.
    const network::Network& tileNetwork() const { return *m_plain; }

  private:
    using NetworkPtr = std::shared_ptr<const network::Network>;

    network::Network m_network;
    TileNetwork m_tile;
    lower::tiling::TilingPlan m_plan;
    tensor::Tensor m_picture;
    network::ReferenceOptions m_options;
    NetworkPtr m_whole, m_plain, m_lowered; // with activations folded
    std::vector<std::string> m_names;
};

} // namespace lw::project
