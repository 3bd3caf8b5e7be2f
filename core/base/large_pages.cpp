// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/large_pages.h"

#include <bit>
#include <cstdint>
#include <sys/mman.h>

namespace lw {

void preferLargePages(void* from, std::size_t bytes) {
    constexpr std::uintptr_t kLarge = std::uintptr_t{2} << 20;
    const auto address = std::bit_cast<std::uintptr_t>(from);
    const std::uintptr_t begin = (address + kLarge - 1) & ~(kLarge - 1),
                         end = (address + bytes) & ~(kLarge - 1);
    if (begin < end)
        madvise(std::bit_cast<void*>(begin), end - begin, MADV_HUGEPAGE); // a refusal changes nothing
}

} // namespace lw
