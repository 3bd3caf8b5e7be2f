// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/tile_blocks.h"
#include "core/project/tile_programs.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

// What the host of each circuit has for one picture, beside what belongs to the program.
namespace lw::project {

// Where in the host's memory it stands.
struct HostPlaces {
    std::uint64_t entries = 0, picture = 0, end = 0; // bytes
    std::vector<std::uint64_t> outputs;              // in the order of the plan's
    std::vector<std::uint64_t> masks;                // of each mask its kinds, one after the other
    std::vector<std::uint64_t> kept; // of each value of keptRows() a place for each column of tiles
};

class LaunchHost {
  public:
    // As for LaunchedRun.
    LaunchHost(const TilePrograms& programs, const TileNetwork& tile, const lower::tiling::TilingPlan& plan,
               const tensor::Tensor& picture, Transfers transfers);
    Transfers transfers() const { return m_transfers; }

    // Beyond what belongs to the program: bytes. E767 when the circuit's host has less.
    Outcome place(std::uint64_t programBytes);
    const HostPlaces& places() const { return m_places; } // after place()
    // An entry for each launch of a circuit: u32 [rounds, words]. Stopped early it has fewer that are right.
    tensor::Tensor entriesOf(std::size_t circuit, const std::atomic<bool>* stop) const;
    // Of each mask of the network all that it can be: [kinds, rows, columns, channels].
    std::vector<tensor::Tensor> masks() const;
    // What is kept of rows for the tiles below: of each value [columns of tiles, rows, columns, channels].
    struct KeptRows {
        std::string strip, value; // by name: what is brought, and what it was the end of
        tensor::DType dtype{};
        tensor::Shape shape;
        std::uint64_t placeBytes() const { return *tensor::bytesOf(shape, tensor::sizeOf(dtype)) / shape[0]; }
    };
    const std::vector<KeptRows>& keptRows() const { return m_keptRows; }
    const tensor::Tensor& picture() const { return m_picture; }
    const lower::tiling::TilingPlan& plan() const { return m_plan; }
    // Of the picture all that a circuit's tiles read, whoever brings it.
    std::vector<TileBlock> tilesOf(std::size_t circuit) const;
    // What the circuit brings of the picture, and gives of an output, by round, as it lies at the host.
    std::vector<TileBlock> inputsOf(std::size_t circuit) const;
    std::vector<TileBlock> outputsOf(std::size_t circuit, std::size_t output) const;
    std::size_t outputs() const { return m_plan.outputs.size(); }
    tensor::DType outputType(std::size_t output) const;
    tensor::Shape outputShape(std::size_t output) const;                        // of the whole picture
    tensor::Shape outputShapeOf(std::size_t circuit, std::size_t output) const; // as its host has it

    // Tiles up to whole rounds: the last of them may give nothing.
    const std::vector<lower::tiling::AxisTile>& rows() const { return m_rows; }
    const std::vector<lower::tiling::AxisTile>& columns() const { return m_columns; }
    const lower::striding::NetworkPlan& planOf(std::size_t circuit) const {
        return m_programs.programs[m_programs.ofCircuit[circuit]].plan;
    }

  private:
    // The masks of all tiles, each contents once, and for each tile of an axis which of them are its.
    struct MaskSet {
        std::vector<std::vector<tensor::Tensor>> contents; // [kind of row and of column][mask]
        std::vector<std::size_t> kindOfRow, kindOfColumn;  // by tile of the axis
        std::size_t rowKinds = 1, columnKinds = 1;
    };
    MaskSet masksOf() const;
    std::vector<KeptRows> keptRowsOf() const;
    // A circuit's tile in one of the rounds.
    struct Turn {
        std::size_t row = 0, column = 0; // of all tiles
        TileBlock input{};
        std::vector<TileBlock> outputs{};
    };
    // What of its tiles a circuit reads of the picture, of this part of each along rows and along columns.
    std::vector<TileBlock> readsOf(std::size_t circuit, const lower::striding::SharedAxis& rows,
                                   const lower::striding::SharedAxis& columns) const;
    // Calls `each` with the tile of each round, by its row and column.
    template <typename Each> void overTurns(std::size_t circuit, const Each& each) const {
        const TileArray& array = m_programs.array;
        for (std::size_t row = circuit / array.columns; row < m_rows.size(); row += array.rows)
            for (std::size_t column = circuit % array.columns; column < m_columns.size();
                 column += array.columns)
                each(row, column);
    }
    std::uint64_t mostBytesOf(std::size_t output) const;
    std::vector<std::uint32_t> entryOf(std::size_t circuit, const Turn& turn) const;
    void describeMask(network::ValueId id, const Turn& turn, std::size_t mask,
                      std::vector<std::uint32_t>& entry) const;
    void describeKept(const KeptRows& kept, const Turn& turn, bool isBrought,
                      std::vector<std::uint32_t>& entry) const;
    // Masks and what is kept, as far as the program reads or gives them, in its order.
    void describeBetween(std::size_t circuit, const Turn& turn, std::vector<std::uint32_t>& entry) const;

    const TilePrograms& m_programs;
    const TileNetwork& m_tile;
    const lower::tiling::TilingPlan& m_plan;
    const tensor::Tensor& m_picture;
    Transfers m_transfers;
    std::vector<lower::tiling::AxisTile> m_rows, m_columns;
    MaskSet m_masks;
    std::vector<KeptRows> m_keptRows;
    HostPlaces m_places;
};

} // namespace lw::project
