// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/address_space.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

// What snapshots are made of: pages and the groups above them, each counted by its users, so that snapshots
// share everything that did not change between them.
namespace lw::machine {

inline constexpr std::uint64_t kPageSize = 4096;
constexpr std::uint64_t pagesOf(std::uint64_t bytes) { return (bytes + kPageSize - 1) / kPageSize; }
inline constexpr std::size_t kFanOut = 64;

class PagePool;

// A page or a group. Immutable once a snapshot holds it;
// may be released by another thread than the one that made it.
struct TreeItem {
    explicit TreeItem(bool page) : isPage(page) {}
    std::atomic<std::uint32_t> uses{0};
    const bool isPage;
    // Cache, 0 = not known yet. A page: hash of its bytes. A group: sum of the terms of the pages below it.
    mutable std::atomic<std::uint64_t> hash{0};
    std::shared_ptr<PagePool> owner; // while in use
};

struct Page : TreeItem {
    Page() : TreeItem(true) {}
    std::byte* bytes = nullptr; // kPageSize of them
};

// Counts one use of an item; null represents pages of zeros.
class ItemRef {
  public:
    ItemRef() = default;
    explicit ItemRef(TreeItem* item) : m_item(item) {
        if (m_item) m_item->uses.fetch_add(1, std::memory_order_relaxed);
    }
    ItemRef(const ItemRef& other) : ItemRef(other.m_item) {}
    ItemRef(ItemRef&& other) noexcept : m_item(std::exchange(other.m_item, nullptr)) {}
    ItemRef& operator=(ItemRef other) noexcept {
        std::swap(m_item, other.m_item);
        return *this;
    }
    ~ItemRef() {
        if (m_item && m_item->uses.fetch_sub(1, std::memory_order_acq_rel) == 1) discard(m_item);
    }
    TreeItem* get() const { return m_item; }

  private:
    static void discard(TreeItem* item);
    TreeItem* m_item = nullptr;
};

struct PageGroup : TreeItem {
    PageGroup() : TreeItem(false) {}
    std::array<ItemRef, kFanOut> children;
};

// Hands out pages and groups and takes them back; lives until the last of them is back. Pages come from
// prefaulted slabs that grow with use; when the pool ends, the next one gets them.
class PagePool : public std::enable_shared_from_this<PagePool> {
  public:
    PagePool() = default;
    ~PagePool();
    PagePool(const PagePool&) = delete;
    PagePool& operator=(const PagePool&) = delete;
    Page* takePage(); // its bytes are arbitrary
    PageGroup* takeGroup();
    void put(TreeItem* item);
    std::uint64_t bytesInUse() const { return m_bytesInUse.load(std::memory_order_relaxed); }

  private:
    static constexpr std::size_t kFirstSlabPages = 16;
    void grow();

    std::mutex m_mutex;
    std::vector<AddressSpace> m_slabs;
    std::vector<std::unique_ptr<Page[]>> m_headers;
    std::vector<Page*> m_free;
    std::size_t m_nextSlabPages = kFirstSlabPages;
    std::atomic<std::uint64_t> m_bytesInUse{0};
};

} // namespace lw::machine
