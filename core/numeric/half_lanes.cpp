// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half_lanes.h"

#include "core/numeric/host_copies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <vector>

namespace lw::numeric {

namespace {

constexpr std::uint32_t kSize = 0x7fff, kInfinite = 0x7c00, kLargestHalf = 0x7bff;

const detail::HalfKernel* halfKernel() {
#if defined(__x86_64__)
    static const bool hasF16c = hostHasF16c();
    if (hostLevel() == HostLevel::Avx512) return &detail::kAvx512Halves;
    if (hostLevel() == HostLevel::Avx2 && hasF16c) return &detail::kAvx2Halves;
#endif
    return nullptr;
}

// What registers of the host leave over, or all, element by element.
template <auto OfKernel, typename One>
void withOperand(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow, One one) {
    const detail::HalfKernel* const kernel = halfKernel();
    std::size_t i = kernel ? (kernel->*OfKernel)(x.data(), y, x.size(), overflow == Overflow::Saturate) : 0;
    for (; i < x.size(); ++i) x[i] = one(x[i], y[i], overflow);
}

// Codes as whole numbers in the order of their values, -0 below +0.
[[gnu::always_inline]] inline std::int16_t ordered(std::uint16_t code) {
    return static_cast<std::int16_t>(code ^ (static_cast<std::int16_t>(code) < 0 ? kSize : 0));
}
[[gnu::always_inline]] inline void largerOnes(std::uint16_t* x, const std::uint16_t* y, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::int16_t a = ordered(x[i]), b = ordered(y[i]);
        const auto larger = static_cast<std::uint16_t>(ordered(static_cast<std::uint16_t>(a > b ? a : b)));
        const bool isNan = (x[i] & kSize) > kInfinite || (y[i] & kSize) > kInfinite;
        x[i] = isNan ? kHalfNan : larger;
    }
}
[[gnu::always_inline]] inline void positiveOnes(std::uint16_t* x, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint16_t kept = static_cast<std::int16_t>(x[i]) < 0 ? std::uint16_t{0} : x[i];
        x[i] = (x[i] & kSize) > kInfinite ? kHalfNan : kept;
    }
}

// A function of one number as a table of all codes.
using Codes = std::array<std::uint16_t, 0x10000>;
std::unique_ptr<const Codes> tableOf(std::uint16_t (*function)(std::uint16_t)) {
    auto out = std::make_unique<Codes>();
    for (std::uint32_t code = 0; code < out->size(); ++code)
        (*out)[code] = function(static_cast<std::uint16_t>(code));
    return out;
}
void lookUp(const Codes& table, std::span<std::uint16_t> x) {
    for (std::uint16_t& code : x) code = table[code];
}

// A number that is normal in FP16 loses its last 42 bits; below that, adding 2^28 leaves the code as the last
// bits of the sum, rounded by the addition.
[[gnu::always_inline]] inline void roundAll(const double* values, std::uint64_t beyond, std::uint16_t* codes,
                                            std::size_t count) {
    constexpr std::uint64_t kRebias = std::uint64_t{1023 - 15} << 10, kHalf = (std::uint64_t{1} << 41) - 1;
    constexpr std::uint64_t kSmall = std::uint64_t{1023 - 14} << 52, kNan = std::uint64_t{2047} << 52;
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::uint64_t>(values[i]);
        const std::uint64_t size = bits & ~(std::uint64_t{1} << 63);
        const std::uint64_t normal = ((size + kHalf + (size >> 42 & 1)) >> 42) - kRebias;
        const std::uint64_t tiny = std::bit_cast<std::uint64_t>(std::bit_cast<double>(size) + 0x1p28) -
                                   std::bit_cast<std::uint64_t>(0x1p28);
        const std::uint64_t rounded = size < kSmall ? tiny : normal;
        const std::uint64_t code = (rounded > kLargestHalf ? beyond : rounded) | (bits >> 48 & 0x8000);
        codes[i] = static_cast<std::uint16_t>(size > kNan ? kHalfNan : code);
    }
}

// The largest size of a code that is not a NaN.
[[gnu::always_inline]] inline void largestSize(const std::uint16_t* codes, std::size_t count,
                                               std::uint16_t* out) {
    std::uint16_t largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto size = static_cast<std::uint16_t>(codes[i] & kSize);
        const std::uint16_t counted = size > kInfinite ? std::uint16_t{0} : size;
        largest = counted > largest ? counted : largest;
    }
    *out = largest;
}

struct Scale {
    float factor = 1;
    float least = 0, most = 0; // mantissas
    bool isNearest = true;     // to even; else toward zero
};
// A float32 holds a number times a power of two exactly. Adding 3 * 2^22 rounds to a whole number, which is
// then in the last bits.
template <bool IsNearest>
[[gnu::always_inline]] inline void scaleAll(const std::uint16_t* codes, const Scale& scale,
                                            std::int16_t* mantissas, std::size_t count) {
    constexpr float kRounder = 0x1.8p23f;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t size = codes[i] & kSize;
        const float normal = std::bit_cast<float>((size << 13) + (std::uint32_t{127 - 15} << 23));
        const float tiny = static_cast<float>(static_cast<std::int32_t>(size)) * 0x1p-24f;
        const float value = (size < 0x400 ? tiny : normal) * scale.factor;
        const float scaled = (codes[i] & 0x8000) != 0 ? -value : value;
        const float above = scaled < scale.least ? scale.least : scaled;
        const float inside = above > scale.most ? scale.most : above;
        const std::int32_t rounded =
            IsNearest ? std::bit_cast<std::int32_t>(inside + kRounder) - std::bit_cast<std::int32_t>(kRounder)
                      : static_cast<std::int32_t>(inside);
        mantissas[i] = size > kInfinite ? std::int16_t{0} : static_cast<std::int16_t>(rounded);
    }
}
[[gnu::always_inline]] inline void scaleBlock(const std::uint16_t* codes, const Scale* scale,
                                              std::int16_t* mantissas, std::size_t count) {
    if (scale->isNearest)
        scaleAll<true>(codes, *scale, mantissas, count);
    else
        scaleAll<false>(codes, *scale, mantissas, count);
}

struct Lost {
    float factor = 1;
    std::int32_t mostBelow = 0, mostAbove = 0; // bits of the largest sizes that saturate nothing, by sign
    std::int32_t changed = 0, toZero = 0, saturated = 0;
};
// Compares sizes as the whole numbers that their bits are: comparisons of floats would not be vectorised.
[[gnu::always_inline]] inline void countLost(const std::uint16_t* codes, const std::int16_t* mantissas,
                                             Lost* lost, std::size_t count) {
    const float factor = lost->factor;
    const std::int32_t below = lost->mostBelow, above = lost->mostAbove;
    std::int32_t changed = 0, toZero = 0, saturated = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t size = codes[i] & 0x7fff, mantissa = mantissas[i];
        // All bits are set, or none.
        const std::int32_t isTiny = (size - 0x400) >> 31, isNan = (0x7c00 - size) >> 31;
        const std::int32_t isNegative = static_cast<std::int16_t>(codes[i]) >> 15;
        const std::int32_t normal = (size << 13) + ((127 - 15) << 23);
        const auto tiny = std::bit_cast<std::int32_t>(static_cast<float>(size) * 0x1p-24f);
        const float value = std::bit_cast<float>((tiny & isTiny) | (normal & ~isTiny)) * factor;
        const auto wanted = std::bit_cast<std::int32_t>(value);
        const auto kept =
            std::bit_cast<std::int32_t>(static_cast<float>((mantissa ^ isNegative) - isNegative));
        const std::int32_t limit = (below & isNegative) | (above & ~isNegative);
        changed += kept != wanted ? 1 : 0;
        toZero -= (mantissa == 0 ? -1 : 0) & (size != 0 ? -1 : 0);
        saturated -= (wanted > limit ? -1 : 0) & ~isNan;
    }
    lost->changed += changed;
    lost->toZero += toZero;
    lost->saturated += saturated;
}

} // namespace

void addHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow) {
    withOperand<&detail::HalfKernel::add>(x, y, overflow, halfSum);
}
void subtractHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow) {
    withOperand<&detail::HalfKernel::subtract>(x, y, overflow, halfDifference);
}
void subtractFromHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow) {
    withOperand<&detail::HalfKernel::subtractFrom>(
        x, y, overflow,
        [](std::uint16_t a, std::uint16_t b, Overflow how) { return halfDifference(b, a, how); });
}
void multiplyHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow overflow) {
    withOperand<&detail::HalfKernel::multiply>(x, y, overflow, halfProduct);
}
void maxHalves(std::span<std::uint16_t> x, const std::uint16_t* y, Overflow) {
    atHostLevel<largerOnes>(x.data(), y, x.size());
}

void reluHalves(std::span<std::uint16_t> x) { atHostLevel<positiveOnes>(x.data(), x.size()); }
void sigmoidHalves(std::span<std::uint16_t> x) {
    static const std::unique_ptr<const Codes> table = tableOf(halfSigmoid);
    lookUp(*table, x);
}
void tanhHalves(std::span<std::uint16_t> x) {
    static const std::unique_ptr<const Codes> table = tableOf(halfTanh);
    lookUp(*table, x);
}

void roundToHalves(std::span<const double> values, Overflow overflow, std::uint16_t* codes) {
    const std::uint64_t beyond = overflow == Overflow::Saturate ? kLargestHalf : kInfinite;
    atHostLevel<roundAll>(values.data(), beyond, codes, values.size());
}

// Chance and infinities, whose exponent may be so large that a float32 does not hold the numbers beside them,
// take the way of encodeBlock().
int encodeHalves(std::span<const std::uint16_t> codes, BlockFormat format, const BlockRounding& how,
                 std::int16_t* mantissas, BlockLosses* losses) {
    std::uint16_t largest = 0;
    atHostLevel<largestSize>(codes.data(), codes.size(), &largest);
    if (largest == kInfinite || how.rounding == Rounding::Stochastic) {
        std::vector<double> values(codes.size());
        for (std::size_t i = 0; i < codes.size(); ++i) values[i] = halfValue(codes[i]);
        return encodeBlock(values, format, how, {mantissas, codes.size()}, losses);
    }
    if (largest == 0) {
        if (losses)
            losses->toZero += static_cast<std::uint64_t>(std::ranges::count_if(
                codes, [](std::uint16_t code) { return (code & kSize) != 0; })); // no number
        std::fill_n(mantissas, codes.size(), std::int16_t{0});
        return lowestExponent(format);
    }
    const double one = halfValue(largest);
    const int exponent = blockExponent({&one, 1}, format);
    const bool isNearest = how.rounding == Rounding::NearestEven;
    const auto least = static_cast<float>(lowestMantissa(format)),
               most = static_cast<float>(highestMantissa(format));
    const Scale scale{static_cast<float>(std::ldexp(1, format.mantissaBits - 1 - exponent)), least, most,
                      isNearest};
    atHostLevel<scaleBlock>(codes.data(), &scale, mantissas, codes.size());
    if (losses) {
        // The lowest mantissa is even and the highest odd, so of two halves the upper one goes beyond.
        const float below = isNearest ? 0.5f - least : std::nextafter(1 - least, 0.0f);
        const float above = std::nextafter(most + (isNearest ? 0.5f : 1), 0.0f);
        Lost lost{scale.factor, std::bit_cast<std::int32_t>(below), std::bit_cast<std::int32_t>(above)};
        atHostLevel<countLost>(codes.data(), static_cast<const std::int16_t*>(mantissas), &lost,
                               codes.size());
        losses->rounded += static_cast<std::uint64_t>(lost.changed - lost.toZero - lost.saturated);
        losses->toZero += static_cast<std::uint64_t>(lost.toZero);
        losses->saturated += static_cast<std::uint64_t>(lost.saturated);
    }
    return exponent;
}

} // namespace lw::numeric
