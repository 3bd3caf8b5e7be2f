// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/address_space.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lw {
class Crew;
}

namespace lw::machine {

// The memory under a state: zeros at first, resident where it was touched, with a flag for each page that
// says whether it is dirty. When it ends it waits, unless too large, for the next state of that size, which
// clears what was touched: that costs a fraction of what new memory from the host costs.
class StateMemory {
  public:
    // The part that is handed on.
    struct Held {
        std::uint64_t pages = 0;
        AddressSpace space, dirtySpace;
        AddressSpace populatedSpace; // one byte per group of pages
        std::vector<std::uint32_t> touched;
        std::vector<std::uint32_t> hot;   // pages
        std::uint64_t populatedPages = 0; // made resident, and
        std::uint64_t hugePages = 0;      // ... those as huge pages, counted in small ones
    };
    // For each page; untouched ones are zero.
    static constexpr std::byte kDirty{1}, kClean{2};

    // That many pages; the hot ones, in ascending order, count as dirty for ever. A crew helps to clear
    // memory that waited.
    StateMemory(std::uint64_t pages, std::vector<std::uint32_t> hot, Crew* crew = nullptr);
    ~StateMemory();
    StateMemory(const StateMemory&) = delete;
    StateMemory& operator=(const StateMemory&) = delete;

    std::byte* data() const { return m_held.space.data(); }
    std::byte* dirty() const { return m_held.dirtySpace.data(); }
    const std::vector<std::uint32_t>& hot() const { return m_held.hot; }

    // A page is about to be touched for the first time, and so are those up to `end`.
    void touch(std::uint64_t page, std::uint64_t end);

  private:
    void makeResident(std::uint64_t page, std::uint64_t touched);

    Held m_held;
};

} // namespace lw::machine
