// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/recurrent.h"

#include "core/base/check.h"
#include "core/network/kinds.h"
#include "core/network/messages.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lw::network {

namespace {

using tensor::Shape;
using tensor::Tensor;

// A tensor of the layer, as named in messages.
struct Given {
    std::string_view role;
    const Tensor* tensor;
    Shape wanted;
};

Outcome checkGiven(const Layer& layer, const Given& given) {
    const auto wrong = [&](const Message& message, std::string has, std::string wanted) {
        return Problem{&message,
                       {std::string(given.role), layer.name, std::move(has), std::move(wanted)},
                       layer.place,
                       {},
                       {}};
    };
    if (given.tensor->dtype() != tensor::DType::F32)
        return wrong(messages::kWeightsType, std::string(tensor::nameOf(given.tensor->dtype())),
                     std::string(tensor::nameOf(tensor::DType::F32)));
    if (given.tensor->shape() != given.wanted)
        return wrong(messages::kWeightsShape, tensor::shapeText(given.tensor->shape()),
                     tensor::shapeText(given.wanted));
    return Done{};
}

Outcome checkOptional(const Layer& layer, std::string_view role, const std::optional<Tensor>& tensor,
                      std::uint64_t count) {
    return tensor ? checkGiven(layer, {role, &*tensor, {count}}) : Outcome(Done{});
}

// The largest magnitude; infinite if one of them is not a number.
double largestOf(const std::optional<Tensor>& tensor) {
    double out = 0;
    for (std::uint64_t i = 0; tensor && i < tensor->count(); ++i) {
        const double one = std::abs(tensor->at<float>(i));
        out = std::isnan(one) ? std::numeric_limits<double>::infinity() : std::max(out, one);
    }
    return out;
}

} // namespace

Outcome inferRecurrent(const Network& network, Layer& layer) {
    const Shape& read = shapeOf(network, layer.inputs[0]);
    const bool isSequence = read.size() == 2 || (read.size() == 3 && read[0] == 1);
    if (!isSequence)
        return Problem{&messages::kNoSequence,
                       {std::string(nameOf(layer.kind)), layer.name, nameOf(network, layer.inputs[0]),
                        tensor::shapeText(read)},
                       layer.place,
                       {},
                       {}};
    const Recurrent& own = layer.recurrent;
    const std::uint64_t gates = gatesOf(layer);
    if (own.weights.shape().size() != 2 || own.weights.count() == 0)
        return Problem{&messages::kWeightsShape,
                       {"recurrence", layer.name, tensor::shapeText(own.weights.shape()),
                        "[hidden, " + std::to_string(gates) + " * hidden]"},
                       layer.place,
                       {},
                       {}};
    LW_REQUIRE(layer.kind == Kind::Lstm || own.output != RecurrentOutput::Cell, "a gru has no cell");
    const std::uint64_t hidden = hiddenOf(layer);
    for (const Given& given : {Given{"weights", &layer.weights, {read.back(), gates * hidden}},
                               Given{"recurrence", &own.weights, {hidden, gates * hidden}}}) {
        LW_TRY([[maybe_unused]] const Done one, checkGiven(layer, given));
    }
    LW_TRY([[maybe_unused]] const Done bias, checkOptional(layer, "bias", layer.bias, gates * hidden));
    LW_TRY([[maybe_unused]] const Done more,
           checkOptional(layer, "recurrence_bias", own.bias, gates * hidden));
    LW_TRY([[maybe_unused]] const Done peephole,
           checkOptional(layer, "peephole", own.peephole, (gates - 1) * hidden));
    LW_TRY([[maybe_unused]] const Done h, checkOptional(layer, "initial_h", own.initialHidden, hidden));
    LW_TRY([[maybe_unused]] const Done c, checkOptional(layer, "initial_c", own.initialCell, hidden));
    layer.shape = {hidden};
    if (own.output == RecurrentOutput::Sequence) {
        layer.shape = read;
        layer.shape.back() = hidden;
    }
    return Done{};
}

std::uint64_t recurrentParameters(const Layer& layer) {
    const Recurrent& own = layer.recurrent;
    std::uint64_t out = own.weights.count();
    for (const auto* const one : {&own.bias, &own.peephole, &own.initialHidden, &own.initialCell})
        if (*one) out += (*one)->count();
    return out;
}

Range recurrentRange(const Network& network, const Layer& layer) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (layer.kind == Kind::Lstm && layer.recurrent.output != RecurrentOutput::Cell)
        return {-1, 1, true, false};
    // A cell grows by at most 1 with each step; h of a gru is between its previous value and a tanh. The few
    // roundings of a step are less than 2^-21 of that.
    const double steps = static_cast<double>(stepsOf(shapeOf(network, layer.inputs[0])));
    const double most = layer.kind == Kind::Lstm ? largestOf(layer.recurrent.initialCell) + steps
                                                 : std::max(1.0, largestOf(layer.recurrent.initialHidden));
    const double bound = most * std::exp(steps * 0x1p-21);
    const bool isKnown = bound < std::numeric_limits<float>::max();
    return {isKnown ? -bound : -kInfinity, isKnown ? bound : kInfinity, true, false};
}

} // namespace lw::network
