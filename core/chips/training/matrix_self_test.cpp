// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernels.h"

#include "core/chips/training/random.h"

namespace lw::training::detail {

namespace {

using u32 = std::uint32_t;

constexpr u32 kLanes = 16;
constexpr u32 kRows = 8;

struct Operands {
    std::array<u32, std::size_t{kRows} * kLanes> x; // float32 bits that are bfloat16 values
    std::array<std::uint16_t, std::size_t{kLanes} * kLanes> weights;
};

class Words {
  public:
    u32 next() { return philox4x32({m_count++, 0, 0, 0}, {0x1a2e, 0})[0]; }

  private:
    u32 m_count = 0;
};

// A bfloat16 with any sign and fraction and an exponent field from `lowest` to `lowest + span - 1`.
u32 halfFrom(Words& words, u32 lowest, u32 span) {
    const u32 word = words.next();
    return (word & 0x807f) | (lowest + (word >> 16) % span) << 7;
}

// Operands whose exponent fields come from that range.
void fill(Operands& operands, Words& words, u32 lowest, u32 span) {
    for (u32& x : operands.x) x = halfFrom(words, lowest, span) << 16;
    for (std::uint16_t& weight : operands.weights)
        weight = static_cast<std::uint16_t>(halfFrom(words, lowest, span));
}

// Sums that come to within a few units of 2^-126 from above and then lose a product of 2^-146 to 2^-161:
// the rows hold +-2^-60, a few times 2^-73, and the opposite sign at 2^-70; the columns 2^-66, 2^-76
// and 2^-76 to 2^-90. The third term comes at an even or an odd place.
void fillEdge(Operands& operands, Words& words) {
    const auto power = [](int exponent) { return static_cast<u32>(127 + exponent) << 7; };
    operands = {};
    for (u32 row = 0; row < kRows; ++row) {
        const u32 word = words.next();
        const u32 place = word % 12;
        const u32 sign = (word >> 8) & 0x8000;
        u32* x = operands.x.data() + row * kLanes;
        x[0] = (power(-60) | sign) << 16;
        x[1] = (word & 0x10000) != 0 ? (power(-73 + static_cast<int>(word >> 20 & 1)) | sign) << 16 : 0;
        x[2 + place] = (power(-70) | (sign ^ 0x8000) | (word >> 24 & 0x7f)) << 16;
    }
    for (u32 n = 0; n < kLanes; ++n) {
        operands.weights[n] = static_cast<std::uint16_t>(power(-66));
        operands.weights[kLanes + n] = static_cast<std::uint16_t>(power(-76));
        for (u32 k = 2; k < kLanes; ++k) {
            const u32 word = words.next();
            operands.weights[k * kLanes + n] =
                static_cast<std::uint16_t>(power(-76 - static_cast<int>(word % 15)) | (word >> 16 & 0x7f));
        }
    }
}

bool equalProducts(const MatrixKernel& kernel, const Operands& operands) {
    constexpr VectorShape kShape{kLanes, kRows};
    PackedWeights packed;
    std::array<u32, kShape.words()> expected;
    std::array<u32, kShape.words()> found;
    kPortableKernel.pack(operands.weights.data(), kLanes, packed);
    kPortableKernel.multiply(operands.x.data(), packed, expected.data(), kShape);
    kernel.pack(operands.weights.data(), kLanes, packed);
    kernel.multiply(operands.x.data(), packed, found.data(), kShape);
    return found == expected;
}

} // namespace

bool equalsDefinition(const MatrixKernel& kernel) {
    Words words;
    Operands operands;
    for (int round = 0; round < 20; ++round) {
        fill(operands, words, 0x70, 32); // about 1
        if (!equalProducts(kernel, operands)) return false;
        fill(operands, words, 0x38, 16); // products about 2^-126
        if (!equalProducts(kernel, operands)) return false;
        fill(operands, words, 0, 255); // all that is finite
        if (!equalProducts(kernel, operands)) return false;
        fill(operands, words, 0, 256);
        if (!equalProducts(kernel, operands)) return false;
        fillEdge(operands, words);
        if (!equalProducts(kernel, operands)) return false;
    }
    return true;
}

} // namespace lw::training::detail
