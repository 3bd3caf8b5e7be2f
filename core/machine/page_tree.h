// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/page_pool.h"

#include <cstdint>
#include <span>
#include <type_traits>

// The tree of pages of a snapshot: how deep it is, how it is walked,
// and how the next one is made from the last.
namespace lw::machine {

// Levels of groups above the pages of a store.
unsigned depthFor(std::uint64_t pages);

const Page* findPage(const TreeItem* root, unsigned depth, std::uint64_t number);
ItemRef pageRef(const ItemRef& root, unsigned depth, std::uint64_t number);

bool isZeroPage(const std::byte* bytes);
// Hash of the bytes of a page; not called for a page of zeros.
std::uint64_t hashOfPage(const std::byte* bytes);
std::uint64_t cachedHash(const Page& page);
// What a page contributes to the hash of the state, which is the sum of all contributions:
// so it can be changed page by page.
std::uint64_t hashTerm(std::uint64_t number, std::uint64_t pageHash);
std::uint64_t sumOfTerms(const TreeItem* item, unsigned level, std::uint64_t first);

inline std::uint64_t pagesBelow(unsigned level) {
    std::uint64_t pages = 1;
    while (level-- > 0) pages *= kFanOut;
    return pages;
}

inline const TreeItem* childOf(const TreeItem* item, std::size_t index) {
    return item ? static_cast<const PageGroup*>(item)->children[index].get() : nullptr;
}

// Calls each(number, pageA, pageB) for every page that the trees do not share, in ascending order.
template <typename Each>
void forEachDifferent(const TreeItem* a, const TreeItem* b, unsigned level, std::uint64_t first,
                      const Each& each) {
    if (a == b) return;
    if (level == 0) {
        each(first, static_cast<const Page*>(a), static_cast<const Page*>(b));
        return;
    }
    const std::uint64_t step = pagesBelow(level - 1);
    for (std::size_t i = 0; i < kFanOut; ++i)
        forEachDifferent(childOf(a, i), childOf(b, i), level - 1, first + i * step, each);
}

// The tree with make(number, oldPage) at each of the pages listed (ascending, at least one), and `old`
// elsewhere. Nothing unchanged is copied; what became all zero is left out.
template <typename Make>
ItemRef rebuilt(const ItemRef& old, unsigned level, std::uint64_t first, std::span<const std::uint32_t> pages,
                PagePool& pool, const Make& make) {
    if (level == 0) return make(first, old);
    const std::uint64_t step = pagesBelow(level - 1);
    const PageGroup* before = static_cast<const PageGroup*>(old.get());
    ItemRef after;
    for (std::size_t at = 0; at < pages.size();) {
        const std::size_t index = static_cast<std::size_t>((pages[at] - first) / step);
        const std::uint64_t from = first + index * step;
        std::size_t end = at;
        while (end < pages.size() && pages[end] - from < step) ++end;
        const ItemRef was = before ? before->children[index] : ItemRef();
        ItemRef is = rebuilt(was, level - 1, from, pages.subspan(at, end - at), pool, make);
        if (is.get() != was.get()) {
            if (!after.get()) {
                after = ItemRef(pool.takeGroup());
                if (before) static_cast<PageGroup*>(after.get())->children = before->children;
            }
            static_cast<PageGroup*>(after.get())->children[index] = std::move(is);
        }
        at = end;
    }
    if (!after.get()) return old;
    for (const ItemRef& child : static_cast<const PageGroup*>(after.get())->children)
        if (child.get()) return after;
    return ItemRef();
}

} // namespace lw::machine
