// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/lower/tiling/masked.h"
#include "core/lower/tiling/plan.h"
#include "core/machine/machine.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// A network that is compiled for one size, run on all tiles of a picture by one machine: its program is
// started once for each entry of a list, whose descriptors say where in the host's memory the tile is read,
// which masks belong to it, and where its output goes.
namespace lw::project {

// The options that a program for tiles is lowered with: its masks are described, too.
lower::striding::Options launchedOptions(lower::striding::Options options,
                                         const lower::tiling::MaskedNetwork* masked);
// Whether the circuit computes all of a network in one program, so that it can be launched.
bool isOneProgram(const network::Network& network, const machine::CircuitLimits& circuit);

// Where in the host's memory what belongs to a picture stands, after what belongs to the program.
struct HostPlaces {
    std::uint64_t entries = 0, masks = 0, picture = 0, output = 0, end = 0; // bytes
};

class LaunchedRun {
  public:
    // `lowered` with launchedOptions(), `plan` of the network; `picture` as network::asInput gives it for the
    // picture's size; `masked` if the plan masks. `lowered`, `plan` and `masked` must outlive the run.
    LaunchedRun(const lower::striding::Lowering& lowered, const lower::tiling::TilingPlan& plan,
                std::string machine, tensor::Tensor picture,
                const lower::tiling::MaskedNetwork* masked = nullptr);

    // The machine with the program, the list, masks and the picture in place. E621 when the host's memory is
    // too small for them. `stop` ends the copying early.
    Result<std::unique_ptr<machine::Machine>> begin(const std::atomic<bool>* stop = nullptr);
    // The output of the whole picture, as far as tiles have given it: what none has is 0.
    Result<tensor::Tensor> output(const machine::Machine& machine) const;
    // How many tiles are over.
    static std::uint64_t tilesDone(machine::Machine& machine);

    std::uint64_t tiles() const { return m_plan.tiles(); }
    const HostPlaces& places() const { return m_places; } // after begin()

  private:
    // The masks of all tiles, each contents once, and for each tile of an axis which of them are its.
    struct MaskSet {
        std::vector<tensor::Tensor> contents;             // [kind of row][kind of column][mask]
        std::vector<std::size_t> kindOfRow, kindOfColumn; // by tile of the axis
        std::size_t rowKinds = 1, columnKinds = 1;
    };
    MaskSet masksOf() const;
    Outcome place(const machine::Machine& machine);
    std::vector<std::uint32_t> entryOf(std::size_t row, std::size_t column) const;

    const lower::striding::Lowering& m_lowered;
    const lower::tiling::TilingPlan& m_plan;
    std::string m_machine;
    tensor::Tensor m_picture;
    const lower::tiling::MaskedNetwork* m_masked;
    MaskSet m_masks;
    std::vector<std::uint64_t> m_maskOffsets; // of each of a kind's masks, and the end
    HostPlaces m_places;
};

} // namespace lw::project
