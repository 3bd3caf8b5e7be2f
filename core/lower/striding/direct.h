// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/report.h"
#include "core/machine/circuit_limits.h"
#include "core/network/reference.h"

#include <vector>

// The mode "direct": every strided layer as it is, in plain loops of the host. No program of the circuit does
// that; it is what the other modes and their costs are compared with.
namespace lw::lower::striding {

// How the reference computes layers in the order of sums that they have on this circuit without a stride:
// with float32 the modes are compared bit for bit.
network::ReferenceOptions directOptions(const machine::CircuitLimits& circuit, bool fold);

// A report like those of the other modes: exact by definition, the multiply-adds of the strided layers,
// no masks, no pooling, no instructions. hostBytesBetween is what a circuit that leaves these
// layers to the host would send there and get back: their inputs and outputs. With an input
// (`hasInput`) every element counts as right.
Report directReport(const network::Network& network, const machine::CircuitLimits& circuit,
                    std::uint64_t images, bool hasInput);

// The network's outputs, once each, for an input (network::asInput) of one image; none of them when
// `stop` became true; the first of them.
std::vector<tensor::Tensor> directOutputs(const network::Network& network,
                                          const machine::CircuitLimits& circuit, bool fold,
                                          const tensor::Tensor& input,
                                          const std::atomic<bool>* stop = nullptr);
tensor::Tensor directOutput(const network::Network& network, const machine::CircuitLimits& circuit, bool fold,
                            const tensor::Tensor& input);

} // namespace lw::lower::striding
