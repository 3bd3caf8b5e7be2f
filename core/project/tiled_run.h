// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/masked.h"
#include "core/lower/tiling/plan.h"
#include "core/project/strided_run.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// A network that is compiled for one size, run on one tile of a picture after the other.
namespace lw::project {

// What a network reads of a tile, from top left row by row: beyond the picture `zero`.
tensor::Tensor tileInput(const lower::tiling::TilingPlan& plan, const tensor::Tensor& picture,
                         std::int32_t zero, std::uint64_t tile);

class TiledRun {
  public:
    // `network` read for any size, `plan` of it; `picture` as network::asInput gives it for the picture's
    // size. The program is that of `lowered`, which is the network's of the plan's fixed size, or that of
    // `masked` if the plan masks. All of them must outlive the run.
    TiledRun(lower::striding::LoweredNetwork& lowered, const lower::tiling::TilingPlan& plan,
             std::string machine, tensor::Tensor picture,
             const lower::tiling::MaskedNetwork* masked = nullptr);

    std::uint64_t tiles() const { return m_plan.tiles(); }
    tensor::Tensor inputOf(std::uint64_t tile) const; // with the code of zero beyond the picture
    // What the masks of the program are for a tile.
    std::vector<lower::striding::Replaced> masksOf(std::uint64_t tile) const;
    // The machines of one tile after the other, each with its input and masks in place.
    StridedRun begin(std::uint64_t tile);
    // Puts what the program of a tile has given, the plan's outputs, into its place.
    void take(std::uint64_t tile, const std::vector<tensor::Tensor>& outputs);

    // Of the whole picture, as far as tiles have given them.
    const std::vector<tensor::Tensor>& outputs() const { return m_outputs; }

  private:
    const lower::tiling::AxisTile& rowOf(std::uint64_t tile) const;
    const lower::tiling::AxisTile& columnOf(std::uint64_t tile) const;

    lower::striding::LoweredNetwork& m_lowered;
    const lower::tiling::TilingPlan& m_plan;
    std::string m_machine;
    const lower::tiling::MaskedNetwork* m_masked; // null: nothing is masked
    tensor::Tensor m_picture;
    std::vector<tensor::Tensor> m_outputs;
};

} // namespace lw::project
