// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/lowered_text.h"
#include "core/lower/processor/packing.h"
#include "core/lower/processor/report.h"
#include "core/machine/processor_limits.h"
#include "core/network/network.h"

#include <string>
#include <vector>

// A float32 network as firmware of the neural network processor. Every value lies in InitialVrf, pixel after
// pixel; a layer is chains that read it there and write the next one. What the chains compute:
//   conv, dense   for each kernel row that lies in the image one product (several where a chain or the
//                 register file does not hold it, or taps lie apart), each rounded to FP16 once; products and
//                 bias are added in FP16: to the last product the bias, then the sum of those before
//   pools         taps in the order of rows, FP16 after each; a mean is multiplied by FP16 of 1 / window
//   lstm, gru     as recurrent_rows.h says
//   softmax       of the channels of each pixel, as the instruction of that name has it
//   the others    FP16 after each operation; batch_norm multiplies by one number and adds another
namespace lw::lower::processor {

struct Options {
    std::string machine; // as the program names it; empty: by the limits' name
    // float32, as network::asInput gives it; the program finds it in a file. Null: whoever runs the program
    // brings one.
    const tensor::Tensor* input = nullptr;
};

struct Output {
    std::string name; // of the program's tensor: f16 [vectors, N]
    network::ValueId value = network::kInput;
    Packed packed;
    tensor::Shape shape;
};

struct Lowering : LoweredText {
    Report report;
    Packed packedInput;
    std::vector<Output> outputs; // in the network's order
};

// E880 to E886.
Result<Lowering> lowerNetwork(const network::Network& network, const machine::ProcessorLimits& limits,
                              const Options& options);

} // namespace lw::lower::processor
