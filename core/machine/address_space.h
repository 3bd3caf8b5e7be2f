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
    // What the host may map as one page, where it does such things.
    static constexpr std::uint64_t kHugePage = std::uint64_t{1} << 21;

    // std::bad_alloc where the host gives none. Address space only: a page becomes resident when it is first
    // written. Huge pages of it begin at multiples of kHugePage.
    static AddressSpace reserved(std::uint64_t bytes);
    // From now on what is reserved raises the process's limit of address space (RLIMIT_AS), where it has one:
    // of a machine hardly anything becomes resident, and the limit is for the rest.
    static void raiseLimitByReservations();
    // Resident at once, so that later writes meet no page faults.
    static AddressSpace prefaulted(std::uint64_t bytes);
    ~AddressSpace();
    AddressSpace(AddressSpace&& other) noexcept;
    AddressSpace& operator=(AddressSpace&& other) noexcept;

    // Makes a stretch resident at one go: a page fault each would cost more than its contents.
    void populate(std::uint64_t offset, std::uint64_t bytes);
    // The same with huge pages for what covers them: another order of magnitude less,
    // if nothing there is resident yet.
    void populateHuge(std::uint64_t offset, std::uint64_t bytes);

    std::byte* data() const { return m_data; }

  private:
    std::byte* m_mapped = nullptr; // what the host gave, and
    std::uint64_t m_mappedBytes = 0;
    std::byte* m_data = nullptr; // ... the aligned part that is used
    std::uint64_t m_bytes = 0;
};

} // namespace lw::machine
