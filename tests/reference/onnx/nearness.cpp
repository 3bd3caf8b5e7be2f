// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/nearness.h"

#include "tests/reference/onnx/operators.h"

#include <algorithm>
#include <cmath>

namespace reference::onnx {

namespace {

// A sample of roundings stands for others like it; chance goes no further than this many times its largest.
constexpr double kDeviations = 4;

double largestOf(const Tensor& x) {
    double out = 0;
    for (const double value : x.values) out = std::isnan(value) ? HUGE_VAL : std::max(out, std::fabs(value));
    return out;
}
double largestDifference(const Tensor& x, const Tensor& y) {
    Tensor out = x;
    for (std::size_t i = 0; i < out.values.size(); ++i) out.values[i] -= y.values[i];
    return largestOf(out);
}

} // namespace

Nearness nearnessOf(const Tensor& measured, const Tensor& wanted, const Tensor& rounded) {
    const double size = largestOf(wanted);
    if (measured.values.size() != wanted.values.size()) return {HUGE_VAL, 0};
    return {largestDifference(measured, wanted) / size,
            kDeviations * largestDifference(rounded, wanted) / size};
}

Tensor inGraphOrder(const Tensor& image, const Tensor& like) {
    if (image.rank() != 3 || like.rank() != 4) return image;
    return taken(image, like.shape,
                 [&](const Shape& at) { return (at[2] * like.extent(3) + at[3]) * like.extent(1) + at[1]; });
}

} // namespace reference::onnx
