// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

// The only place that talks to the host's virtual memory.
namespace lw::machine {

// A stretch of address space that reads as zeros. Move-only; gives the memory back when it ends.
class AddressSpace {
  public:
    AddressSpace() = default;
    // Address space only: a page becomes resident when it is first written.
    static AddressSpace reserved(std::uint64_t bytes);
    // Resident at once, so that later writes meet no page faults.
    static AddressSpace prefaulted(std::uint64_t bytes);
    ~AddressSpace();
    AddressSpace(AddressSpace&& other) noexcept;
    AddressSpace& operator=(AddressSpace&& other) noexcept;

    // Makes a stretch resident at one go: a page fault each would cost more than its contents.
    void populate(std::uint64_t offset, std::uint64_t bytes);

    std::byte* data() const { return m_data; }

  private:
    AddressSpace(std::uint64_t bytes, int flags);
    std::byte* m_data = nullptr;
    std::uint64_t m_bytes = 0;
};

} // namespace lw::machine
