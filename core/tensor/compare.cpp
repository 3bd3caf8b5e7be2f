// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/compare.h"

#include "core/tensor/element.h"
#include "core/tensor/messages.h"

#include <cmath>
#include <limits>

namespace lw::tensor {
namespace {

constexpr std::uint64_t kFarthest = std::numeric_limits<std::uint64_t>::max();

struct Pair {
    bool equal = false;
    bool zerosOfOtherSign = false;
    bool comparable = false; // both finite
    double difference = 0;
    std::uint64_t ulp = 0;
};

// The place of a float among all floats of its width, with -0 and +0 at the same one.
template <typename Bits> std::int64_t placeOf(Bits bits) {
    constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
    const auto magnitude = static_cast<std::int64_t>(bits & static_cast<Bits>(~kSign));
    return (bits & kSign) != 0 ? -magnitude : magnitude;
}

template <typename Kind> std::uint64_t distance(typename Kind::Stored got, typename Kind::Stored expected) {
    using Stored = typename Kind::Stored;
    if constexpr (std::is_same_v<Stored, double>)
        return distance<PlainElement<std::int64_t>>(placeOf(std::bit_cast<std::uint64_t>(got)),
                                                    placeOf(std::bit_cast<std::uint64_t>(expected)));
    else if constexpr (std::is_same_v<Stored, float>)
        return distance<PlainElement<std::int64_t>>(placeOf(std::bit_cast<std::uint32_t>(got)),
                                                    placeOf(std::bit_cast<std::uint32_t>(expected)));
    else if constexpr (Kind::kReal)
        return distance<PlainElement<std::int64_t>>(placeOf(got), placeOf(expected));
    else
        return got > expected ? static_cast<std::uint64_t>(got) - static_cast<std::uint64_t>(expected)
                              : static_cast<std::uint64_t>(expected) - static_cast<std::uint64_t>(got);
}

template <typename Kind>
Pair pairOf(typename Kind::Stored got, typename Kind::Stored expected, NanPolicy policy) {
    Pair out;
    if constexpr (!Kind::kReal) {
        out.ulp = distance<Kind>(got, expected);
        out.equal = out.ulp == 0;
        out.comparable = true;
        out.difference = static_cast<double>(out.ulp);
        return out;
    } else {
        const double x = Kind::value(got), y = Kind::value(expected);
        out.comparable = std::isfinite(x) && std::isfinite(y);
        out.equal = x == y || (policy == NanPolicy::EqualsNan && std::isnan(x) && std::isnan(y));
        out.zerosOfOtherSign = x == 0 && y == 0 && std::signbit(x) != std::signbit(y);
        if (out.equal) return out;
        out.difference = out.comparable ? std::fabs(x - y) : std::numeric_limits<double>::infinity();
        out.ulp = out.comparable ? distance<Kind>(got, expected) : kFarthest;
        return out;
    }
}

bool within(const Pair& pair, double expected, const Tolerance& tolerance) {
    if (!pair.comparable) return false;
    return pair.ulp <= tolerance.ulp ||
           pair.difference <= tolerance.atol + tolerance.rtol * std::fabs(expected);
}

template <typename Kind>
Comparison compareAll(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
    using Stored = typename Kind::Stored;
    Comparison out;
    out.compared = got.count();
    const std::byte* const gotBytes = got.bytes().data();
    const std::byte* const expectedBytes = expected.bytes().data();
    bool worstIsBeyond = false;
    for (std::uint64_t i = 0; i < out.compared; ++i) {
        const auto x = loadElement<Stored>(gotBytes + i * sizeof(Stored));
        const auto y = loadElement<Stored>(expectedBytes + i * sizeof(Stored));
        const Pair pair = pairOf<Kind>(x, y, tolerance.nan);
        out.signedZeros += pair.zerosOfOtherSign;
        if (pair.equal) continue;
        ++out.differing;
        if (pair.comparable) out.largestUlp = std::max(out.largestUlp, pair.ulp);
        const bool beyond = !within(pair, Kind::value(y), tolerance);
        out.beyond += beyond;
        const bool worse = !out.worst || (beyond && !worstIsBeyond) ||
                           (beyond == worstIsBeyond && pair.difference > out.worst->difference);
        if (!worse) continue;
        worstIsBeyond = beyond;
        out.worst = Deviation{i, {}, Kind::value(x), Kind::value(y), pair.difference, pair.ulp};
    }
    return out;
}

} // namespace

Result<Comparison> compare(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
    if (got.dtype() != expected.dtype())
        return Problem{&messages::kOtherType,
                       {std::string(nameOf(got.dtype())), std::string(nameOf(expected.dtype()))},
                       {},
                       {},
                       {}};
    if (got.shape() != expected.shape())
        return Problem{
            &messages::kShapesDiffer, {shapeText(got.shape()), shapeText(expected.shape())}, {}, {}, {}};
    Comparison out =
        visit(got.dtype(), [&](auto kind) { return compareAll<decltype(kind)>(got, expected, tolerance); });
    if (out.worst) out.worst->index = indexOf(got.shape(), out.worst->element);
    return out;
}

double ulpBetween(DType type, const std::byte* got, const std::byte* expected) {
    return visit(type, [&](auto kind) {
        using Kind = decltype(kind);
        using Stored = typename Kind::Stored;
        const Pair pair =
            pairOf<Kind>(loadElement<Stored>(got), loadElement<Stored>(expected), NanPolicy::EqualsNan);
        return pair.equal || pair.comparable ? static_cast<double>(pair.ulp)
                                             : std::numeric_limits<double>::infinity();
    });
}

bool isFinite(const Tensor& tensor) {
    for (std::uint64_t i = 0; i < tensor.count(); ++i)
        if (!std::isfinite(valueAt(tensor, i))) return false;
    return true;
}

} // namespace lw::tensor
