// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/launch_host.h"

#include <array>
#include <cstdint>
#include <vector>

// Where pixels of a picture that is run in tiles stand.
namespace lw::project {

class PixelPlaces {
  public:
    // Of the picture and one output of the plan; `host` of a run without copies (Transfers::Strided). Nothing
    // of these is kept.
    PixelPlaces(const TilePrograms& programs, const lower::tiling::TilingPlan& plan, const HostPlaces& host,
                std::size_t output = 0);

    enum Side : std::uint8_t { Picture, Output };
    // By row and column of the whole: the address of the pixel's first byte at the host ...
    std::uint64_t atHost(Side side, std::int64_t row, std::int64_t column) const;
    // ... and in the unified buffer of the circuit that has the tile, which reads or computes it.
    std::uint64_t inBuffer(Side side, std::uint64_t tile, std::int64_t row, std::int64_t column) const;

  private:
    // Pixels row by row.
    struct Image {
        std::uint64_t first = 0, rowBytes = 0, pixelBytes = 0;
        std::uint64_t at(std::int64_t row, std::int64_t column) const {
            return first + static_cast<std::uint64_t>(row) * rowBytes +
                   static_cast<std::uint64_t>(column) * pixelBytes;
        }
    };
    struct Circuit {
        std::array<Image, 2> buffer; // of each side: the tile's
    };
    static Image inBufferOf(const lower::striding::NetworkPlan& plan, network::ValueId value);

    std::array<Image, 2> m_host; // of each side: the whole
    std::vector<Circuit> m_circuits;
    TileArray m_array;
    lower::tiling::TilingPlan m_plan;
    std::size_t m_output;
};

} // namespace lw::project
