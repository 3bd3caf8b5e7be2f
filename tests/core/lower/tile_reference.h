// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/masked.h"
#include "core/lower/tiling/plan.h"

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

// Tiles of a plan as the reference computes them, and what must not matter in them.
namespace lw::test {

// A tile of a picture, and the plan's word for it.
struct Tile {
    const lower::tiling::AxisTile &row, &column;
};
// What a program gives of a tile.
using Compute = std::function<std::vector<tensor::Tensor>(const Tile&, tensor::Tensor)>;

std::vector<tensor::Tensor> outputsIn(const network::Network& network,
                                      const std::vector<tensor::Tensor>& values);
// What all tiles give, row by row, put together.
std::vector<tensor::Tensor> stitched(const lower::tiling::TilingPlan& plan, const network::Network& whole,
                                     const tensor::Tensor& picture, const Compute& compute);
// A picture of another size, of the same elements again and again.
tensor::Tensor repeatedTo(const tensor::Shape& shape, const tensor::Tensor& picture);

// The masked network on one tile after the other, layer by layer, with what it keeps from tile to tile. With
// poison everything of each value that the plan does not call right is overwritten as soon as it is computed,
// and so is what lies in the place of what is kept before there is any: of float32 by 10^9, infinity or NaN.
class TileReference {
  public:
    TileReference(const lower::tiling::MaskedNetwork& masked, const lower::tiling::TilingPlan& plan,
                  bool poisons)
        : m_masked(masked), m_plan(plan), m_poisons(poisons) {}

    std::vector<tensor::Tensor> operator()(const Tile& tile, tensor::Tensor input);

  private:
    struct Right {
        std::vector<lower::tiling::Interval> rows, columns; // by value of the tile's network
    };
    tensor::Tensor stripFor(const lower::tiling::KeptStrip& kept, const Tile& tile);
    void keep(const Tile& tile, const std::vector<tensor::Tensor>& values);
    void spoil(tensor::Tensor& value, const std::string& name, const Right& right) const;

    const lower::tiling::MaskedNetwork& m_masked;
    const lower::tiling::TilingPlan& m_plan;
    bool m_poisons;
    // By the strip and, of rows, where the column of tiles begins.
    std::map<std::pair<network::ValueId, std::int64_t>, tensor::Tensor> m_kept;
};

} // namespace lw::test
