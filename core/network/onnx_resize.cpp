// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"
#include "core/network/onnx_pieces.h"

#include <algorithm>
#include <cmath>
#include <span>

// Resize and Upsample, whose places and weights are computed in float64 by the formulas of the standard, and
// DepthToSpace.
namespace lw::network::onnx {

namespace {

using fold::Numbers;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

// What a node says about how it resizes.
struct Manner {
    std::string mode = "nearest", place = "asymmetric", rounding = "floor";
    double cubic = -0.75;
    bool excludesOutside = false; // from the weights of cubic
};

// One extent: `old` elements become `size`.
struct Resizing {
    std::uint64_t old = 1, size = 1;
    double scale = 1;
};

// Where an element is among the old ones: coordinate_transformation_mode.
Result<double> positionOf(const Use& use, const Resizing& extent, std::uint64_t element,
                          std::string_view place) {
    const auto x = static_cast<double>(element);
    const bool isOne = extent.size == 1;
    if (place == "asymmetric") return x / extent.scale;
    if (place == "tf_half_pixel_for_nn") return (x + 0.5) / extent.scale;
    if (place == "half_pixel" || (place == "pytorch_half_pixel" && !isOne))
        return (x + 0.5) / extent.scale - 0.5;
    if (place == "align_corners" && !isOne)
        return x * static_cast<double>(extent.old - 1) / static_cast<double>(extent.size - 1);
    if (place == "pytorch_half_pixel" || place == "align_corners") return 0.0;
    return use.wrong("coordinate_transformation_mode is \"" + std::string(place) +
                     "\"; half_pixel, pytorch_half_pixel, align_corners and asymmetric are understood");
}

Result<double> rounded(const Use& use, double at, std::string_view rounding) {
    if (rounding == "floor") return std::floor(at);
    if (rounding == "ceil") return std::ceil(at);
    if (rounding == "round_prefer_floor") return std::ceil(at - 0.5);
    if (rounding == "round_prefer_ceil") return std::floor(at + 0.5);
    return use.wrong("places are rounded in the way \"" + std::string(rounding) + "\"");
}

std::int64_t inside(double at, const Resizing& extent) {
    return static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(extent.old - 1)));
}

Result<std::vector<std::int64_t>> nearest(const Use& use, const Resizing& extent, const Manner& manner) {
    std::vector<std::int64_t> out;
    for (std::uint64_t i = 0; i < extent.size; ++i) {
        LW_TRY(const double position, positionOf(use, extent, i, manner.place));
        LW_TRY(const double at, rounded(use, position, manner.rounding));
        out.push_back(inside(at, extent));
    }
    return out;
}

// Weights of the elements from `first` on, for a position `at`.
struct Taps {
    double first = 0;
    std::vector<double> weights;
};
// Beyond the ends the first and the last element are repeated.
Taps linearTaps(double at, const Resizing& extent) {
    at = std::clamp(at, 0.0, static_cast<double>(extent.old - 1));
    const double first = std::floor(at), more = at - first;
    return {first, {1 - more, more}};
}
Taps cubicTaps(double at, const Resizing& extent, const Manner& manner) {
    const double first = std::floor(at) - 1, a = manner.cubic;
    Taps out{first, {}};
    double sum = 0;
    for (int i = 0; i < 4; ++i) {
        const double x = std::abs(at - (first + i)), place = first + i;
        const bool isOutside = place < 0 || place >= static_cast<double>(extent.old);
        double weight =
            x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
        if (manner.excludesOutside && isOutside) weight = 0;
        out.weights.push_back(weight);
        sum += weight;
    }
    if (manner.excludesOutside)
        for (double& weight : out.weights) weight /= sum;
    return out;
}

Result<Layer> resampled(const Use& use, std::uint32_t axis, const Resizing& extent, const Manner& manner) {
    Layer layer;
    layer.kind = Kind::Resample;
    layer.axis = axis;
    std::vector<float> weights;
    for (std::uint64_t i = 0; i < extent.size; ++i) {
        LW_TRY(const double at, positionOf(use, extent, i, manner.place));
        const Taps taps = manner.mode == "linear" ? linearTaps(at, extent) : cubicTaps(at, extent, manner);
        for (std::size_t tap = 0; tap < taps.weights.size(); ++tap) {
            layer.indices.push_back(inside(taps.first + static_cast<double>(tap), extent));
            weights.push_back(static_cast<float>(taps.weights[tap]));
        }
    }
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(weights.size()));
    layer.weights = Tensor::of<float>(DType::F32, {extent.size, weights.size() / extent.size}, weights);
    return layer;
}

// The axes that the node names, or all.
Result<std::vector<std::size_t>> axesOf(Use& use, std::size_t extents) {
    LW_TRY(const std::optional<Numbers> given, use.list("axes"));
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < (given ? given->size() : extents); ++i) {
        LW_TRY(const std::size_t axis,
               fold::axisOf(use, given ? (*given)[i] : static_cast<std::int64_t>(i), extents));
        out.push_back(axis);
    }
    return out;
}

// An attribute in the oldest files.
Result<std::vector<float>> scalesOf(Use& use, std::size_t input) {
    LW_TRY(std::optional<std::vector<float>> old, use.reals("scales"));
    if (old) return *std::move(old);
    LW_TRY(const Tensor scales, use.constant(input));
    std::vector<float> out;
    for (std::uint64_t i = 0; i < scales.count(); ++i) out.push_back(scales.at<float>(i));
    return out;
}

// Scales or sizes of these axes; the others stay.
Result<std::vector<Resizing>> resizings(Use& use, std::size_t scalesInput, std::string_view place) {
    LW_TRY(const Shape seen, use.extentsOf(0));
    LW_TRY(const std::vector<std::size_t> axes, axesOf(use, seen.size()));
    const bool hasSizes = scalesInput == 2 && use.has(3);
    std::vector<double> given;
    if (hasSizes) {
        LW_TRY(const Numbers sizes, fold::wholeNumbers(use, 3));
        given.assign(sizes.begin(), sizes.end());
    } else {
        LW_TRY(const std::vector<float> scales, scalesOf(use, scalesInput));
        given.assign(scales.begin(), scales.end());
    }
    if (given.size() != axes.size()) return use.wrong("its scales or sizes are not one for each axis");
    std::vector<Resizing> out;
    for (const std::uint64_t extent : seen) out.push_back({extent, extent, 1});
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto old = static_cast<double>(seen[axes[i]]);
        const double scale = hasSizes ? given[i] / old : given[i], length = hasSizes ? given[i] : old * scale,
                     size = std::floor(length);
        if (!(size >= 1 && size <= 65535) || (axes[i] < 2 && size != old))
            return use.wrong("only rows and columns can change, to 1 to 65535 of them");
        // The standard's own cases use the length, PyTorch and ONNX Runtime the size.
        if (place == "align_corners" && length - size > 1e-3)
            return use.wrong(
                "with align_corners, scales that make a part of an element mean different things "
                "to different programs; export it with sizes");
        out[axes[i]] = {seen[axes[i]], static_cast<std::uint64_t>(size), scale};
    }
    return out;
}

// Each pixel as often as the others: an upsampling.
std::optional<Pair> factorOf(std::span<const Layer> takings, const Shape& image) {
    std::uint32_t factors[2] = {1, 1};
    for (const Layer& one : takings) {
        const std::uint64_t old = image[*one.axis], times = one.indices.size() / old;
        if (one.indices.size() % old != 0) return std::nullopt;
        for (std::uint64_t i = 0; i < one.indices.size(); ++i)
            if (one.indices[i] != static_cast<std::int64_t>(i / times)) return std::nullopt;
        factors[*one.axis] = static_cast<std::uint32_t>(times);
    }
    return Pair{factors[0], factors[1]};
}

Outcome resizedNearest(Use& use, const Value& input, std::span<const Resizing> extents,
                       const Manner& manner) {
    std::vector<Layer> takings;
    for (std::uint32_t i = 0; i < 2; ++i) {
        LW_TRY(std::vector<std::int64_t> from, nearest(use, extents[i], manner));
        takings.push_back(takeOf(i, std::move(from)));
    }
    const std::optional<Pair> factor = factorOf(takings, use.shapeOf(input));
    if (!factor) return giveChain(use, input, std::move(takings));
    Layer layer;
    layer.kind = Kind::UpsampleNearest;
    layer.factor = *factor;
    return giveChain(use, input, {std::move(layer)});
}

// By 2 in both directions, whatever the size is.
std::optional<Sampling> doubling(std::span<const Resizing> extents, const Manner& manner) {
    for (const Resizing& extent : extents)
        if (extent.size != 2 * extent.old || extent.scale != 2) return std::nullopt;
    if (manner.mode != "linear") return std::nullopt;
    if (manner.place == "asymmetric") return Sampling::Asymmetric;
    if (manner.place == "half_pixel" || manner.place == "pytorch_half_pixel") return Sampling::HalfPixel;
    return std::nullopt;
}

Outcome resized(Use& use, std::size_t scalesInput, const Manner& manner) {
    if (manner.mode != "nearest" && manner.mode != "linear" && manner.mode != "cubic")
        return use.wrong("the mode is \"" + manner.mode + "\"");
    LW_TRY(const Value input, use.image(0));
    LW_TRY(const std::vector<Resizing> all, resizings(use, scalesInput, manner.place));
    // A row has no other rows.
    const Resizing extents[] = {input.layout == Layout::Row ? Resizing{} : all[2], all.back()};
    if (manner.mode == "nearest") return resizedNearest(use, input, extents, manner);
    LW_TRY([[maybe_unused]] const Done real, use.checkReal());
    if (const auto sampling = doubling(extents, manner)) {
        Layer layer;
        layer.kind = Kind::UpsampleBilinear;
        layer.sampling = *sampling;
        return giveChain(use, input, {std::move(layer)});
    }
    std::vector<Layer> layers;
    for (const std::uint32_t i : {1u, 0u}) { // first between columns, as PyTorch does
        if (extents[i].size == extents[i].old && extents[i].scale == 1) continue;
        LW_TRY(Layer one, resampled(use, i, extents[i], manner));
        layers.push_back(std::move(one));
    }
    return giveChain(use, input, std::move(layers));
}

} // namespace

Outcome resize(Use& use) {
    Manner manner;
    LW_TRY(manner.mode, use.text("mode", "nearest"));
    LW_TRY(const std::string place, use.text("coordinate_transformation_mode", "half_pixel"));
    LW_TRY(const std::string rounding, use.text("nearest_mode", "round_prefer_floor"));
    LW_TRY(manner.cubic, use.real("cubic_coeff_a", -0.75));
    LW_TRY(const std::int64_t excludes, use.integer("exclude_outside", 0));
    LW_TRY(const std::int64_t smooths, use.integer("antialias", 0));
    LW_TRY(const std::string policy, use.text("keep_aspect_ratio_policy", "stretch"));
    use.ignore("extrapolation_value"); // of tf_crop_and_resize
    if (smooths != 0) return use.wrong("antialias is set");
    if (policy != "stretch") return use.wrong("keep_aspect_ratio_policy is \"" + policy + "\"");
    manner.excludesOutside = excludes != 0;
    if (use.operatorSet() < 11) return resized(use, 1, manner);
    manner.place = place;
    manner.rounding = rounding;
    return resized(use, 2, manner);
}

Outcome upsample(Use& use) {
    Manner manner;
    LW_TRY(manner.mode, use.text("mode", "nearest"));
    return resized(use, 1, manner);
}

Outcome depthToSpace(Use& use) {
    LW_TRY(const Value input, use.image(0));
    if (input.layout == Layout::Row) return use.wrong("it reads [batch, channels, rows, columns]");
    LW_TRY(const std::int64_t block, use.integer("blocksize", 0));
    LW_TRY(const std::string mode, use.text("mode", "DCR"));
    if (block < 1 || block > 65535)
        return use.wrong("blocksize is " + std::to_string(block) + "; it is 1 to 65535");
    if (mode != "DCR" && mode != "CRD") return use.wrong("the mode is \"" + mode + "\"");
    Layer layer;
    layer.kind = Kind::DepthToSpace;
    layer.factor = {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block)};
    layer.depthOrder = mode == "DCR" ? DepthOrder::Dcr : DepthOrder::Crd;
    return use.give(std::move(layer), {input}, input.layout);
}

} // namespace lw::network::onnx
