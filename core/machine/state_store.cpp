// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/state_store.h"

#include "core/base/check.h"
#include "core/base/thread_crew.h"
#include "core/machine/page_tree.h"
#include "core/machine/snapshot.h"

#include <algorithm>
#include <cstring>

namespace lw::machine {
namespace {

static_assert(StateStore::kPageBytes == kPageSize);

// Copying a page takes about half a microsecond, waking a crew ten.
constexpr std::size_t kPagesWorthCrew = 100;

std::uint64_t endOf(const std::vector<Region>& regions) {
    std::uint64_t next = 0;
    for (const Region& region : regions) {
        LW_REQUIRE(region.begin == next && region.begin <= region.hotEnd && region.hotEnd <= region.end,
                   "regions lie one after the other, each with its hot part inside");
        next = pagesOf(region.end) * kPageSize;
    }
    return regions.back().end;
}

std::vector<std::uint32_t> hotPagesOf(const std::vector<Region>& regions) {
    std::vector<std::uint32_t> out;
    for (const Region& region : regions)
        for (std::uint64_t page = region.begin / kPageSize; page < pagesOf(region.hotEnd); ++page)
            out.push_back(static_cast<std::uint32_t>(page));
    return out;
}

const TreeItem* rootOf(const std::shared_ptr<const Snapshot>& snapshot) {
    return snapshot ? snapshot->root().get() : nullptr;
}

} // namespace

StateStore::StateStore(std::vector<Region> regions, Crew* crew)
    : m_regions(regions)
    , m_rests(regions.size())
    , m_sleeps(regions.size())
    , m_hotAwake(hotPagesOf(regions))
    , m_memory(pagesOf(endOf(regions)), hotPagesOf(regions), crew)
    , m_data(m_memory.data())
    , m_dirty(m_memory.dirty())
    , m_bytes(endOf(regions))
    , m_depth(depthFor(pagesOf(m_bytes)))
    , m_pool(std::make_shared<PagePool>())
    , m_crew(crew != nullptr && crew->threads() > 1 ? crew : nullptr) {}

StateStore::~StateStore() = default;

bool StateStore::isHot(std::uint64_t page) const {
    const std::vector<std::uint32_t>& hot = m_memory.hot();
    return std::binary_search(hot.begin(), hot.end(), static_cast<std::uint32_t>(page));
}

void StateStore::wake(std::size_t region) {
    m_rests[region] = false;
    if (!m_sleeps[region]) return;
    m_sleeps[region] = false;
    findAwake();
}

void StateStore::findAwake() {
    std::vector<Region> awake;
    for (std::size_t i = 0; i < m_regions.size(); ++i)
        if (!m_sleeps[i]) awake.push_back(m_regions[i]);
    m_hotAwake = hotPagesOf(awake);
}

void StateStore::markSlow(std::uint64_t page, std::uint64_t end) {
    const std::lock_guard lock(m_marking);
    if (m_dirty[page] != kClean) m_memory.touch(page, end);
    m_dirty[page] = kDirty;
    m_dirtyList.push_back(static_cast<std::uint32_t>(page));
}

void StateStore::read(std::uint64_t offset, std::span<std::byte> out) const {
    LW_REQUIRE(offset <= m_bytes && out.size() <= m_bytes - offset, "bytes outside the state are read");
    if (!out.empty()) std::memcpy(out.data(), m_data + offset, out.size());
}

void StateStore::write(std::uint64_t offset, std::span<const std::byte> bytes) {
    LW_REQUIRE(offset <= m_bytes && bytes.size() <= m_bytes - offset, "bytes outside the state are written");
    if (bytes.empty()) return;
    mark(offset, bytes.size());
    for (std::size_t i = 0; i < m_regions.size(); ++i)
        if (offset < m_regions[i].hotEnd && m_regions[i].begin < offset + bytes.size()) wake(i);
    std::memcpy(m_data + offset, bytes.data(), bytes.size());
}

// The page as it is now: the old one if it is the same.
template <typename Take>
ItemRef StateStore::copyOf(std::uint64_t page, const ItemRef& old, const Take& take) {
    const std::byte* now = m_data + page * kPageBytes;
    const auto* before = static_cast<const Page*>(old.get());
    if (before && std::memcmp(before->bytes, now, kPageBytes) == 0) return old;
    if (isZeroPage(now)) return ItemRef();
    ItemRef copy = take();
    std::memcpy(static_cast<Page*>(copy.get())->bytes, now, kPageBytes);
    return copy;
}

// Each region by one thread: most likely the one that has just written there.
std::vector<ItemRef> StateStore::copiesOf(std::span<const std::uint32_t> pages, const ItemRef& old) {
    std::vector<ItemRef> copies(pages.size());
    for (ItemRef& copy : copies) copy = ItemRef(m_pool->takePage()); // threads would wait for each other
    m_crew->each(m_regions.size(), [&](std::size_t region) {
        const auto at = [&](std::uint64_t byte) {
            return std::lower_bound(pages.begin(), pages.end(), pagesOf(byte)) - pages.begin();
        };
        const auto end = static_cast<std::size_t>(at(m_regions[region].end));
        for (auto i = static_cast<std::size_t>(at(m_regions[region].begin)); i < end; ++i)
            copies[i] =
                copyOf(pages[i], pageRef(old, m_depth, pages[i]), [&] { return std::move(copies[i]); });
    });
    return copies;
}

std::shared_ptr<const Snapshot> StateStore::save() {
    std::sort(m_dirtyList.begin(), m_dirtyList.end());
    const std::vector<std::uint32_t>& hot = m_hotAwake;
    std::vector<std::uint32_t> pages(hot.size() + m_dirtyList.size());
    std::merge(hot.begin(), hot.end(), m_dirtyList.begin(), m_dirtyList.end(), pages.begin());

    const ItemRef old = m_base ? m_base->root() : ItemRef();
    std::vector<ItemRef> copies;
    if (m_crew != nullptr && pages.size() >= kPagesWorthCrew) copies = copiesOf(pages, old);
    std::size_t next = 0; // of the copies: they are asked for in the order of the pages
    const auto copied = [&](std::uint64_t page, const ItemRef& before) {
        if (!copies.empty()) return std::move(copies[next++]);
        return copyOf(page, before, [this] { return ItemRef(m_pool->takePage()); });
    };
    ItemRef root = pages.empty() ? old : rebuilt(old, m_depth, 0, pages, *m_pool, copied);
    for (const std::uint32_t page : m_dirtyList) m_dirty[page] = kClean;
    m_saved.insert(m_saved.end(), m_dirtyList.begin(), m_dirtyList.end());
    m_base = std::make_shared<const Snapshot>(m_bytes, std::move(root), std::move(m_dirtyList));
    m_dirtyList.clear();
    if (m_sleeps != m_rests) {
        m_sleeps = m_rests;
        findAwake();
    }
    return m_base;
}

std::vector<std::uint32_t> StateStore::writtenPages() const {
    std::vector<std::uint32_t> out = m_saved;
    out.insert(out.end(), m_dirtyList.begin(), m_dirtyList.end());
    return out;
}

std::vector<std::uint32_t> StateStore::takeWrittenPages() {
    std::vector<std::uint32_t> out = writtenPages();
    m_saved.clear();
    return out;
}

void StateStore::copyPageOut(std::uint64_t page, const std::byte* from) {
    std::byte* to = m_data + page * kPageBytes;
    if (from)
        std::memcpy(to, from, kPageBytes);
    else if (!isZeroPage(to)) // reading does not make an untouched page resident, writing would
        std::memset(to, 0, kPageBytes);
}

void StateStore::restore(const std::shared_ptr<const Snapshot>& snapshot) {
    LW_REQUIRE(snapshot && snapshot->bytes() == m_bytes, "a snapshot of another machine is restored");
    const auto bytesOf = [](const Page* page) { return page ? page->bytes : nullptr; };
    const TreeItem* root = snapshot->root().get();
    const auto fromTarget = [&](std::uint64_t page) {
        copyPageOut(page, bytesOf(findPage(root, m_depth, page)));
    };
    for (const std::uint32_t page : m_memory.hot()) fromTarget(page);
    std::fill(m_rests.begin(), m_rests.end(), false);
    std::fill(m_sleeps.begin(), m_sleeps.end(), false);
    findAwake();
    for (const std::uint32_t page : m_dirtyList) {
        fromTarget(page);
        m_dirty[page] = kClean;
    }
    m_saved.insert(m_saved.end(), m_dirtyList.begin(), m_dirtyList.end());
    m_dirtyList.clear();
    forEachDifferent(rootOf(m_base), root, m_depth, 0,
                     [&](std::uint64_t number, const Page*, const Page* target) {
                         if (isHot(number)) return;
                         if (m_dirty[number] != kClean) { // perhaps from another store
                             m_memory.touch(number, number + 1);
                             m_dirty[number] = kClean;
                         }
                         copyPageOut(number, bytesOf(target));
                     });
    m_base = snapshot;
}

std::uint64_t StateStore::hash() const {
    const TreeItem* base = rootOf(m_base);
    std::uint64_t sum = sumOfTerms(base, m_depth, 0);
    const auto changeTerm = [&](std::uint64_t number) {
        if (const Page* before = findPage(base, m_depth, number))
            sum -= hashTerm(number, cachedHash(*before));
        const std::byte* now = m_data + number * kPageBytes;
        if (!isZeroPage(now)) sum += hashTerm(number, hashOfPage(now));
    };
    for (const std::uint32_t page : m_hotAwake) changeTerm(page);
    for (const std::uint32_t page : m_dirtyList) changeTerm(page);
    return hashTerm(m_bytes, sum);
}

std::uint64_t StateStore::snapshotBytes() const { return m_pool->bytesInUse(); }

} // namespace lw::machine
