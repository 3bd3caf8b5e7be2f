// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bits.h"

#include <cstring>

namespace lw {

void Hash::add(std::span<const std::byte> bytes) {
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, 8); // every supported host is little-endian
        add(word);
    }
    for (; i < bytes.size(); ++i) add(std::to_integer<std::uint64_t>(bytes[i]) + 0x100);
    add(std::uint64_t{bytes.size()});
}

} // namespace lw
