// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half_lanes_x86.h"

#include <immintrin.h>

namespace lw::numeric::detail {

namespace {

// The forms with a mask: g++ 12 takes what its header leaves undefined in the others for a mistake.
constexpr __mmask16 kAll = 0xffff;

struct SixteenHalves {
    using Floats = __m512;
    static constexpr std::size_t kCount = 16;

    [[gnu::always_inline, gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] static inline Floats
    load(const std::uint16_t* codes) {
        return _mm512_maskz_cvtph_ps(kAll, _mm256_loadu_epi16(codes));
    }
    // Of a NaN the second operand is kept, which it is.
    [[gnu::always_inline, gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] static inline Floats
    limited(Floats x) {
        return _mm512_maskz_min_ps(kAll, _mm512_set1_ps(65504),
                                   _mm512_maskz_max_ps(kAll, _mm512_set1_ps(-65504), x));
    }
    [[gnu::always_inline, gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] static inline void
    store(std::uint16_t* codes, Floats x) {
        const __m256i bits = _mm512_maskz_cvtps_ph(kAll, x, _MM_FROUND_TO_NEAREST_INT);
        const __m256i sizes = _mm256_and_si256(bits, _mm256_set1_epi16(0x7fff));
        const __mmask16 isNan = _mm256_cmpgt_epi16_mask(sizes, _mm256_set1_epi16(0x7c00));
        _mm256_storeu_epi16(codes, _mm256_mask_mov_epi16(bits, isNan, _mm256_set1_epi16(kHalfNan)));
    }

    template <HalfFunction Which>
    [[gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] static std::size_t
    over(std::uint16_t* x, const std::uint16_t* y, std::size_t count, bool saturates) {
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

const HalfKernel kAvx512Halves = halfKernelOf<SixteenHalves>();

} // namespace lw::numeric::detail
