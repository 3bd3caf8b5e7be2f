// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/event.h"
#include "core/machine/machine.h"
#include "core/scene/lanes.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// Tiles over time: when each circuit had which tile, what went from and to the host, what circuits
// sent each other, and how long they waited for any of that.
namespace lw::scene::tiling {

// Kinds of bars and arrows; the numbers of tiles and transfers are their tiles'.
enum class TileBar : std::uint8_t {
    Tile,       // from its launch to the end of its program
    HandsOn,    // a launch without a tile: it only passes on what others need
    Constants,  // from the host, before the first launch
    In,         // from the host, for a tile: its part of the picture and of masks
    Out,        // to the host, from a tile
    Sent,       // to a neighbour; number: of the circuit that gets it
    WaitHost,   // for a transfer between host and circuit
    WaitOthers, // for what a neighbour sends
    WaitLaunch  // for the next launch
};

class TileTimes {
  public:
    // For a machine whose circuits, `columns` side by side, have a program that is launched.
    TileTimes(const machine::Machine& machine, std::size_t columns);

    // The machine's events as they come; those of a core oldest first.
    void take(std::span<const machine::Event> events);
    // `tileOf`: which tile a circuit has in a round; nothing: none.
    using TileOf = std::function<std::optional<std::uint64_t>(std::size_t circuit, std::uint64_t round)>;
    // Lanes up to that clock: one group for each circuit.
    Lanes lanes(std::uint64_t clock, const TileOf& tileOf) const;

  private:
    // What a row of the program is in these terms.
    enum class Row : std::uint8_t {
        Other,
        Launch,
        Halt,
        Constants,
        In,
        InAhead,
        Out,
        North,
        East,
        South,
        West,
        Wait
    };
    struct Stretch {
        std::uint64_t from = 0, until = 0;
    };
    struct Transfer {
        Stretch time;
        Row row = Row::Other;
        std::uint64_t round = 0; // whose it is
    };
    struct Pause {
        Stretch time;
        TileBar what = TileBar::WaitHost;
    };
    struct Circuit {
        std::string name;
        std::vector<Row> rows;         // of its program, by bundle
        std::vector<Stretch> launches; // ends at 0: still going on
        std::vector<Transfer> transfers;
        std::vector<Pause> pauses;
    };
    static std::vector<Row> rowsOf(const machine::Core& core);
    static bool isSend(Row row);
    static void take(Circuit& circuit, const machine::Event& event);
    static void takePause(Circuit& circuit, const machine::Event& event);
    std::size_t neighbourOf(std::size_t circuit, Row row) const;
    Lane tilesOf(std::size_t number, std::uint64_t clock, const TileOf& tileOf) const;
    std::vector<LaneBar> transfersOf(std::size_t number, TileBar what, const TileOf& tileOf) const;
    void addCircuit(Lanes& out, std::size_t number, std::uint64_t clock, const TileOf& tileOf) const;

    std::vector<Circuit> m_circuits;
    std::vector<LaneMark> m_marks;
    std::size_t m_columns;
};

// Runs a machine to its end, until `stop` or to a clock, and takes its events. Returns why it stopped.
machine::Stop record(machine::Machine& machine, TileTimes& times, const std::atomic<bool>* stop = nullptr,
                     std::uint64_t until = machine::kForever);

} // namespace lw::scene::tiling
