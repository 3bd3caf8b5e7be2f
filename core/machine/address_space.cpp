// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/address_space.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace lw::machine {

namespace {

bool g_raisesLimit = false;

void raiseLimit(std::uint64_t bytes) {
    struct rlimit now {};
    if (getrlimit(RLIMIT_AS, &now) != 0 || now.rlim_cur == RLIM_INFINITY) return;
    now.rlim_cur = std::min(now.rlim_max, now.rlim_cur + bytes);
    setrlimit(RLIMIT_AS, &now);
}

} // namespace

void AddressSpace::raiseLimitByReservations() { g_raisesLimit = true; }

AddressSpace AddressSpace::reserved(std::uint64_t bytes) {
    AddressSpace space;
    if (bytes == 0) return space;
    const std::uint64_t slack = bytes >= kHugePage ? kHugePage : 0;
    if (g_raisesLimit) raiseLimit(bytes + slack);
    void* got = mmap(nullptr, bytes + slack, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED) throw NoAddressSpace();
    space.m_mapped = space.m_data = static_cast<std::byte*>(got);
    space.m_mappedBytes = bytes + slack;
    space.m_bytes = bytes;
    if (slack != 0) {
        std::uint64_t room = space.m_mappedBytes;
        void* aligned = got;
        space.m_data = static_cast<std::byte*>(std::align(kHugePage, bytes, aligned, room));
    }
    // On a host that makes every page huge, everything near a touched page would become resident.
    madvise(got, space.m_mappedBytes, MADV_NOHUGEPAGE);
    return space;
}

AddressSpace AddressSpace::prefaulted(std::uint64_t bytes) {
    AddressSpace space = reserved(bytes);
    space.populateHuge(0, bytes);
    return space;
}

void AddressSpace::populate(std::uint64_t offset, std::uint64_t bytes) {
#ifdef MADV_POPULATE_WRITE
    // A host that cannot do this (before Linux 5.14) has the page faults after all.
    madvise(m_data + offset, std::min(bytes, m_bytes - offset), MADV_POPULATE_WRITE);
#endif
}

void AddressSpace::populateHuge(std::uint64_t offset, std::uint64_t bytes) {
    // A host without huge pages gives small ones.
    if (bytes >= kHugePage) madvise(m_data + offset, std::min(bytes, m_bytes - offset), MADV_HUGEPAGE);
    populate(offset, bytes);
}

AddressSpace::~AddressSpace() {
    if (m_mapped) munmap(m_mapped, m_mappedBytes);
}

AddressSpace::AddressSpace(AddressSpace&& other) noexcept
    : m_mapped(std::exchange(other.m_mapped, nullptr))
    , m_mappedBytes(std::exchange(other.m_mappedBytes, 0))
    , m_data(std::exchange(other.m_data, nullptr))
    , m_bytes(std::exchange(other.m_bytes, 0)) {}

AddressSpace& AddressSpace::operator=(AddressSpace&& other) noexcept {
    std::swap(m_mapped, other.m_mapped);
    std::swap(m_mappedBytes, other.m_mappedBytes);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

} // namespace lw::machine
