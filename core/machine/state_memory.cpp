// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/state_memory.h"

#include "core/base/check.h"
#include "core/base/thread_crew.h"
#include "core/machine/idle_pool.h"
#include "core/machine/page_pool.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lw::machine {
namespace {

// Pages made resident together when one of them is first written: few enough that a machine that touches
// little of a large memory stays small, even if those places are far apart. One that touches more gets huge
// pages, up to a multiple of what was touched.
constexpr std::uint64_t kPopulatedPages = 16;
constexpr std::uint64_t kHugePages = AddressSpace::kHugePage / kPageSize; // small pages in a huge one
constexpr std::uint64_t kHugePerTouched = 4;
constexpr std::uint64_t kGroupsPerHuge = kHugePages / kPopulatedPages;

// The most that waits for the next states: 64 MiB and eight states.
constexpr std::uint64_t kMostIdlePages = (std::uint64_t{64} << 20) / kPageSize;
constexpr std::uint64_t kLeastWeight = kMostIdlePages / 8;
constexpr std::size_t kTouchedWorthCrew = 256; // pages

using Held = StateMemory::Held;

// States may outlive every static object.
IdlePool<Held>& idleMemories() {
    static auto* const pool = new IdlePool<Held>(kMostIdlePages);
    return *pool;
}

Held made(std::uint64_t pages) {
    Held held;
    held.pages = pages;
    held.space = AddressSpace::reserved(pages * kPageSize);
    held.dirtySpace = AddressSpace::reserved(pages);
    held.populatedSpace = AddressSpace::reserved(pages / kPopulatedPages + kGroupsPerHuge);
    return held;
}

void clear(Held& held, Crew* crew) {
    held.touched.insert(held.touched.end(), held.hot.begin(), held.hot.end());
    const auto clearPart = [&](std::size_t part, std::size_t parts) {
        const std::size_t pages = held.touched.size(), end = pages * (part + 1) / parts;
        for (std::size_t i = pages * part / parts; i < end; ++i) {
            const std::uint32_t page = held.touched[i];
            std::memset(held.space.data() + page * kPageSize, 0, kPageSize);
            held.dirtySpace.data()[page] = std::byte{0};
        }
    };
    const std::size_t parts =
        crew != nullptr && held.touched.size() >= kTouchedWorthCrew ? crew->threads() : 1;
    if (parts > 1)
        crew->each(parts, [&](std::size_t part) { clearPart(part, parts); });
    else
        clearPart(0, 1);
    held.touched.clear();
}

} // namespace

StateMemory::StateMemory(std::uint64_t pages, std::vector<std::uint32_t> hot, Crew* crew) {
    LW_REQUIRE(pages > 0 && (hot.empty() || hot.back() < pages),
               "the hot part of a state lies inside the state");
    LW_REQUIRE(pages <= 0xffffffffull, "a state has at most 2^32 pages");
    if (auto found = idleMemories().take([pages](const Held& held) { return held.pages == pages; })) {
        m_held = *std::move(found);
        clear(m_held, crew);
    } else {
        m_held = made(pages);
    }
    m_held.hot = std::move(hot);
    for (const std::uint32_t page : m_held.hot) {
        dirty()[page] = kDirty;
        m_held.populatedSpace.data()[page / kPopulatedPages] = std::byte{1};
    }
}

StateMemory::~StateMemory() {
    const std::uint64_t resident =
        m_held.hot.size() + std::max<std::uint64_t>(m_held.populatedPages, m_held.touched.size());
    if (resident <= kMostIdlePages) idleMemories().put(std::move(m_held), std::max(resident, kLeastWeight));
}

void StateMemory::touch(std::uint64_t page, std::uint64_t end) {
    makeResident(page, m_held.touched.size() + (end - page));
    m_held.touched.push_back(static_cast<std::uint32_t>(page));
}

void StateMemory::makeResident(std::uint64_t page, std::uint64_t touched) {
    std::byte* const populated = m_held.populatedSpace.data();
    const std::uint64_t group = page / kPopulatedPages, huge = page / kHugePages;
    if (populated[group] != std::byte{0}) return;
    std::byte* const groups = populated + huge * kGroupsPerHuge;
    const bool untouched =
        std::all_of(groups, groups + kGroupsPerHuge, [](std::byte b) { return b == std::byte{0}; });
    const bool inside = (huge + 1) * kHugePages <= m_held.pages;
    if (untouched && inside && m_held.hugePages + kHugePages <= touched * kHugePerTouched) {
        std::fill_n(groups, kGroupsPerHuge, std::byte{1});
        m_held.hugePages += kHugePages;
        m_held.populatedPages += kHugePages;
        m_held.space.populateHuge(huge * AddressSpace::kHugePage, AddressSpace::kHugePage);
    } else {
        populated[group] = std::byte{1};
        m_held.populatedPages += kPopulatedPages;
        m_held.space.populate(group * kPopulatedPages * kPageSize, kPopulatedPages * kPageSize);
    }
}

} // namespace lw::machine
