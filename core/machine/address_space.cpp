// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/address_space.h"

#include "core/base/check.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

namespace lw::machine {

AddressSpace::AddressSpace(std::uint64_t bytes, int flags) : m_bytes(bytes) {
    if (bytes == 0) return;
    void* got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
    LW_REQUIRE(got != MAP_FAILED, "the host gives no address space for the state of this machine");
    m_data = static_cast<std::byte*>(got);
}

AddressSpace AddressSpace::reserved(std::uint64_t bytes) { return {bytes, MAP_NORESERVE}; }

AddressSpace AddressSpace::prefaulted(std::uint64_t bytes) { return {bytes, MAP_POPULATE}; }

void AddressSpace::populate(std::uint64_t offset, std::uint64_t bytes) {
#ifdef MADV_POPULATE_WRITE
    // A host that cannot (before Linux 5.14) meets the page faults after all.
    madvise(m_data + offset, std::min(bytes, m_bytes - offset), MADV_POPULATE_WRITE);
#endif
}

AddressSpace::~AddressSpace() {
    if (m_data) munmap(m_data, m_bytes);
}

AddressSpace::AddressSpace(AddressSpace&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)), m_bytes(std::exchange(other.m_bytes, 0)) {}

AddressSpace& AddressSpace::operator=(AddressSpace&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

} // namespace lw::machine
