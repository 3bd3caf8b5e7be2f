// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/processor/lowering.h"
#include "core/machine/machine.h"
#include "core/network/image_order.h"
#include "core/project/derivation.h"

#include <optional>
#include <string>
#include <vector>

// A network as firmware of the neural network processor, and what its run gives.
namespace lw::project {

// The processor of that name or path, as in chips::machineText.
Result<machine::ProcessorLimits> processorNamed(const std::string& machine);

// The built-in processors, from small to large.
std::vector<std::string> processorMachines();

struct ProcessorLowered {
    std::string machine; // that it was made for: as asked for, or the one that was chosen
    lower::processor::Lowering lowering;
};
// `machine` empty: the first built-in one that it fits on, which are listed from small to large; of none what
// is too much for the last. `input` as lower::processor::Options has it.
Result<ProcessorLowered> lowerForProcessor(const network::Network& network, const std::string& machine,
                                           const tensor::Tensor* input);

// The firmware, its tensors, its report and what it was made from, by which the folder is known again. E866.
inline constexpr std::string_view kProcessorTechnique = "processor"; // of the origin
// How the input was read, as settings of that origin, and back.
struct InputReading {
    std::string mean, scale; // as network::setNormalise() reads them; empty: as the network's file has it
    std::optional<network::ImageOrder> order{}; // of an array; nothing: not said
};
Origin originWith(Origin origin, const InputReading& reading);
InputReading readingOf(const Origin& origin);
Outcome writeForProcessor(const lower::processor::Lowering& lowering, const Origin& origin,
                          const std::string& folder);

// After the program has ended: the network's outputs, float32.
Result<std::vector<tensor::Tensor>> outputsOf(const machine::Machine& machine,
                                              const lower::processor::Lowering& lowering);

// How far a result is from what the network gives in float64: infinitely where one of the two has an infinity
// or a NaN that the other has not.
struct Distance {
    double largestError = 0, largestValue = 0;           // of magnitudes; the second of the float64 result
    std::uint64_t notFinite = 0, notFiniteInFloat64 = 0; // elements that are NaN or infinite
    std::uint64_t compared = 0;                          // elements that are neither here nor there
    double errorOfCompared = 0;                          // the largest of these alone
    // No element is NaN, and the same one is the largest: of lists, the class that is chosen.
    bool hasSameLargest = false;
};
Distance distanceOf(const tensor::Tensor& got, const tensor::Tensor& wanted);

} // namespace lw::project
