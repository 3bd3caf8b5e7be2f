// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cells.h"
#include "core/machine/page_pool.h"
#include "core/machine/region.h"
#include "core/machine/state_memory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace lw {
class Crew;
}

namespace lw::machine {

class Snapshot; // immutable, shared pages in a persistent tree; defined in snapshot.h

// A machine's whole state as one stretch of bytes with stable addresses. Address space is reserved,
// memory is resident only for pages that were touched. The hot part of each region needs no mark; every
// other write is announced by mark() before or after it, in the same run. Each region may be marked and
// written on a thread of its own; everything else requires these threads to rest.
class StateStore {
  public:
    static constexpr std::uint64_t kPageBytes = 4096;

    // One region after the other, from 0 on without gaps.
    // A crew helps with work on many pages.
    explicit StateStore(std::vector<Region> regions, Crew* crew = nullptr);
    StateStore(std::uint64_t bytes, std::uint64_t hotBytes) : StateStore({{0, hotBytes, bytes}}) {}
    ~StateStore();
    StateStore(const StateStore&) = delete;
    StateStore& operator=(const StateStore&) = delete;

    std::uint64_t bytes() const { return m_bytes; }
    bool isHot(std::uint64_t page) const; // at least one of its bytes

    // Marks the pages of [offset, offset + count) dirty. Cheap when they already are.
    void mark(std::uint64_t offset, std::uint64_t count) {
        const std::uint64_t end = (offset + count + kPageBytes - 1) / kPageBytes;
        for (std::uint64_t page = offset / kPageBytes; page < end; ++page)
            if (m_dirty[page] != kDirty) [[unlikely]]
                markSlow(page, end);
    }

    template <typename T> std::span<const T> view(const Cells<T>& cells) const {
        return {pointer<const T>(cells.offset), static_cast<std::size_t>(cells.count)};
    }
    // For writing: marks, then hands out the cells. In the hot part no mark is needed.
    template <typename T> std::span<T> edit(const Cells<T>& cells, std::uint64_t first, std::uint64_t count) {
        mark(cells.offset + first * sizeof(T), count * sizeof(T));
        return {pointer<T>(cells.offset) + first, static_cast<std::size_t>(count)};
    }
    // Stable raw addresses, for a chip that marks by itself: of one stretch, and of everything a chip lists.
    template <typename T> T* raw(const Cells<T>& cells) { return pointer<T>(cells.offset); }
    template <template <template <typename> typename> typename ChipCells>
    ChipCells<CellsAt> bind(const ChipCells<Cells>& cells) {
        // Both are rows of handles of one size, in the same order.
        using Handle = Cells<std::byte>;
        constexpr std::size_t kCount = sizeof(ChipCells<CellsAt>) / sizeof(std::byte*);
        static_assert(sizeof(ChipCells<Cells>) == kCount * sizeof(Handle));
        const auto handles = std::bit_cast<std::array<Handle, kCount>>(cells);
        std::array<std::byte*, kCount> addresses{};
        for (std::size_t i = 0; i < kCount; ++i) addresses[i] = raw(handles[i]);
        return std::bit_cast<ChipCells<CellsAt>>(addresses);
    }

    // Whether nobody has touched the pages there, all of which are zero then. False says nothing.
    bool isUntouched(std::uint64_t offset, std::uint64_t count) const {
        const std::uint64_t end = (offset + count + kPageBytes - 1) / kPageBytes;
        return std::all_of(m_dirty + offset / kPageBytes, m_dirty + end,
                           [](std::byte page) { return page == std::byte{0}; });
    }

    // Copies out of and into any part of the state; write() marks. Out of range is the caller's mistake.
    void read(std::uint64_t offset, std::span<std::byte> out) const;
    void write(std::uint64_t offset, std::span<const std::byte> bytes);

    // Nothing but write() will change the hot part of a region until it is woken: from the next save on
    // it is no longer compared.
    void rest(std::size_t region) { m_rests[region] = true; }
    void wake(std::size_t region);

    // Copies the pages that changed since the last save or restore and shares the others. dirtyPages()
    // counts anew.
    std::shared_ptr<const Snapshot> save();
    // Writes the pages that differ. The snapshot may come from another store of the same size.
    void restore(const std::shared_ptr<const Snapshot>& snapshot);
    // Equal states have equal hashes, however they were reached:
    // a page of zeros equals an untouched one.
    std::uint64_t hash() const;
    // Pages written since the last save or restore (the hot ones not listed).
    std::span<const std::uint32_t> dirtyPages() const { return m_dirtyList; }
    // The same since the last call, across saves and restores; perhaps more, and some twice.
    std::vector<std::uint32_t> writtenPages() const;
    std::vector<std::uint32_t> takeWrittenPages();
    // Memory that all living snapshots of this store take together.
    std::uint64_t snapshotBytes() const;

  private:
    template <typename T> T* pointer(std::uint64_t offset) const {
        return reinterpret_cast<T*>(m_data + offset); // the one cast; std::byte storage provides the objects
    }
    static constexpr std::byte kDirty = StateMemory::kDirty, kClean = StateMemory::kClean;
    [[gnu::noinline, gnu::cold]] void markSlow(std::uint64_t page, std::uint64_t end);
    template <typename Take> ItemRef copyOf(std::uint64_t page, const ItemRef& old, const Take& take);
    std::vector<ItemRef> copiesOf(std::span<const std::uint32_t> pages, const ItemRef& old);
    void copyPageOut(std::uint64_t page, const std::byte* from);
    void findAwake();

    std::vector<Region> m_regions;
    std::vector<std::uint8_t> m_rests;     // for each region: requested
    std::vector<std::uint8_t> m_sleeps;    // ... and in effect, since the last save
    std::vector<std::uint32_t> m_hotAwake; // hot pages of the regions that do not sleep

    StateMemory m_memory;
    std::byte* m_data = nullptr;
    std::byte* m_dirty = nullptr; // one per page; hot ones are always dirty
    std::uint64_t m_bytes = 0;
    unsigned m_depth = 0; // of the tree of pages
    std::mutex m_marking; // for what markSlow() changes: regions are written on several threads
    std::vector<std::uint32_t> m_dirtyList;
    std::vector<std::uint32_t> m_saved; // dirty before the last save, and not yet taken
    std::shared_ptr<PagePool> m_pool;
    Crew* m_crew;
    // What the store equals, except for hot and dirty pages; null: all zero.
    std::shared_ptr<const Snapshot> m_base;
};

} // namespace lw::machine
