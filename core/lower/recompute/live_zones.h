// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lw::lower::recompute {

using Moment = std::int64_t; // an order of everything that happens in a training step

// Bytes that are live, in VMEM and in both memories.
struct Level {
    std::uint64_t vmem = 0, total = 0;
    bool operator==(const Level&) const = default;
};
inline Level operator+(const Level& a, const Level& b) { return {a.vmem + b.vmem, a.total + b.total}; }

// The most bytes that are live in stretches of a training step that is known only in part. A stretch begins
// at its moment and ends where the next begins; what is added to one of its moments is added to all of them.
class LiveZones {
  public:
    // A stretch from there on, before those that begin at the same moment.
    void insert(Moment from, const Level& level);
    // To every stretch that begins in [from, until].
    void add(Moment from, Moment until, const Level& level);
    // Of the stretch that begins there.
    const Level& at(Moment moment) const;
    // One stretch for all before the first of these moments, which ascend, and one from each on, with the
    // most of those in it. It begins where the first of them did, since others may come to lie before that;
    // where none is, it has the bytes that are live there of what is added from now on.
    void mergeBetween(std::span<const Moment> cuts);

    Level most() const;
    // The levels of all stretches; bytes of VMEM up to `ample` are none.
    void appendTo(std::vector<std::uint64_t>& numbers, std::uint64_t ample) const;

  private:
    struct Zone {
        Moment from = 0;
        Level most;
        bool isEmpty = false;
    };
    std::vector<Zone> m_zones; // by `from`
};

} // namespace lw::lower::recompute
