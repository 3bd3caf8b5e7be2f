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
    float least = 0, most = 0;     // mantissas
    float lowest = 0, highest = 0; // what is at least the highest or less than the lowest saturates
    bool isNearest = true;         // to even; else toward zero
    std::int32_t rounded = 0, toZero = 0, saturated = 0; // is added to
};
// A float32 holds a number times a power of two exactly. Adding 3 * 2^22 rounds to a whole number, which is
// then in the last bits.
template <bool IsNearest>
[[gnu::always_inline]] inline void scaleAll(const std::uint16_t* codes, Scale* scale, std::int16_t* mantissas,
                                            std::size_t count) {
    constexpr float kRounder = 0x1.8p23f;
    const float factor = scale->factor, least = scale->least, most = scale->most, lowest = scale->lowest,
                highest = scale->highest;
    std::int32_t changed = 0, toZero = 0, saturated = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t size = codes[i] & kSize;
        const float normal = std::bit_cast<float>((size << 13) + (std::uint32_t{127 - 15} << 23));
        const float tiny = static_cast<float>(static_cast<std::int32_t>(size)) * 0x1p-24f;
        const float value = (size < 0x400 ? tiny : normal) * factor;
        const float scaled = (codes[i] & 0x8000) != 0 ? -value : value;
        const float above = scaled < least ? least : scaled;
        const float inside = above > most ? most : above;
        const std::int32_t rounded =
            IsNearest ? std::bit_cast<std::int32_t>(inside + kRounder) - std::bit_cast<std::int32_t>(kRounder)
                      : static_cast<std::int32_t>(inside);
        const std::int32_t mantissa = size > kInfinite ? 0 : rounded;
        mantissas[i] = static_cast<std::int16_t>(mantissa);
        changed += static_cast<float>(mantissa) != scaled ? 1 : 0;
        toZero += (mantissa == 0) & (size != 0) ? 1 : 0;
        saturated += (size <= kInfinite) & ((scaled >= highest) | (scaled < lowest)) ? 1 : 0;
    }
    scale->rounded += changed - toZero - saturated;
    scale->toZero += toZero;
    scale->saturated += saturated;
}
[[gnu::always_inline]] inline void scaleBlock(const std::uint16_t* codes, Scale* scale,
                                              std::int16_t* mantissas, std::size_t count) {
    if (scale->isNearest)
        scaleAll<true>(codes, scale, mantissas, count);
    else
        scaleAll<false>(codes, scale, mantissas, count);
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
    Scale scale{
        .factor = static_cast<float>(std::ldexp(1, format.mantissaBits - 1 - exponent)),
        .least = least,
        .most = most,
        // The lowest mantissa is even and the highest odd, so of two halves the upper one goes beyond.
        .lowest = isNearest ? least - 0.5f : std::nextafter(least - 1, 0.0f),
        .highest = isNearest ? most + 0.5f : most + 1,
        .isNearest = isNearest};
    atHostLevel<scaleBlock>(codes.data(), &scale, mantissas, codes.size());
    if (losses) {
        losses->rounded += static_cast<std::uint64_t>(scale.rounded);
        losses->toZero += static_cast<std::uint64_t>(scale.toZero);
        losses->saturated += static_cast<std::uint64_t>(scale.saturated);
    }
    return exponent;
}

} // namespace lw::numeric
