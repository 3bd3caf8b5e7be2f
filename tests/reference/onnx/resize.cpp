// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/operators.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace reference::onnx {

namespace {

struct Along {
    std::int64_t in, out;
    double scale;
};

// Where element x of the result lies in the input, as the table in the standard's text says.
double placeOf(std::int64_t x, const Along& a, const std::string& mode) {
    const auto at = static_cast<double>(x);
    if (mode == "align_corners")
        return a.out == 1 ? 0 : at * static_cast<double>(a.in - 1) / static_cast<double>(a.out - 1);
    if (mode == "asymmetric") return at / a.scale;
    if (mode == "tf_half_pixel_for_nn") return (at + 0.5) / a.scale;
    if (mode == "pytorch_half_pixel" && a.out == 1) return 0;
    if (mode == "half_pixel" || mode == "pytorch_half_pixel") return (at + 0.5) / a.scale - 0.5;
    throw std::runtime_error("Resize: the way " + mode + " to count places is not known here");
}

std::int64_t nearestTo(double place, const std::string& mode) {
    const double out = mode == "floor"               ? std::floor(place)
                       : mode == "ceil"              ? std::ceil(place)
                       : mode == "round_prefer_ceil" ? std::floor(place + 0.5)
                                                     : std::ceil(place - 0.5);
    return static_cast<std::int64_t>(out);
}

// One axis; the others are done after it: both ways are products over the axes.
Tensor resizedAlong(const Tensor& x, std::int64_t axis, const Along& a, const std::string& mode,
                    const std::string& coordinates, const std::string& nearest) {
    Shape first, second;
    std::vector<double> share; // of the second one
    for (std::int64_t i = 0; i < a.out; ++i) {
        const double place = placeOf(i, a, coordinates);
        const auto inside = [&](std::int64_t at) { return std::clamp<std::int64_t>(at, 0, a.in - 1); };
        const bool isNearest = mode == "nearest";
        const std::int64_t at = isNearest ? nearestTo(place, nearest) : nearestTo(place, "floor");
        first.push_back(inside(at));
        second.push_back(inside(at + 1));
        share.push_back(isNearest ? 0 : place - std::floor(place));
    }
    Tensor out = takenAlong(x, axis, first);
    const Tensor other = takenAlong(x, axis, second);
    const Around around = aroundAxis(out.shape, axis);
    for (std::int64_t i = 0; i < countOf(out.shape); ++i) {
        const double s = share[static_cast<std::size_t>(i / around.after % around.along)];
        if (s != 0) out[i] = out[i] * (1 - s) + other[i] * s;
    }
    return out;
}

Outputs resized(const Call& call, const std::vector<double>& scales, const Shape& sizes,
                const std::string& coordinates, const std::string& nearest) {
    const std::string mode = call.node.text("mode", "nearest");
    if (mode != "nearest" && mode != "linear" && mode != "bilinear")
        throw std::runtime_error("Resize: the mode " + mode + " is not known here");
    Tensor out = call.in(0);
    for (std::int64_t axis = 0; axis < out.rank(); ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        Along a{out.extent(axis), 0, 0};
        if (sizes.empty()) {
            a.scale = scales.at(i);
            a.out = static_cast<std::int64_t>(std::floor(static_cast<double>(a.in) * a.scale));
        } else {
            a.out = sizes.at(i);
            a.scale = static_cast<double>(a.out) / static_cast<double>(a.in);
        }
        if (a.scale != 1) out = resizedAlong(out, axis, a, mode, coordinates, nearest);
    }
    return {out};
}

Outputs resize(const Call& call) {
    if (call.operatorSet < 11) return resized(call, call.in(1).values, {}, "asymmetric", "floor");
    if (call.node.integer("antialias", 0) != 0 || call.node.has("axes"))
        throw std::runtime_error("Resize: antialias and axes are not known here");
    const bool hasSizes = call.has(3) && !call.in(3).values.empty();
    return resized(call, hasSizes ? std::vector<double>{} : call.in(2).values,
                   hasSizes ? call.in(3).numbers() : Shape{},
                   call.node.text("coordinate_transformation_mode", "half_pixel"),
                   call.node.text("nearest_mode", "round_prefer_floor"));
}

Outputs upsample(const Call& call) {
    const auto at = call.node.attributes.find("scales");
    const bool isAttribute = at != call.node.attributes.end();
    return resized(call, isAttribute ? at->second.reals : call.in(1).values, {}, "asymmetric", "floor");
}

} // namespace

std::vector<NamedOperator> resizeOperators() { return {{"Resize", resize}, {"Upsample", upsample}}; }

} // namespace reference::onnx
