// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine.h"
#include "core/project/launch_files.h"
#include "core/project/load_program.h"
#include "core/project/tile_bytes.h"

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

// What the host does for a picture: it writes descriptors, and for a DMA that cannot stride it cuts out all
// tiles and puts the output together.
struct HostWork {
    std::uint64_t copiedBytes = 0;
    double milliseconds = 0; // of this computer
};

class LaunchedRun {
  public:
    // `programs` of lowerTiles() for the network of `tile`, `plan` of the network; `picture` as
    // network::asInput gives it for the picture's size; `machine` as in ProgramRequest. All of them must
    // outlive the run.
    LaunchedRun(const TilePrograms& programs, const TileNetwork& tile, const lower::tiling::TilingPlan& plan,
                std::string machine, tensor::Tensor picture, Transfers transfers = Transfers::Strided);
    LaunchedRun(const LaunchedRun&) = delete;
    LaunchedRun& operator=(const LaunchedRun&) = delete;

    // All that such a machine is made from. E767 when the host's memory is too small. `stop` ends it early.
    Result<LaunchFiles> files(const std::atomic<bool>* stop = nullptr);
    // How many clocks the machine will take, found without running it; nothing when `stop` became true. E835.
    Result<std::optional<std::uint64_t>> modelledClocks(const std::atomic<bool>* stop = nullptr);
    // The machine with its programs, the lists, masks and the picture in place.
    Result<std::unique_ptr<machine::Machine>> begin(const std::atomic<bool>* stop = nullptr,
                                                    unsigned threads = 0, // as in chips::RunOptions
                                                    const std::string& kernel = {}); // likewise
    // Writes the files into a folder, which is made if it is not there; the path of the one that is opened.
    Result<std::string> write(const std::string& folder);
    // The plan's outputs of the whole picture, as far as tiles have given them: what none has is 0.
    std::vector<tensor::Tensor> outputs(machine::Machine& machine) const;

    // Done once more, after files() or begin(). Nothing: the host's memory is too small for these.
    std::optional<HostWork> hostWork(Transfers transfers) const;

    // For how many clocks, of all circuits together, one waited for what another sends.
    std::uint64_t clocksWaited(const machine::Machine& machine) const;
    TileBytes bytesMoved() const { return bytesMovedBy(m_programs, m_host); }
    std::uint64_t tiles() const { return m_plan.tiles(); }
    const HostPlaces& places() const { return m_host.places(); } // after files() or begin()

  private:
    // The programs alone, and what they have in the host's memory is followed by what this picture has there.
    Outcome place();

    const TilePrograms& m_programs;
    const TileNetwork& m_tile;
    const lower::tiling::TilingPlan& m_plan;
    std::string m_machine;
    tensor::Tensor m_picture;
    LaunchHost m_host;
    std::uint64_t m_programBytes = 0;    // at the host
    std::vector<LoadedProgram> m_loaded; // of m_programs, after place()
};

} // namespace lw::project
