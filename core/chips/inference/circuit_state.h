// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/config.h"
#include "core/chips/inference/decoded.h"
#include "core/chips/inference/flight.h"
#include "core/chips/inference/inference.h"
#include "core/chips/inference/launches.h"
#include "core/chips/inference/layout.h"
#include "core/chips/inference/pattern.h"
#include "core/chips/inference/stall_rules.h"
#include "core/machine/core.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace lw::inference {

// A memory as bytes, with one bit per byte that says whether it was ever written.
struct Bytes {
    Resource resource = Resource::Ub;
    isa::SpaceId space{};
    std::uint8_t* bytes = nullptr;
    std::uint64_t* written = nullptr;
    std::uint64_t offset = 0, writtenOffset = 0; // in the store
    std::uint64_t count = 0;
};

// When an instruction can issue, and what it waits for until then.
struct Gate {
    std::uint64_t time = 0; // first clock
    StallRule rule = StallRule::PortBusy;
    std::uint32_t other = machine::kNoBundle;

    void raise(std::uint64_t to, StallRule by, std::uint64_t whom) {
        if (to > time) *this = {to, by, static_cast<std::uint32_t>(whom)};
    }
};

// The state of a circuit as plans of instructions read it, and the clocks at which they issue. Everything
// that takes time follows from registers, shapes and sizes: without the memories no values are known, and
// the clocks are the same.
class CircuitState {
  public:
    // `layout` says where in a store the memories are, if there is one.
    CircuitState(machine::CoreId circuit, const Config& config, UninitMode uninit,
                 std::span<const Decoded> rows, const Layout& layout, const State& state);

    machine::CoreId circuit() const { return m_circuit; }
    const Config& config() const { return m_config; }
    const Layout& layout() const { return m_layout; }
    State& state() { return m_s; }
    const State& state() const { return m_s; }
    std::uint64_t clock() const { return *m_s.clock; }
    bool hasLinks() const { return bool(m_config.way); }
    bool hasValues() const { return m_s.ub != nullptr; }
    // State that was never written is used as the zeros it holds, instead of faulting.
    bool usesUnwritten() const { return m_uninit == UninitMode::Zero; }

    // What launches repeat, if the program has a row for it.
    const std::optional<LaunchedRows>& launched() const { return m_launched; }
    // Eight words of the host's memory, which must exist.
    std::array<std::uint32_t, 8> hostWords(std::uint64_t address) const;
    // How many the host's list says; nothing: it was never written.
    std::optional<std::uint32_t> launchCount() const;
    // Whether another launch follows on this halt; in an array, circuits begin it together.
    bool hasFurtherLaunch(const Decoded& row) const;
    bool waitsForRound(const Decoded& row) const;

    // Memories and registers.
    Pattern pattern(std::uint32_t number) const;
    Bytes memory(isa::SpaceId space) const;
    // Strips, in pixels of arrayColumns words.
    StripShape stripShape(std::uint32_t number) const;
    const std::uint32_t* stripPixel(std::uint32_t number, std::uint32_t pixel) const;
    // The first row of accumulators in which any of that many columns was never written, or their end.
    std::uint64_t firstUnwritten(std::uint64_t row, std::uint64_t end, std::uint32_t columns) const;

    // When it can issue.
    Gate gateOf(const Decoded& row, const Work& work) const;
    // What is under way from its issue on; what has ended leaves the list before.
    void dropEnded();
    void occupy(const Decoded& row, const Work& work);
    // What it leaves in the shape registers.
    void setStripShape(std::uint32_t number, const StripShape& shape);
    void tileOnPath(const Decoded& row, const Work& work);
    void tileIntoArray(); // takes effect when the pass under way has taken its last vector
    void launchAgain();

    // When what has issued so far no longer uses the unified buffer, and when all of it is over.
    std::uint64_t bufferQuietFrom() const;
    std::uint64_t quietFrom() const;
    // When what is sent now will have left the circuit, and when what was last sent arrives; 0: nothing was.
    std::uint64_t leaves(const Work& work) const;
    std::uint64_t lastArrival() const;
    bool hasCome(std::uint32_t signal, std::uint32_t count) const { return m_s.signals[signal] >= count; }

    Flight flight(std::size_t index) const;
    void putFlight(std::size_t index, const Flight& flight);

  protected:
    Config m_config;
    std::optional<LaunchedRows> m_launched;
    Layout m_layout;
    State m_s;

  private:
    Gate gateOfStretches(const Work& work) const;
    void considerList(const Work& work, Gate& gate) const;
    void considerLinks(const Decoded& row, Gate& gate) const;
    // Of a port or a link.
    std::uint64_t& portFree(std::uint8_t port) const;
    std::uint64_t& portRow(std::uint8_t port) const;

    machine::CoreId m_circuit;
    UninitMode m_uninit;
};

} // namespace lw::inference
