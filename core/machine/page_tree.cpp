// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/page_tree.h"

#include <array>
#include <cstring>

namespace lw::machine {
namespace {

alignas(64) constexpr std::array<std::byte, kPageSize> kZeroPage{};
constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ull;

std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

} // namespace

unsigned depthFor(std::uint64_t pages) {
    unsigned depth = 1;
    while (pagesBelow(depth) < pages) ++depth;
    return depth;
}

const Page* findPage(const TreeItem* root, unsigned depth, std::uint64_t number) {
    const TreeItem* item = root;
    for (unsigned level = depth; level > 0 && item; --level)
        item = childOf(item, static_cast<std::size_t>(number / pagesBelow(level - 1) % kFanOut));
    return static_cast<const Page*>(item);
}

ItemRef pageRef(const ItemRef& root, unsigned depth, std::uint64_t number) {
    const ItemRef* item = &root;
    for (unsigned level = depth; level > 0 && item->get(); --level)
        item = &static_cast<const PageGroup*>(item->get())
                    ->children[static_cast<std::size_t>(number / pagesBelow(level - 1) % kFanOut)];
    return *item;
}

bool isZeroPage(const std::byte* bytes) { return std::memcmp(bytes, kZeroPage.data(), kPageSize) == 0; }

std::uint64_t hashOfPage(const std::byte* bytes) {
    // Four independent chains, because a single one would wait for its multiplication 512 times.
    std::array<std::uint64_t, 4> chains{1, 2, 3, 4};
    for (std::size_t i = 0; i < kPageSize; i += sizeof chains) {
        std::array<std::uint64_t, 4> words;
        std::memcpy(words.data(), bytes + i, sizeof words);
        for (std::size_t c = 0; c < 4; ++c) {
            chains[c] = (chains[c] ^ words[c]) * kOdd;
            chains[c] ^= chains[c] >> 29;
        }
    }
    std::uint64_t hash = 0;
    for (const std::uint64_t chain : chains) hash = mixed(hash * kOdd + chain);
    return hash;
}

std::uint64_t cachedHash(const Page& page) {
    std::uint64_t hash = page.hash.load(std::memory_order_relaxed);
    if (hash == 0) {
        hash = hashOfPage(page.bytes);
        page.hash.store(hash, std::memory_order_relaxed);
    }
    return hash;
}

std::uint64_t hashTerm(std::uint64_t number, std::uint64_t pageHash) {
    return mixed(pageHash ^ mixed(number + kOdd));
}

std::uint64_t sumOfTerms(const TreeItem* item, unsigned level, std::uint64_t first) {
    if (!item) return 0;
    if (level == 0) return hashTerm(first, cachedHash(*static_cast<const Page*>(item)));
    std::uint64_t sum = item->hash.load(std::memory_order_relaxed);
    if (sum != 0) return sum;
    const std::uint64_t step = pagesBelow(level - 1);
    for (std::size_t i = 0; i < kFanOut; ++i)
        sum += sumOfTerms(childOf(item, i), level - 1, first + i * step);
    item->hash.store(sum, std::memory_order_relaxed);
    return sum;
}

} // namespace lw::machine
