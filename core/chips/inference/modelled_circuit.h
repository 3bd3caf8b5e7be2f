// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/circuit_state.h"
#include "core/machine/launch_list.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lw::inference {

// The part of a circuit's state that decides when its instructions issue, and nothing else.
struct IssueRegisters {
    std::uint64_t clock = 0, launchReady = 0;
    std::array<std::uint64_t, kPorts> portFree{}, portRow{};
    std::array<std::uint64_t, 2> pathReady{};
    std::array<std::uint64_t, kDirections> linkFree{}, linkRow{};
    std::vector<std::uint64_t> flights;
    std::uint32_t flightCount = 0, programCounter = 0, halted = 0;
    std::array<std::int32_t, std::size_t{kPatterns} * kPatternWords> patterns{};
    std::array<std::uint32_t, std::size_t{kStrips} * kStripWords> stripShapes{};
    std::array<std::uint32_t, kTileWords> tileShape{}, pathShape{};
    std::array<std::uint32_t, kSignals> signals{};
    bool operator==(const IssueRegisters&) const = default;
};

// A circuit without its memories: its program runs clock by clock as on the machine, but computes nothing.
class ModelledCircuit {
  public:
    // Where a run ends.
    enum class Stand : std::uint8_t {
        Halted,
        AtRound, // on a halt that another launch follows
        Waits,   // for a signal that nobody has sent so far
        Faulted
    };
    struct Parcel {
        Direction direction = kNorth;
        std::uint32_t signal = 0;
        std::uint64_t arrives = 0; // clock
    };

    // `list`: null for a program that is not launched.
    ModelledCircuit(machine::CoreId circuit, const Config& config, std::vector<Decoded> rows,
                    const machine::LaunchList* list);
    ModelledCircuit(const ModelledCircuit&) = delete;
    ModelledCircuit& operator=(const ModelledCircuit&) = delete;

    Stand run();
    // What it has sent since the last call, and what comes from neighbours.
    std::vector<Parcel> takeSent();
    void comes(const Parcel& parcel) { m_came[parcel.signal].push_back(parcel.arrives); }
    // Why it does not go on, for Stand::Faulted and Stand::Waits.
    std::string reason() const;
    std::uint32_t nextRow() const { return m_registers.programCounter; }

    // The next launch begins, at that clock or later.
    void launchAt(std::uint64_t clock);
    std::uint32_t launch() const { return m_launch; }
    std::uint64_t clock() const { return m_registers.clock; }
    std::uint64_t quietFrom() const { return m_state.quietFrom(); }

    // Launches that repeat each other.
    // Whether what they move at the host never overlaps, so that only the amount counts.
    bool mayRepeat() const;
    // Registers at the beginning of a launch, with clocks counted from there; what is under way in the host's
    // memory no longer has a place.
    const IssueRegisters& rebased();
    // What descriptors of this launch and the next one move.
    void addMoved(std::vector<std::uint64_t>& key) const;
    void goOnFrom(std::uint32_t launch, const IssueRegisters& registers);
    // Whether an earlier launch's write at the host was under way while this one wrote: then its place
    // matters.
    bool wroteBeside() const { return m_wroteBeside; }

  private:
    State boundState();
    bool hasArrived(const Decoded& row);
    void follow(const Decoded& row, const Work& work);
    void watchHost(const Work& work);
    std::uint64_t descriptors() const; // of an entry
    Descriptor described(std::uint64_t launch, std::uint64_t number) const;
    Span unionOf(std::uint32_t number) const;

    std::vector<Decoded> m_rows;
    const machine::LaunchList* m_list;
    std::vector<std::uint8_t> m_host; // the list and its entries, in their place
    std::array<std::uint64_t, kPatterns> m_written{};
    std::uint32_t m_launch = 0, m_rounds = 0;
    IssueRegisters m_registers;
    CircuitState m_state;
    std::array<std::vector<std::uint64_t>, kSignals> m_came; // clocks at which parcels arrive
    std::vector<Parcel> m_sent;
    std::string m_fault;
    bool m_wroteBeside = false;
};

} // namespace lw::inference
