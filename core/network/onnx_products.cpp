// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_pieces.h"

#include <cstring>

// Products with a constant matrix: a layer for a list, a convolution of single pixels for rows of features.
namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

// Must have elements: [2^62, 0] has none, yet very many rows to go through.
Result<Tensor> matrixOf(Use& use) {
    LW_TRY(Tensor weights, use.constant(1));
    if (weights.shape().size() != 2 || weights.count() == 0)
        return use.wrong("its weights of shape " + tensor::shapeText(weights.shape()) +
                         " are not a matrix with elements");
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(weights.count()));
    return weights;
}

// [inputs][outputs], with each number multiplied by `factor`.
Tensor oriented(const Tensor& given, bool isTransposed, float factor) {
    const std::uint64_t inputs = given.shape()[isTransposed ? 1 : 0],
                        outputs = given.shape()[isTransposed ? 0 : 1];
    Tensor out(DType::F32, {inputs, outputs});
    for (std::uint64_t i = 0; i < inputs; ++i)
        for (std::uint64_t n = 0; n < outputs; ++n)
            out.set(i * outputs + n,
                    given.at<float>(isTransposed ? n * inputs + i : i * outputs + n) * factor);
    return out;
}

// The rows in the order in which a list is arranged here.
Tensor inOrderOf(const View& view, Tensor weights) {
    const std::vector<std::uint32_t> places = placesOf(view);
    if (view.parts.size() < 2 || places.size() != weights.shape()[0])
        return weights; // the latter is refused later
    Tensor out(DType::F32, weights.shape());
    const std::size_t row = weights.bytes().size() / places.size();
    for (std::size_t i = 0; i < places.size(); ++i)
        std::memcpy(out.bytes().data() + places[i] * row, weights.bytes().data() + i * row, row);
    return out;
}

Outcome ofList(Use& use, Layer layer) {
    LW_TRY(const Value input, use.flat(0));
    layer.kind = Kind::Dense;
    layer.weights = inOrderOf(input.view, std::move(layer.weights));
    return use.give(std::move(layer), {input}, input.layout);
}

// Along the last axis, which must be that of the channels here.
Outcome ofRows(Use& use, Layer layer) {
    LW_TRY(Value input, use.value(0));
    const Shape& weights = layer.weights.shape();
    const std::uint64_t features = weights[0];
    if (input.view.item.back() != features)
        return use.wrong("its rows of " + std::to_string(input.view.item.back()) +
                         " do not fit weights of shape " + tensor::shapeText(weights));
    const bool fits = use.shapeOf(input).size() == 3 && use.shapeOf(input).back() == features &&
                      withLast(input.view, weights[1]).has_value();
    if (!fits) {
        const Shape item = input.view.item;
        const Target rows = targetOf(item, Arrangement::Straight);
        LW_TRY(const Value moved,
               use.moved(input, rows.axes, {1, *tensor::countOf(item) / features, features}, ".rows"));
        input.id = moved.id;
        input.view = straight(item);
    }
    layer.kind = Kind::Conv;
    layer.weights = Tensor(DType::F32, {1, 1, features, weights[1]},
                           {layer.weights.bytes().begin(), layer.weights.bytes().end()});
    View view = *withLast(input.view, layer.weights.shape()[3]);
    return use.give(std::move(layer), {input}, input.layout, std::move(view));
}

// Rows of a batch that is always 1 may be all there is: then there is no other extent.
Outcome ofMatrix(Use& use, Layer layer) {
    LW_TRY(const Value input, use.value(0));
    const Shape& item = input.view.item;
    const bool isList = input.layout == Layout::Flat || (input.layout == Layout::Plain && use.isOneItem() &&
                                                         item.size() == 2 && item[0] == 1);
    return isList || item.size() < 2 ? ofList(use, std::move(layer)) : ofRows(use, std::move(layer));
}

} // namespace

Outcome gemm(Use& use) {
    LW_TRY(const std::int64_t transA, use.integer("transA", 0));
    LW_TRY(const std::int64_t transB, use.integer("transB", 0));
    LW_TRY(const double alpha, use.real("alpha", 1));
    LW_TRY(const double beta, use.real("beta", 1));
    LW_TRY(const std::int64_t old, use.integer("broadcast", 1)); // before version 7
    if (old != 1) return use.wrong("the attribute broadcast of old files must be 1");
    if (transA != 0) return use.wrong("transA is set: the batch would be the last extent");
    LW_TRY(const Tensor matrix, matrixOf(use));
    Layer layer;
    layer.weights = oriented(matrix, transB != 0, static_cast<float>(alpha));
    if (use.has(2)) {
        LW_TRY(const Tensor given, use.constant(2));
        const std::uint64_t outputs = layer.weights.shape()[1];
        const bool isRow = given.shape().size() < 2 || (given.shape().size() == 2 && given.shape()[0] == 1);
        if (!isRow || (given.count() != 1 && given.count() != outputs))
            return use.wrong("C of shape " + tensor::shapeText(given.shape()) +
                             " is not one number for each output");
        layer.bias = Tensor(DType::F32, {outputs});
        for (std::uint64_t i = 0; i < outputs; ++i)
            layer.bias->set(i, given.at<float>(given.count() == 1 ? 0 : i) * static_cast<float>(beta));
    }
    return ofMatrix(use, std::move(layer));
}

Outcome matMul(Use& use) {
    Layer layer;
    LW_TRY(layer.weights, matrixOf(use));
    return ofMatrix(use, std::move(layer));
}

} // namespace lw::network::onnx
