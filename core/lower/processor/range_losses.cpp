// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/range_losses.h"

#include "core/network/reference.h"
#include "core/numeric/block_float.h"
#include "core/numeric/small_float.h"

#include <cmath>
#include <optional>
#include <utility>

namespace lw::lower::processor {

namespace {

double heldBy16(double value) {
    return numeric::smallFloatValue(numeric::smallFloatBits(value, numeric::kFloat16), numeric::kFloat16);
}

void count(double value, RangeLoss& loss) {
    ++loss.numbers;
    if (!std::isfinite(value)) {
        ++loss.notFinite;
        return;
    }
    const double held = heldBy16(value);
    if (std::isinf(held)) ++loss.infinite;
    if (held == 0 && value != 0) ++loss.zero;
}

void count(const tensor::Tensor& numbers, RangeLoss& loss) {
    for (std::uint64_t i = 0; i < numbers.count(); ++i) count(tensor::valueAt(numbers, i), loss);
}

// Of weights that FP16 has as numbers.
void countIntegers(const tensor::Tensor& weights, std::uint32_t bits, RangeLoss& loss) {
    const numeric::BlockFormat integers{static_cast<int>(bits), 0};
    const int exponent = numeric::lowestExponent(integers);
    for (std::uint64_t i = 0; i < weights.count(); ++i) {
        const double held = heldBy16(tensor::valueAt(weights, i));
        if (!std::isfinite(held)) continue;
        const int integer =
            numeric::blockMantissa(held, exponent, integers, numeric::Rounding::NearestEven, 0);
        if (held == integer) continue;
        ++(std::fabs(held - integer) > 0.5 ? loss.clamped : loss.fractions);
    }
}

RangeLoss lossOf(const network::Layer& layer, std::uint32_t integerBits) {
    RangeLoss out{.layer = layer.name};
    if (layer.kind == network::Kind::BatchNorm) { // a factor and a summand are made of its numbers
        const network::FoldedNorm folded = network::foldNorm(layer);
        for (const float value : folded.factor) count(double{value}, out);
        for (const float value : folded.summand) count(double{value}, out);
        return out;
    }
    for (const tensor::Tensor* const numbers : {&layer.weights, &layer.recurrent.weights}) {
        if (numbers->shape().empty()) continue;
        count(*numbers, out);
        if (integerBits != 0) countIntegers(*numbers, integerBits, out);
    }
    for (const auto* const numbers : {&layer.bias, &layer.recurrent.bias, &layer.recurrent.peephole,
                                      &layer.recurrent.initialHidden, &layer.recurrent.initialCell})
        if (*numbers) count(**numbers, out);
    return out;
}

} // namespace

RangeLoss rangeLossOf(const std::string& name, const tensor::Tensor& numbers) {
    RangeLoss out{.layer = name};
    count(numbers, out);
    return out;
}

std::vector<RangeLoss> rangeLossesOf(const network::Network& network, const tensor::Tensor* input,
                                     std::uint32_t integerBits) {
    std::vector<RangeLoss> out;
    const auto add = [&](RangeLoss loss) {
        if (loss.isOfFp16() || loss.isOfIntegers()) out.push_back(std::move(loss));
    };
    if (input) add(rangeLossOf(network.input.name, *input));
    for (const network::Layer& layer : network.layers) add(lossOf(layer, integerBits));
    return out;
}

} // namespace lw::lower::processor
