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

// The memory under a state: zeros at first, resident where it was touched, and of each page whether it is
// dirty. When it ends it waits, if it is not too large, for the next state of that size, which clears what
// was touched: that is a fraction of what the host needs for giving new memory.
class StateMemory {
  public:
    // What is handed on.
    struct Held {
        std::uint64_t pages = 0;
        AddressSpace space, dirtySpace;
        AddressSpace populatedSpace; // one byte per group of pages
        std::vector<std::uint32_t> touched;
        std::vector<std::uint32_t> hot;   // pages
        std::uint64_t populatedPages = 0; // made resident, and
        std::uint64_t hugePages = 0;      // ... those as huge pages, counted in small ones
    };
    // Of each page; untouched ones are zero.
    static constexpr std::byte kDirty{1}, kClean{2};

    // So many pages, of which the hot ones, in ascending order, count as dirty for ever. A crew helps to
    // clear what waited.
    StateMemory(std::uint64_t pages, std::vector<std::uint32_t> hot, Crew* crew = nullptr);
    ~StateMemory();
    StateMemory(const StateMemory&) = delete;
    StateMemory& operator=(const StateMemory&) = delete;

    std::byte* data() const { return m_held.space.data(); }
    std::byte* dirty() const { return m_held.dirtySpace.data(); }
    const std::vector<std::uint32_t>& hot() const { return m_held.hot; }

    // A page is going to be touched for the first time, and those up to `end` are too.
    void touch(std::uint64_t page, std::uint64_t end);

  private:
    void makeResident(std::uint64_t page, std::uint64_t touched);

    Held m_held;
};

} // namespace lw::machine
