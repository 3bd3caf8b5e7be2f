// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

// Words to feed to arithmetic: kinds of float32 that go wrong in different ways.
// The same seed gives the same words.
namespace lw::test {

using u32 = std::uint32_t;

inline float floatAt(u32 bits) { return std::bit_cast<float>(bits); }
inline u32 bitsAt(float value) { return std::bit_cast<u32>(value); }

class RandomWords {
  public:
    explicit RandomWords(u32 seed) : m_engine(seed) {}
    u32 word() { return static_cast<u32>(m_engine()); }
    u32 below(u32 limit) { return word() % limit; }
    // Any sign and fraction, exponent field from `lowest` to `lowest + span - 1`.
    u32 withExponent(u32 lowest, u32 span) { return (word() & 0x807fffff) | (lowest + below(span)) << 23; }

  private:
    std::mt19937 m_engine;
};

using Sample = u32 (*)(RandomWords&);

inline u32 ordinary(RandomWords& random) { return random.withExponent(0x78, 12); }
inline u32 finite(RandomWords& random) { return random.withExponent(0, 255); }
inline u32 rootOfTiny(RandomWords& random) { return random.withExponent(0x38, 16); } // products about 2^-126
inline u32 tiny(RandomWords& random) { return random.withExponent(0, 4); }
inline u32 denormalOften(RandomWords& random) {
    return random.below(4) == 0 ? random.word() & 0x807fffff : random.withExponent(0, 140);
}
inline u32 zeroOften(RandomWords& random) {
    return random.below(3) == 0 ? ordinary(random) : random.word() & 0x80000000;
}
inline u32 anything(RandomWords& random) { return random.word(); }

inline constexpr std::array<u32, 32> kSpecialWords{
    0x00000000, 0x80000000, 0x00000001, 0x80000001,
    0x007fffff, 0x807fffff, 0x00800000, 0x80800000, // zeros, 2^-126
    0x00800001, 0x80ffffff, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, // ... infinities, NaNs
    0x7f800001, 0xff812345, 0x7fc12345, 0xffffffff,
    0x7fffffff, 0x3f800000, 0xbf800000, 0x3f800001, // ... about 1
    0x3f7fffff, 0x4f000000, 0xcf000000, 0x4effffff,
    0x4b000001, 0xcb7fffff, 0x3f000000, 0x3fc00000, // ... about 2^31, 2^23
};
inline u32 special(RandomWords& random) {
    return random.below(4) == 0 ? kSpecialWords[random.below(kSpecialWords.size())] : ordinary(random);
}
inline u32 smallInteger(RandomWords& random) { return random.below(80) - 20; }

struct NamedSample {
    std::string_view name;
    Sample sample;
};
inline constexpr std::array<NamedSample, 8> kFloatSamples{{
    {"ordinary", ordinary},
    {"finite", finite},
    {"rootOfTiny", rootOfTiny},
    {"tiny", tiny},
    {"denormalOften", denormalOften},
    {"zeroOften", zeroOften},
    {"special", special},
    {"anything", anything},
}};

inline std::vector<u32> samples(Sample sample, RandomWords& random, std::size_t count) {
    std::vector<u32> words(count);
    for (u32& word : words) word = sample(random);
    return words;
}

} // namespace lw::test
