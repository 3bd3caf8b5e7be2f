// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"
#include "core/project/tile_programs.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// A network that is compiled for one size, run on all tiles of a picture by one machine: its program is
// started once for each entry of a list, whose descriptors say where in the host's memory the tile is read,
// which masks belong to it, and where its output goes. Circuits of an array take tiles beside each other in
// each round; what tiles share one of them brings from the host and hands on.
namespace lw::project {

// Where in the host's memory what belongs to a picture stands, after what belongs to the program.
struct HostPlaces {
    std::uint64_t entries = 0, masks = 0, picture = 0, output = 0, end = 0; // bytes
};

class LaunchedRun {
  public:
    // `programs` of lowerTiles() for the network of `tile`, `plan` of the network; `picture` as
    // network::asInput gives it for the picture's size; `machine` as in ProgramRequest. All of them must
    // outlive the run.
    LaunchedRun(const TilePrograms& programs, const TileNetwork& tile, const lower::tiling::TilingPlan& plan,
                std::string machine, tensor::Tensor picture);

    // The machine with its programs, the lists, masks and the picture in place. E767 when the host's memory
    // is too small for them. `stop` ends the copying early.
    Result<std::unique_ptr<machine::Machine>> begin(const std::atomic<bool>* stop = nullptr);
    // The output of the whole picture, as far as tiles have given it: what none has is 0.
    Result<tensor::Tensor> output(const machine::Machine& machine) const;
    // How many rounds of launches are over: of one circuit, tiles.
    static std::uint64_t roundsDone(machine::Machine& machine);
    // Which tile, row by row, a circuit has in a round; nothing: none, and it only hands on what it has.
    std::optional<std::uint64_t> tileOf(std::size_t circuit, std::uint64_t round) const;

    std::uint64_t tiles() const { return m_plan.tiles(); }
    const HostPlaces& places() const { return m_places; } // after begin()

  private:
    // The masks of all tiles, each contents once, and for each tile of an axis which of them are its.
    struct MaskSet {
        std::vector<tensor::Tensor> contents;             // [kind of row][kind of column][mask]
        std::vector<std::size_t> kindOfRow, kindOfColumn; // by tile of the axis
        std::size_t rowKinds = 1, columnKinds = 1;
    };
    const lower::striding::NetworkPlan& planOf(std::size_t circuit) const {
        return m_programs.programs[m_programs.ofCircuit[circuit]].plan;
    }
    MaskSet masksOf() const;
    Outcome place(const machine::Machine& machine);
    Result<std::unique_ptr<machine::Machine>> load() const;
    Outcome fill(machine::Core& core, const std::atomic<bool>* stop) const;
    std::vector<std::uint32_t> entryOf(std::size_t circuit, std::size_t row, std::size_t column) const;
    void describeMasks(std::size_t circuit, std::size_t row, std::size_t column,
                       std::vector<std::uint32_t>& entry) const;

    const TilePrograms& m_programs;
    const TileNetwork& m_tile;
    const lower::tiling::TilingPlan& m_plan;
    std::vector<lower::tiling::AxisTile> m_rows, m_columns; // up to whole rounds: the last may give nothing
    std::string m_machine;
    tensor::Tensor m_picture;
    MaskSet m_masks;
    std::vector<std::uint64_t> m_maskOffsets; // of each of a kind's masks, and the end
    HostPlaces m_places;
};

} // namespace lw::project
