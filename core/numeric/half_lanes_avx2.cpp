// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half_lanes_x86.h"

#include <immintrin.h>

namespace lw::numeric::detail {

namespace {

struct EightHalves {
    using Floats = __m256;
    static constexpr std::size_t kCount = 8;

    [[gnu::always_inline, gnu::target("avx2,f16c")]] static inline Floats load(const std::uint16_t* codes) {
        __m128i bits;
        __builtin_memcpy(&bits, codes, sizeof bits);
        return _mm256_cvtph_ps(bits);
    }
    // Of a NaN the second operand is kept, which it is.
    [[gnu::always_inline, gnu::target("avx2,f16c")]] static inline Floats limited(Floats x) {
        return _mm256_min_ps(_mm256_set1_ps(65504), _mm256_max_ps(_mm256_set1_ps(-65504), x));
    }
    [[gnu::always_inline, gnu::target("avx2,f16c")]] static inline void store(std::uint16_t* codes,
                                                                              Floats x) {
        const __m128i bits = _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT);
        const __m128i sizes = _mm_and_si128(bits, _mm_set1_epi16(0x7fff));
        const __m128i isNan = _mm_cmpgt_epi16(sizes, _mm_set1_epi16(0x7c00));
        const __m128i result = _mm_blendv_epi8(bits, _mm_set1_epi16(kHalfNan), isNan);
        __builtin_memcpy(codes, &result, sizeof result);
    }

    template <HalfFunction Which>
    [[gnu::target("avx2,f16c")]] static std::size_t over(std::uint16_t* x, const std::uint16_t* y,
                                                         std::size_t count, bool saturates) {
        std::size_t i = 0;
        for (; i + kCount <= count; i += kCount) {
            Floats result = load(x + i);
            applyHalves<Which>(result, load(y + i));
            if (saturates) result = limited(result);
            store(x + i, result);
        }
        return i;
    }
};

} // namespace

const HalfKernel kAvx2Halves = halfKernelOf<EightHalves>();

} // namespace lw::numeric::detail
