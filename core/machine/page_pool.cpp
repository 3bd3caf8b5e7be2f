// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/page_pool.h"

#include "core/machine/idle_pool.h"

#include <algorithm>
#include <optional>

namespace lw::machine {
namespace {
// Slabs grow quickly to huge pages.
constexpr std::size_t kGrowth = 8, kLargestSlabPages = 1024;
static_assert(kLargestSlabPages * kPageSize % AddressSpace::kHugePage == 0);
constexpr std::size_t kMostIdleSlabs = 16; // 64 MiB

// Slabs of the largest size, from pools that have ended. Snapshots may outlive every static object.
IdlePool<AddressSpace>& idleSlabs() {
    static auto* const slabs = new IdlePool<AddressSpace>(kMostIdleSlabs);
    return *slabs;
}

} // namespace

PagePool::~PagePool() {
    std::size_t pages = kFirstSlabPages;
    for (AddressSpace& slab : m_slabs) {
        if (pages == kLargestSlabPages) idleSlabs().put(std::move(slab));
        pages = std::min(pages * kGrowth, kLargestSlabPages);
    }
}

void ItemRef::discard(TreeItem* item) {
    // The pool may end with its last item, but not before it has taken that back.
    const std::shared_ptr<PagePool> owner = std::move(item->owner);
    owner->put(item);
}

void PagePool::grow() {
    const std::size_t count = m_nextSlabPages;
    m_nextSlabPages = std::min(count * kGrowth, kLargestSlabPages);
    std::optional<AddressSpace> idle;
    if (count == kLargestSlabPages) idle = idleSlabs().take([](const AddressSpace&) { return true; });
    m_slabs.push_back(idle ? *std::move(idle) : AddressSpace::prefaulted(count * kPageSize));
    m_headers.push_back(std::make_unique<Page[]>(count));
    for (std::size_t i = count; i-- > 0;) {
        m_headers.back()[i].bytes = m_slabs.back().data() + i * kPageSize;
        m_free.push_back(&m_headers.back()[i]);
    }
}

Page* PagePool::takePage() {
    Page* page = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        if (m_free.empty()) grow();
        page = m_free.back();
        m_free.pop_back();
    }
    m_bytesInUse.fetch_add(kPageSize, std::memory_order_relaxed);
    page->hash.store(0, std::memory_order_relaxed);
    page->owner = shared_from_this();
    return page;
}

PageGroup* PagePool::takeGroup() {
    m_bytesInUse.fetch_add(sizeof(PageGroup), std::memory_order_relaxed);
    PageGroup* group = new PageGroup;
    group->owner = shared_from_this();
    return group;
}

void PagePool::put(TreeItem* item) {
    m_bytesInUse.fetch_sub(item->isPage ? kPageSize : sizeof(PageGroup), std::memory_order_relaxed);
    if (!item->isPage) {
        delete static_cast<PageGroup*>(item);
        return;
    }
    const std::lock_guard lock(m_mutex);
    m_free.push_back(static_cast<Page*>(item));
}

} // namespace lw::machine
