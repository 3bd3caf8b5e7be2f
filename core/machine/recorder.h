// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/event.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace lw::machine {

// Some events in the order in which they were recorded.
struct EventChunk {
    static constexpr std::size_t kEvents = 16384;
    std::array<Event, kEvents> events;
    std::size_t count = 0;
    std::span<const Event> all() const { return {events.data(), count}; }
};

// Keeps the newest events of a run in bounded memory. One thread records; any thread may take full chunks.
// The lock is taken once per chunk. A machine without a recorder pays one branch that is never taken:
//     void note(...) { if (m_recorder) [[unlikely]] noteSlow(...); }   with noteSlow noinline and cold.
class Recorder {
  public:
    // Keeps at least `events` (rounded up to whole chunks) before the oldest are dropped.
    explicit Recorder(std::uint64_t events);

    bool wants(isa::UnitId unit) const { return index(unit) >= 64 || (m_units >> index(unit) & 1) != 0; }
    // Only these units (a bit set by their numbers) are recorded from now on;
    // at the beginning all are.
    void setUnits(std::uint64_t units) { m_units = units; }
    std::uint64_t units() const { return m_units; }

    void add(const Event& event) {
        makeRoom();
        addToRoom(event);
    }
    // The parts of add(), for the one caller that cannot spare the registers of a call along the way.
    bool hasRoom() const { return m_next != EventChunk::kEvents; }
    void makeRoom() {
        if (!hasRoom()) [[unlikely]]
            close();
    }
    Event& addToRoom(const Event& event) { return m_chunk->events[m_next++] = event; }
    // Undoes the last addToRoom(), if nothing has been added since.
    void takeBack() { --m_next; }
    // Ends the present chunk, so that others see its events.
    void flush();
    // Forgets events that began at or after a clock: the machine went back and will pass it again.
    void forgetFrom(std::uint64_t clock);

    // For a recorder that nobody else looks at: passes everything on, oldest first, or forgets it. It keeps
    // its memory.
    void drainTo(Recorder& other);
    void clear();

    // Everything recorded up to the last flush, oldest first; stays valid whatever the recorder does.
    std::vector<std::shared_ptr<const EventChunk>> chunks() const;
    std::vector<Event> events() const;
    // Events dropped at the old end.
    std::uint64_t dropped() const;

  private:
    [[gnu::noinline, gnu::cold]] void close();
    void openChunk();

    std::uint64_t m_units = ~std::uint64_t{0};
    std::size_t m_maxChunks = 0;
    std::shared_ptr<EventChunk> m_chunk; // the present one, not yet seen by others
    std::size_t m_next = 0;
    mutable std::mutex m_mutex; // for the following
    std::deque<std::shared_ptr<EventChunk>> m_full;
    std::uint64_t m_dropped = 0;
};

} // namespace lw::machine
