// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

// Scales and zero points as in nodes.
namespace lw::network::onnx {

// One of each, or one for each number along an axis.
struct Scales {
    std::vector<float> steps;
    std::vector<std::int32_t> zeros; // as the file counts codes
    bool isUnsigned = false;

    std::int32_t lowest() const { return isUnsigned ? 0 : -128; }
    // uint8 codes are shifted by 128 here, so that they become int8.
    Quantisation moved() const { return {steps[0], zeros[0] + (isUnsigned ? -128 : 0)}; }
};

// From a scale and a zero point, which may be missing; nothing if these are not finite scales above 0
// with as many int8, uint8 or int32 zero points.
std::optional<Scales> scalesOf(const tensor::Tensor& scale, const tensor::Tensor* zero);
// The same from two inputs of a node.
Result<Scales> scalesOf(const Use& use, std::size_t scale, std::size_t zero);
// With one scale for all.
Result<Scales> scaleOf(const Use& use, std::size_t scale, std::size_t zero);

} // namespace lw::network::onnx
