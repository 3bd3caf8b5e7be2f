// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/masks.h"
#include "core/lower/striding/report.h"
#include "core/tensor/tensor.h"

#include <optional>
#include <vector>

namespace lw::lower::striding {

// The basis for working out a layer's mode.
struct ModeSettings {
    Mode mode = Mode::MaskMax;
    MaskNumbers numbers;
    std::uint32_t matrixBlock = 0; // for MatrixMax: pixels of a row that are multiplied together
    std::optional<network::Requant> requant;
    std::int32_t zero = 0; // int8: the code for 0 in the output
};

struct Prediction {
    tensor::Tensor values;     // the layer's output as the circuit will compute it
    std::vector<Cause> causes; // one per element: None where it equals the strided layer's
};

// What masking and pooling make of a first tensor (float32, or int32 before requantisation), by the rules of
// each mode, not by its instructions. Not for SpaceToDepth and Direct, which have no first tensor.
Prediction predict(const ModeSettings& settings, const StrideGeometry& geometry, const tensor::Tensor& first);

// Equal as numbers: NaN equals NaN, -0 equals 0.
bool sameNumber(const tensor::Tensor& x, const tensor::Tensor& y, std::uint64_t element);
// How many elements differ, and the largest difference of two finite ones.
struct Difference {
    std::uint64_t count = 0;
    double largest = 0;
};
Difference differenceOf(const tensor::Tensor& x, const tensor::Tensor& y);

// Adds what is known about the wrong elements of one image to the layer's report.
void reportWrong(LayerReport& report, std::uint64_t image, const Prediction& got,
                 const tensor::Tensor& wanted);

} // namespace lw::lower::striding
