// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

// The only place that talks to the host's virtual memory.
namespace lw::machine {

// The host gives no address space: no fault of who runs in it.
struct NoAddressSpace : std::bad_alloc {};

// A stretch of address space that reads as zeros. Move-only; gives the memory back when it ends.
class AddressSpace {
  public:
    AddressSpace() = default;
    // What the host may map as one page, if it has huge pages.
    static constexpr std::uint64_t kHugePage = std::uint64_t{1} << 21;

    // NoAddressSpace if the host gives none. Address space only: a page becomes resident when it is first
    // written. Its huge pages begin at multiples of kHugePage.
    static AddressSpace reserved(std::uint64_t bytes);
    // From now on reservations raise the process's limit of address space (RLIMIT_AS), if it has one:
    // hardly any of a machine becomes resident, and the limit is meant for the rest.
    static void raiseLimitByReservations();
    // Resident at once, so that later writes meet no page faults.
    static AddressSpace prefaulted(std::uint64_t bytes);
    ~AddressSpace();
    AddressSpace(AddressSpace&& other) noexcept;
    AddressSpace& operator=(AddressSpace&& other) noexcept;

    // Makes a stretch resident in one go: one page fault each would cost more than the contents.
    void populate(std::uint64_t offset, std::uint64_t bytes);
    // The same, with huge pages wherever they fit: cheaper by another order of magnitude,
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
