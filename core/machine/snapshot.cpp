// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/snapshot.h"

#include "core/base/check.h"
#include "core/machine/page_tree.h"

#include <algorithm>
#include <cstring>

namespace lw::machine {

Snapshot::Snapshot(std::uint64_t bytes, ItemRef root, std::vector<std::uint32_t> written)
    : m_bytes(bytes), m_root(std::move(root)), m_written(std::move(written)) {}

const std::byte* Snapshot::page(std::uint64_t number) const {
    const Page* found = findPage(m_root.get(), depthFor(pagesOf(m_bytes)), number);
    return found ? found->bytes : nullptr;
}

void Snapshot::read(std::uint64_t offset, std::span<std::byte> out) const {
    LW_REQUIRE(offset <= m_bytes && out.size() <= m_bytes - offset, "bytes outside the state are read");
    while (!out.empty()) {
        const std::uint64_t inPage = offset % kPageSize;
        const std::size_t count = std::min(out.size(), static_cast<std::size_t>(kPageSize - inPage));
        const std::byte* from = page(offset / kPageSize);
        if (from)
            std::memcpy(out.data(), from + inPage, count);
        else
            std::memset(out.data(), 0, count);
        offset += count;
        out = out.subspan(count);
    }
}

std::uint64_t Snapshot::hash() const {
    return hashTerm(m_bytes, sumOfTerms(m_root.get(), depthFor(pagesOf(m_bytes)), 0));
}

std::vector<std::uint32_t> differingPages(const Snapshot& a, const Snapshot& b) {
    LW_REQUIRE(a.bytes() == b.bytes(), "snapshots of different machines are compared");
    std::vector<std::uint32_t> out;
    forEachDifferent(a.root().get(), b.root().get(), depthFor(pagesOf(a.bytes())), 0,
                     [&](std::uint64_t number, const Page*, const Page*) {
                         out.push_back(static_cast<std::uint32_t>(number));
                     });
    return out;
}

} // namespace lw::machine
