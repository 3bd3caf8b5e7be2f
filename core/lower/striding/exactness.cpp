// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/exactness.h"

#include "core/base/check.h"
#include "core/network/arithmetic.h"
#include "core/network/kinds.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace lw::lower::striding {

namespace {

using network::Range;

constexpr double kFloatMost = std::numeric_limits<float>::max();
constexpr double kIntegerLeast = std::numeric_limits<std::int32_t>::min();

constexpr int kBoundDigits = 7; // the number that a float32 has
constexpr long kLeastDigits = 1000000;

std::string textOf(double number) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number);
    return {buffer, end.ptr};
}

double numberOf(const std::string& text) {
    double out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

} // namespace

double rounded(double bound, Towards direction) {
    if (!std::isfinite(bound) || bound == std::trunc(bound)) return bound;
    const double size = std::abs(bound);
    const bool mayGrow = (bound > 0) == (direction == Towards::Up);
    char buffer[32];
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, size, std::chars_format::scientific, kBoundDigits - 1);
    const std::string text(buffer, end.ptr); // "d.dddddde-dd"
    double near = numberOf(text);
    if (mayGrow ? near < size : near > size) {
        const std::size_t e = text.find('e');
        long digits = std::stol(text.substr(0, 1) + text.substr(2, e - 2));
        long exponent = std::stol(text.substr(e + 1)) - (kBoundDigits - 1);
        if (!mayGrow && digits == kLeastDigits) { // 1000000: the number below it has one digit less
            digits *= 10;
            --exponent;
        }
        near = numberOf(std::to_string(mayGrow ? digits + 1 : digits - 1) + "e" + std::to_string(exponent));
    }
    return std::copysign(near, bound);
}

namespace {

// "-1008.002 and 1008.002": bounds of sums of floats end in digits that say nothing.
std::string between(const Range& range) {
    return textOf(rounded(range.low, Towards::Down)) + " and " + textOf(rounded(range.high, Towards::Up));
}

bool isFinite(const LayerFacts& facts) {
    const Range& range = facts.first;
    return facts.integers ||
           (!range.mayBeNan && std::abs(range.low) <= kFloatMost && std::abs(range.high) <= kFloatMost);
}
// Every window holds one element, and no zero competes with it.
bool areAlone(const LayerFacts& facts) { return facts.geometry.windowPixels(0, 0) == 1; }
// Whether the output is the same for every negative number as for zero.
bool losesNoNegative(const LayerFacts& facts) {
    if (facts.first.low >= 0) return true;
    if (!facts.requant) return false;
    const auto low = static_cast<std::int32_t>(facts.first.low);
    for (std::size_t c = 0; c < facts.requant->factors.size(); ++c)
        if (network::requantised(low, *facts.requant, c) != network::requantised(0, *facts.requant, c))
            return false;
    return true;
}

Reason proven(std::string rule, std::string words) { return {std::move(rule), std::move(words), {}, true}; }
Reason unproven(std::string rule, std::string words) {
    return {std::move(rule), std::move(words), {}, false};
}

Reason notFinite() {
    return unproven("zero times infinity",
                    "a dropped element that is infinite or NaN becomes NaN when it is multiplied by 0, "
                    "and the window keeps that");
}
Reason negativesLost() {
    return unproven(
        "negatives are lost",
        "the maximum of a negative number and the zeros beside it is 0; a window of one element keeps it");
}
Reason ofMaximum(const LayerFacts& facts) {
    if (facts.first.low >= 0)
        return proven("no value is negative",
                      "the maximum of a number that is not negative and zeros is the number");
    if (areAlone(facts))
        return proven("windows of one element",
                      "every window holds the one element that is kept, and no zeros");
    if (losesNoNegative(facts))
        return proven("negatives share the code of zero",
                      "requantisation gives every negative number the code of 0");
    return negativesLost();
}
Reason ofTwoMasks(const LayerFacts& facts, const MaskNumbers& numbers) {
    if (!facts.integers) {
        const double m = numbers.factor;
        int exponent = 0;
        if (std::abs(std::frexp(m, &exponent)) != 0.5 || std::abs(m) < 1)
            return unproven(
                "the inverse is rounded",
                "m is not a power of two of at least 1, so that v * m * 1/m may be another number than v");
        const double most = std::max(std::abs(facts.first.low), std::abs(facts.first.high));
        if (most * std::abs(m) > kFloatMost)
            return unproven("the first mask may overflow", "v * m may be beyond the largest number");
    }
    return ofMaximum(facts);
}
Reason ofLow(const LayerFacts& facts) {
    if (!facts.integers && (facts.first.mayBeNan || facts.first.high > kFloatMost))
        return unproven("infinity minus infinity",
                        "+infinity or NaN at a dropped element plus -infinity is NaN");
    return proven("below every value",
                  "what is dropped is below every value that is kept, so that it never wins");
}

Reason ruleFor(Mode mode, const LayerFacts& facts, const MaskNumbers& numbers) {
    switch (mode) {
    case Mode::MaskMax:
    case Mode::MatrixMax: return isFinite(facts) ? ofMaximum(facts) : notFinite();
    case Mode::TwoMasksMax: return isFinite(facts) ? ofTwoMasks(facts, numbers) : notFinite();
    case Mode::MaskSum:
        return isFinite(facts) ? proven("one addend is not zero", "a number plus zeros is the number")
                               : notFinite();
    case Mode::MaskMaxMin:
        return isFinite(facts) ? proven("maximum and minimum of a number and zeros",
                                        "one of them is the number and the other is 0, "
                                        "if the window holds a zero; the padding sees to that")
                               : notFinite();
    case Mode::NegInfMax: return ofLow(facts);
    case Mode::SelectMax: return ofMaximum(facts);
    case Mode::SelectSum: return proven("one addend is not zero", "a number plus zeros is the number");
    case Mode::SpaceToDepth:
        return facts.integers
                   ? proven("integers may be added in any order",
                            "the same products are added, in another order")
                   : unproven("another order of additions",
                              "the same products are added in another order, and each sum is rounded");
    case Mode::Direct: return proven("the layer itself", "nothing is lowered");
    }
    broken("assertion", "mode", "a mode without a rule", __FILE__, __LINE__);
}

std::vector<std::string> premisesOf(const LayerFacts& facts) {
    std::vector<std::string> out;
    out.push_back("activation " + std::string(network::nameOf(facts.activation)));
    if (facts.first.mayBeNan)
        out.emplace_back("values of the first tensor may be anything, NaN included");
    else
        out.push_back("values of the first tensor lie between " + between(facts.first));
    if (facts.first.mayWrap) out.emplace_back("sums may wrap");
    if (facts.requant)
        out.push_back("requantised with the code " + std::to_string(facts.requant->zero) + " for 0");
    return out;
}

Range activated(const Range& x, network::Activation activation) {
    switch (activation) {
    case network::Activation::None: return x;
    case network::Activation::Relu:
        return {std::max(x.low, 0.0), std::max(x.high, 0.0), x.mayBeNan, x.mayWrap};
    case network::Activation::Sigmoid: return {0, 1, x.mayBeNan, false};
    case network::Activation::Tanh: return {-1, 1, x.mayBeNan, false};
    }
    return x;
}

} // namespace

LayerFacts factsOf(const network::Layer& layer, const StrideGeometry& geometry, std::span<const Range> sums,
                   bool integers) {
    LW_REQUIRE(!sums.empty(), "a convolution has sums");
    LayerFacts out{geometry, layer.activation, integers, activated(sums.front(), layer.activation),
                   layer.requant};
    for (const Range& one : sums) {
        const Range range = activated(one, layer.activation);
        out.first.low = std::min(out.first.low, range.low);
        out.first.high = std::max(out.first.high, range.high);
        out.first.mayBeNan |= range.mayBeNan;
        out.first.mayWrap |= range.mayWrap;
    }
    return out;
}

MaskNumbers maskNumbersOf(const LayerFacts& facts, double factor) {
    MaskNumbers out;
    out.factor = factor != 0 ? factor : facts.integers ? 3 : 2;
    // The highest value plus this is not above the lowest one. If it would not fit, the mode is unusable.
    const double low = facts.first.low - facts.first.high;
    if (facts.integers && low >= kIntegerLeast) out.low = static_cast<std::int32_t>(low);
    return out;
}

std::optional<std::string> unusable(Mode mode, const LayerFacts& facts, const MaskNumbers& numbers) {
    if (mode == Mode::SpaceToDepth && facts.geometry.groups != 1)
        return "blocks of pixels become channels, which would mix the groups";
    if (mode == Mode::TwoMasksMax) {
        const double m = numbers.factor;
        const auto asFloat = static_cast<float>(m);
        const bool isOdd = m == std::floor(m) && std::abs(m) < 0x1p31 && std::fmod(std::abs(m), 2) == 1;
        if (facts.integers && !isOdd) return "only odd whole numbers have an inverse among 32-bit integers";
        if (!facts.integers &&
            (!std::isfinite(asFloat) || !std::isfinite(1 / asFloat) || asFloat == 0 || 1 / asFloat == 0))
            return "m and 1/m must be numbers other than 0";
    }
    if (!facts.integers) return std::nullopt;
    if (mode == Mode::NegInfMax && facts.first.low - (facts.first.high - facts.first.low) < kIntegerLeast)
        return "no 32-bit integer is far enough below values from " + textOf(facts.first.low) + " to " +
               textOf(facts.first.high);
    if (mode == Mode::MatrixMax && (!facts.requant || facts.requant->zero != 0))
        return "the matrix unit multiplies int8: the layer must be requantised, with the code 0 for 0";
    return std::nullopt;
}

Reason reasonFor(Mode mode, const LayerFacts& facts, const MaskNumbers& numbers) {
    Reason out = ruleFor(mode, facts, numbers);
    out.premises = premisesOf(facts);
    return out;
}

} // namespace lw::lower::striding
