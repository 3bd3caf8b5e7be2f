// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/page_pool.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lw::machine {

// The whole state of a machine at one moment. Immutable and readable from any thread;
// it costs the pages that changed since the snapshot before it. Pages hang in a tree of fixed depth;
// pages and subtrees of zeros are absent.
class Snapshot {
  public:
    Snapshot(std::uint64_t bytes, ItemRef root, std::vector<std::uint32_t> written);

    std::uint64_t bytes() const { return m_bytes; }
    // The 4096 bytes of a page, or null when they are all zero.
    const std::byte* page(std::uint64_t number) const;
    // Copies bytes [offset, offset + out.size()) of the state.
    void read(std::uint64_t offset, std::span<std::byte> out) const;
    // Equals StateStore::hash() of a store with the same bytes.
    std::uint64_t hash() const;
    // Pages marked between the save or restore before and this save, ascending, hot pages not listed: they
    // were written, though perhaps with the bytes they had.
    std::span<const std::uint32_t> writtenPages() const { return m_written; }

    const ItemRef& root() const { return m_root; }

  private:
    std::uint64_t m_bytes = 0;
    ItemRef m_root;
    std::vector<std::uint32_t> m_written;
};

// Numbers of the pages whose bytes may differ, ascending; shared subtrees are not walked.
// Both must have the same size.
std::vector<std::uint32_t> differingPages(const Snapshot& a, const Snapshot& b);

} // namespace lw::machine
