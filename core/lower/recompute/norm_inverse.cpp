// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/norm_inverse.h"

#include <cmath>
#include <limits>

namespace lw::lower::recompute {

namespace {

struct Format {
    int digits;        // of the significand, the hidden one included
    int leastExponent; // of a normal number
};

Format formatOf(tensor::DType type) {
    switch (type) {
    case tensor::DType::F16: return {11, -14};
    case tensor::DType::Bf16: return {8, -126};
    default: return {24, -126};
    }
}

} // namespace

double spacingOf(tensor::DType format, double magnitude) {
    const Format of = formatOf(format);
    const int exponent = magnitude > 0 ? std::ilogb(magnitude) : of.leastExponent;
    return std::ldexp(1.0, std::max(exponent, of.leastExponent) - (of.digits - 1));
}

double inverseBound(tensor::DType format, double magnitude, double gamma) {
    if (gamma == 0) return std::numeric_limits<double>::infinity();
    return spacingOf(format, magnitude) / (2 * std::abs(gamma));
}

std::vector<InverseChannel> inverseChannels(const network::Layer& norm, std::uint64_t count,
                                            tensor::DType format) {
    std::vector<InverseChannel> out(norm.shape.back());
    for (std::size_t channel = 0; channel < out.size(); ++channel) {
        InverseChannel& one = out[channel];
        if (channel < norm.scale.count()) one.gamma = norm.scale.at<float>(channel);
        if (channel < norm.shift.count()) one.beta = norm.shift.at<float>(channel);
        const double gamma = std::abs(double{one.gamma});
        one.bound = inverseBound(
            format, std::abs(double{one.beta}) + gamma * std::sqrt(static_cast<double>(count)), gamma);
        one.isZero = one.gamma == 0;
        one.isVetoed = !(one.bound <= kInverseTolerance);
    }
    return out;
}

} // namespace lw::lower::recompute
