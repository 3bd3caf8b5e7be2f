// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_wide_weights.h"

#include <algorithm>

namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

constexpr std::int32_t kLeast = -128, kMost = 127;

std::uint64_t partsOf(const Tensor& whole) {
    std::int32_t low = 0, high = 1;
    for (std::uint64_t i = 0; i < whole.count(); ++i) {
        low = std::min(low, whole.at<std::int32_t>(i));
        high = std::max(high, whole.at<std::int32_t>(i));
    }
    return static_cast<std::uint64_t>(std::max((high + kMost - 1) / kMost, (low + kLeast + 1) / kLeast));
}

// Weights [taps][channels][outputs] as [taps][parts][channels][outputs], with parts that add up to each.
Tensor inParts(const Tensor& whole, std::uint64_t channels, std::uint64_t parts) {
    Shape shape = whole.shape();
    shape[shape.size() - 2] *= parts;
    Tensor out(DType::I8, shape);
    const std::uint64_t step = channels * shape.back(); // from one part to the next
    for (std::uint64_t i = 0; i < whole.count(); ++i) {
        std::int32_t left = whole.at<std::int32_t>(i);
        for (std::uint64_t part = 0; part < parts; ++part) {
            const std::int32_t one = std::clamp(left, kLeast, kMost);
            out.set((i / step * parts + part) * step + i % step, static_cast<std::int8_t>(one));
            left -= one;
        }
    }
    return out;
}

// The channels of each group, that many times.
Layer repeated(std::uint64_t channels, std::uint64_t groups, std::uint64_t parts) {
    Layer layer;
    layer.kind = Kind::Take;
    for (std::uint64_t group = 0; group < groups; ++group)
        for (std::uint64_t i = 0; i < parts * channels; ++i)
            layer.indices.push_back(static_cast<std::int64_t>(group * channels + i % channels));
    return layer;
}

} // namespace

Outcome takeWholeWeights(Use& use, Layer& layer, Value& input, const Tensor& whole) {
    const std::uint64_t read = use.shapeOf(input).back();
    const std::uint64_t channels = layer.kind == Kind::Dense ? read : whole.shape()[2];
    // Anything that does not fit is refused when the layer is added.
    const bool fits = channels * layer.groups == read && *(whole.shape().rbegin() + 1) % channels == 0;
    const std::uint64_t parts = fits ? partsOf(whole) : 1;
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(whole.count() * (parts - 1)));
    layer.weights = inParts(whole, fits ? channels : 1, parts);
    if (parts == 1) return Done{};
    LW_TRY(input,
           use.beforeLike(repeated(channels, layer.groups, parts), {input}, Value(input), ".repeated"));
    return Done{};
}

} // namespace lw::network::onnx
