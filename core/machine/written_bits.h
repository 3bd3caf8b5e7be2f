// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace lw::machine {

// Stretches of the bit sets that say which words were ever written.
// Bit n is in word n / 64 at position n % 64.

constexpr std::uint64_t lowBits(std::uint64_t count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// The bytes of the set in which a stretch lies, by whole words.
struct BitWords {
    std::uint64_t offset = 0, bytes = 0;
};
constexpr BitWords bitWordsOf(std::uint64_t first, std::uint64_t count) {
    return {first / 64 * 8, count == 0 ? 0 : ((first + count - 1) / 64 - first / 64 + 1) * 8};
}

// Calls each(word index, mask) for every word that the stretch touches, until it returns false;
// whether all returned true.
template <typename Each> bool overBits(std::uint64_t first, std::uint64_t count, Each each) {
    while (count != 0) {
        const std::uint64_t shift = first % 64, here = std::min<std::uint64_t>(64 - shift, count);
        if (!each(first / 64, lowBits(here) << shift)) return false;
        first += here;
        count -= here;
    }
    return true;
}

// The same, with all words that the stretch covers wholly in one call: each(first, end), in between.
template <typename Each, typename Whole>
bool overBits(std::uint64_t first, std::uint64_t count, Each each, Whole whole) {
    const std::uint64_t end = first + count, begin = (first + 63) / 64, last = end / 64;
    if (begin >= last) return overBits(first, count, each);
    return overBits(first, begin * 64 - first, each) && whole(begin, last) &&
           overBits(last * 64, end - last * 64, each);
}

inline bool allWritten(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count) {
    return overBits(
        first, count, [&](std::uint64_t i, std::uint64_t mask) { return (bits[i] & mask) == mask; },
        [&](std::uint64_t i, std::uint64_t end) {
            std::uint64_t all = ~std::uint64_t{0};
            for (; i < end; ++i) all &= bits[i];
            return all == ~std::uint64_t{0};
        });
}

inline void setWritten(std::uint64_t* bits, std::uint64_t first, std::uint64_t count) {
    overBits(
        first, count,
        [&](std::uint64_t i, std::uint64_t mask) {
            bits[i] |= mask;
            return true;
        },
        [&](std::uint64_t i, std::uint64_t end) {
            std::fill(bits + i, bits + end, ~std::uint64_t{0});
            return true;
        });
}

// Up to 64 bits from any position.
inline std::uint64_t writtenAt(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count) {
    const std::uint64_t shift = first % 64;
    std::uint64_t value = bits[first / 64] >> shift;
    if (shift + count > 64) value |= bits[first / 64 + 1] << (64 - shift);
    return value & lowBits(count);
}

inline void putWritten(std::uint64_t* bits, std::uint64_t first, std::uint64_t count, std::uint64_t value) {
    const std::uint64_t shift = first % 64, mask = lowBits(count);
    bits[first / 64] = (bits[first / 64] & ~(mask << shift)) | (value & mask) << shift;
    if (shift + count > 64) {
        const std::uint64_t done = 64 - shift;
        bits[first / 64 + 1] = (bits[first / 64 + 1] & ~(mask >> done)) | (value & mask) >> done;
    }
}

inline void copyWritten(const std::uint64_t* from, std::uint64_t fromFirst, std::uint64_t* to,
                        std::uint64_t toFirst, std::uint64_t count) {
    for (std::uint64_t done = 0; done < count; done += 64) {
        const std::uint64_t here = std::min<std::uint64_t>(64, count - done);
        putWritten(to, toFirst + done, here, writtenAt(from, fromFirst + done, here));
    }
}

} // namespace lw::machine
