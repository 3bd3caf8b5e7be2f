// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

// Quantised networks: QuantizeLinear and DequantizeLinear, alone and as parts of QLinearConv and the
// like. A network of Precision::I8 has int8 values where the file has a DequantizeLinear, a layer and a
// QuantizeLinear. One of Precision::F32 computes each of these steps in float32.
namespace lw::network::onnx {

Outcome quantizeLinear(Use& use);
Outcome dequantizeLinear(Use& use);
Outcome qLinearConv(Use& use);
Outcome qLinearMatMul(Use& use);
Outcome convInteger(Use& use);
Outcome matMulInteger(Use& use);

} // namespace lw::network::onnx
