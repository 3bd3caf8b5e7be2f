// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/geometry.h"
#include "core/network/onnx_node.h"

#include <algorithm>

// Operators with a window that slides over an image.
namespace lw::network::onnx {

namespace {

using tensor::Shape;
using tensor::Tensor;

// In how many directions a window slides.
std::size_t directionsOf(const Value& input) { return input.layout == Layout::Row ? 1 : 2; }

// Of rows and columns, or of columns alone.
Pair pairOf(const std::vector<std::int64_t>& numbers, std::uint32_t otherwise = 1) {
    if (numbers.empty()) return {otherwise, otherwise};
    const auto columns = static_cast<std::uint32_t>(numbers.back());
    return {numbers.size() == 1 ? otherwise : static_cast<std::uint32_t>(numbers[0]), columns};
}

enum class Pads { Explicit, Valid, SameUpper, SameLower };

Result<Pads> autoPad(Use& use) {
    LW_TRY(const std::string text, use.text("auto_pad", "NOTSET"));
    if (text == "NOTSET") return Pads::Explicit;
    if (text == "VALID") return Pads::Valid;
    if (text == "SAME_UPPER") return Pads::SameUpper;
    if (text == "SAME_LOWER") return Pads::SameLower;
    return use.wrong("the attribute auto_pad is \"" + text + "\"");
}

// `total` elements of padding: the odd one after the image (upper) or before it.
std::pair<std::uint32_t, std::uint32_t> split(std::int64_t total, bool isUpper) {
    const std::int64_t less = total / 2, more = total - less;
    return isUpper ? std::pair(static_cast<std::uint32_t>(less), static_cast<std::uint32_t>(more))
                   : std::pair(static_cast<std::uint32_t>(more), static_cast<std::uint32_t>(less));
}

// Padding in one direction so that there is one window for each `stride` elements or part of them.
std::pair<std::uint32_t, std::uint32_t> same(const Axis& axis, bool isUpper) {
    const std::int64_t windows = (axis.size + axis.stride - 1) / axis.stride;
    return split(std::max<std::int64_t>(0, (windows - 1) * axis.stride + axis.span() - axis.size), isUpper);
}

// kernel_shape (or the weights' one), strides, dilations, and explicit pads.
Result<Pads> readWindow(Use& use, Layer& layer, const Value& input,
                        const std::vector<std::int64_t>& weightsKernel) {
    const std::size_t directions = directionsOf(input);
    LW_TRY(std::vector<std::int64_t> kernel, use.integers("kernel_shape", directions, 1));
    if (kernel.empty()) kernel = weightsKernel;
    if (kernel.empty()) return use.wrong("the attribute kernel_shape is missing");
    if (!weightsKernel.empty() && kernel != weightsKernel)
        return use.wrong("the attribute kernel_shape is not that of the weights");
    layer.kernel = pairOf(kernel);
    LW_TRY(const auto strides, use.integers("strides", directions, 1));
    layer.stride = pairOf(strides);
    LW_TRY(const auto dilations, use.integers("dilations", directions, 1));
    layer.dilation = pairOf(dilations);
    LW_TRY(const auto pads, use.integers("pads", 2 * directions, 0));
    LW_TRY(const Pads how, autoPad(use));
    if (how != Pads::Explicit || pads.empty()) return how;
    const auto edge = [&](std::size_t i) { return static_cast<std::uint32_t>(pads[i]); };
    if (directions == 1)
        layer.pad = {0, 0, edge(0), edge(1)};
    else
        layer.pad = {edge(0), edge(2), edge(1), edge(3)};
    return how;
}

// The same, with the padding requested by auto_pad.
Outcome readPaddedWindow(Use& use, Layer& layer, const Value& input,
                         const std::vector<std::int64_t>& weightsKernel) {
    LW_TRY(const Pads how, readWindow(use, layer, input, weightsKernel));
    if (how != Pads::SameUpper && how != Pads::SameLower) return Done{};
    const Shape& image = use.shapeOf(input);
    const auto [top, bottom] = same(rowsOf(layer, image), how == Pads::SameUpper);
    const auto [left, right] = same(columnsOf(layer, image), how == Pads::SameUpper);
    layer.pad = {top, bottom, left, right};
    return Done{};
}

// [a][b][rows][columns], or without rows, to [rows][columns][b'][a'], where `place` says which b' and a'.
template <typename Place>
Tensor reordered(const Tensor& weights, std::uint64_t inputs, std::uint64_t outputs, const Place& place) {
    const Shape& s = weights.shape();
    const std::uint64_t rows = s.size() == 3 ? 1 : s[2], taps = rows * s.back();
    Tensor out(weights.dtype(), {rows, s.back(), inputs, outputs});
    for (std::uint64_t a = 0, from = 0; a < s[0]; ++a)
        for (std::uint64_t b = 0; b < s[1]; ++b) {
            const auto [input, output] = place(a, b);
            for (std::uint64_t tap = 0; tap < taps; ++tap, ++from)
                out.set(tap * inputs * outputs + input * outputs + output, weights.at<float>(from));
        }
    return out;
}

// The weights of a convolution, which must have as many directions as what it reads.
Result<Tensor> readWeights(Use& use, Layer& layer, const Value& input) {
    LW_TRY(Tensor weights, use.constant(1));
    LW_TRY(const std::int64_t groups, use.integer("group", 1));
    const Shape& shape = weights.shape();
    if (shape.size() != 2 + directionsOf(input))
        return use.wrong("its weights of shape " + tensor::shapeText(shape) + " do not fit what it reads");
    const auto isBad = [](std::uint64_t extent) { return extent == 0 || extent > 65535; };
    if (std::any_of(shape.begin(), shape.end(), isBad))
        return use.wrong("its weights have the shape " + tensor::shapeText(shape) +
                         "; extents are from 1 to 65535");
    if (groups < 1 || shape[0] % static_cast<std::uint64_t>(groups) != 0)
        return use.wrong("the attribute group is " + std::to_string(groups) + "; it must divide " +
                         std::to_string(shape[0]) + " channels");
    layer.groups = static_cast<std::uint32_t>(groups);
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(weights.count()));
    if (use.has(2)) {
        LW_TRY(layer.bias, use.constant(2));
    }
    return weights;
}

std::vector<std::int64_t> kernelOf(const Tensor& weights) {
    return {weights.shape().begin() + 2, weights.shape().end()};
}

Outcome globalPool(Use& use, Kind kind) {
    LW_TRY(const Value input, use.image(0));
    const Shape& image = use.shapeOf(input);
    Layer layer;
    layer.kind = kind;
    layer.kernel = {static_cast<std::uint32_t>(image[0]), static_cast<std::uint32_t>(image[1])};
    return use.give(std::move(layer), {input}, input.layout);
}

Outcome pool(Use& use, Layer layer) {
    LW_TRY(const Value input, use.image(0));
    LW_TRY(const std::int64_t ceil, use.integer("ceil_mode", 0));
    layer.ceil = ceil != 0;
    use.ignore("storage_order"); // of a second output
    LW_TRY([[maybe_unused]] const Done window, readPaddedWindow(use, layer, input, {}));
    return use.give(std::move(layer), {input}, input.layout);
}

} // namespace

Outcome conv(Use& use) {
    LW_TRY(const Value input, use.image(0));
    Layer layer;
    layer.kind = Kind::Conv;
    LW_TRY(const Tensor weights, readWeights(use, layer, input));
    LW_TRY([[maybe_unused]] const Done window, readPaddedWindow(use, layer, input, kernelOf(weights)));
    layer.weights = reordered(weights, weights.shape()[1], weights.shape()[0],
                              [](std::uint64_t output, std::uint64_t in) { return std::pair(in, output); });
    return use.give(std::move(layer), {input}, input.layout);
}

Outcome convTranspose(Use& use) {
    LW_TRY(const Value input, use.image(0));
    Layer layer;
    layer.kind = Kind::ConvTranspose;
    LW_TRY(const Tensor weights, readWeights(use, layer, input));
    LW_TRY(const Pads how, readWindow(use, layer, input, kernelOf(weights)));
    LW_TRY(const auto more, use.integers("output_padding", directionsOf(input), 0));
    layer.outputPadding = pairOf(more, 0);
    LW_TRY(std::vector<std::int64_t> size, use.integers("output_shape", directionsOf(input), 1));
    const Axis axes[] = {rowsOf(layer, use.shapeOf(input)), columnsOf(layer, use.shapeOf(input))};
    if (size.empty() && (how == Pads::SameUpper || how == Pads::SameLower))
        size = {axes[0].size * axes[0].stride, axes[1].size * axes[1].stride};
    if (size.size() == 1) size.insert(size.begin(), 1);
    if (!size.empty()) {
        std::pair<std::uint32_t, std::uint32_t> pads[2];
        for (std::size_t i = 0; i < 2; ++i) {
            Axis axis = axes[i];
            axis.before = axis.after = 0;
            const std::int64_t all =
                transposedSize(axis, i == 0 ? layer.outputPadding.rows : layer.outputPadding.columns);
            // Whatever the taps do not reach is filled up at the end.
            const std::int64_t missing = std::max<std::int64_t>(0, size[i] - all);
            (i == 0 ? layer.outputPadding.rows : layer.outputPadding.columns) +=
                static_cast<std::uint32_t>(missing);
            if (all - size[i] > 65535) return use.wrong("the output would be cut by more than 65535");
            pads[i] = split(std::max<std::int64_t>(0, all - size[i]), how == Pads::SameUpper);
        }
        layer.pad = {pads[0].first, pads[0].second, pads[1].first, pads[1].second};
    }
    const std::uint64_t groups = layer.groups, perGroup = weights.shape()[0] / groups,
                        outputs = weights.shape()[1];
    layer.weights =
        reordered(weights, perGroup, outputs * groups, [&](std::uint64_t in, std::uint64_t output) {
            return std::pair(in % perGroup, in / perGroup * outputs + output);
        });
    return use.give(std::move(layer), {input}, input.layout);
}

Outcome maxPool(Use& use) {
    Layer layer;
    layer.kind = Kind::MaxPool;
    return pool(use, std::move(layer));
}

Outcome averagePool(Use& use) {
    Layer layer;
    layer.kind = Kind::AveragePool;
    LW_TRY(const std::int64_t count, use.integer("count_include_pad", 0));
    layer.countIncludePad = count != 0;
    return pool(use, std::move(layer));
}

Outcome globalMaxPool(Use& use) { return globalPool(use, Kind::MaxPool); }
Outcome globalAveragePool(Use& use) { return globalPool(use, Kind::AveragePool); }

} // namespace lw::network::onnx
