// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/elements.h"
#include "core/chips/inference/layout.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lw::inference {

// What instructions touch, in the resource's own units: bytes of a memory, rows of accumulators, strips.
enum class Resource : std::uint64_t { Host, Dm, Ub, Accumulators, Strip };

// A half-open stretch of a resource: the smallest one that holds everything touched.
struct Stretch {
    std::uint64_t what = 0; // Resource << 1 | 1 if it is written
    std::uint64_t begin = 0, end = 0;

    Resource resource() const { return static_cast<Resource>(what >> 1); }
    bool writes() const { return (what & 1) != 0; }
    // Two instructions must keep their order.
    bool conflictsWith(const Stretch& other) const {
        return what >> 1 == other.what >> 1 && ((what | other.what) & 1) != 0 && begin < other.end &&
               other.begin < end;
    }
};

inline constexpr std::size_t kMostStretches = 4;

// An instruction in flight, as stored in the state: 64-bit words. Its effect has happened; whatever conflicts
// with it waits until its last clock is over.
struct Flight {
    std::uint64_t bundle = 0;
    std::uint64_t unit = 0;
    std::uint64_t first = 0;     // clock of issue
    std::uint64_t end = 0;       // first clock after it
    std::uint64_t arrayRows = 0; // for a pass: k; 0 for everything else
    std::uint64_t port = 0;
    std::uint64_t busyEnd = 0; // first clock at which its port takes another one
    std::uint64_t count = 0;   // stretches
    std::array<Stretch, kMostStretches> stretches{};
    Pattern pattern{};              // of vectors or windows, as it was at issue
    std::uint64_t arrayColumns = 0; // for a pass: columns of the tile, as at issue
};
static_assert(sizeof(Flight) == kFlightWords * sizeof(std::uint64_t));

// The shape of a strip.
struct StripShape {
    std::uint32_t rows = 0, columns = 0, lanes = 0;
    std::uint32_t pixels() const { return rows * columns; }
    std::uint64_t elements() const { return std::uint64_t{pixels()} * lanes; }
    bool operator==(const StripShape&) const = default;
};

// What an instruction is going to do, before it is issued.
struct Work {
    std::uint8_t port = kNoPort;
    std::uint64_t busyClocks = 1;  // of the port
    std::uint64_t totalClocks = 1; // until everything it does is there
    std::uint64_t arrayRows = 0, arrayColumns = 0;
    std::uint64_t bytes = 0;
    std::uint64_t operations = 0;
    std::size_t count = 0;
    std::array<Stretch, kMostStretches> stretches{};
    Pattern pattern{};                 // kept for pictures
    std::optional<Elements> buffer{};  // the part of the unified buffer it touches
    std::uint32_t strip = 0;           // the one that gets a new shape,
    std::optional<StripShape> shape{}; // this one

    void reads(Resource resource, std::uint64_t begin, std::uint64_t end) { add(resource, begin, end, 0); }
    void writes(Resource resource, std::uint64_t begin, std::uint64_t end) { add(resource, begin, end, 1); }

  private:
    void add(Resource resource, std::uint64_t begin, std::uint64_t end, std::uint64_t write) {
        stretches[count++] = {static_cast<std::uint64_t>(resource) << 1 | write, begin, end};
    }
};

} // namespace lw::inference
