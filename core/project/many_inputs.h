// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/comparison.h"
#include "core/tensor/tensor.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

// Firmware and its software over many inputs, each from the beginning.
namespace lw::project {

// FP16 codes of the vectors from the network, input after input.
struct ManyInputs {
    std::uint64_t count = 0, each = 0; // inputs, and numbers of one of them
    std::vector<std::uint16_t> codes{};
};
// Of an array whose first axis counts inputs: uint16 are codes, other numbers are rounded to FP16. An input
// has all numbers of its vectors, or those that hints name; what fills vectors up is 0 then. E396.
Result<ManyInputs> manyInputs(const Software& of, const tensor::Tensor& array, const std::string& path);

// What became of one.
struct OneInput {
    std::uint64_t number = 0;
    const Observed& firmware;
    const SoftwareValues& software;
};

struct ManyComparison {
    std::uint64_t inputs = 0, equal = 0;       // equal: in all numbers
    std::uint64_t numbers = 0, vectors = 0;    // of one: on the way, to the network
    std::optional<std::uint64_t> firstInput{}; // that has other bits
    Comparison first{};
    std::optional<std::uint64_t>
        faulted{}; // the input at which the firmware stopped; none is compared from there on
    machine::Stop stop{};
};
// The machine is as it was loaded, and each input goes to its queue. `run` runs the software that is in the
// folder over the inputs of a file; `see` is called for every input, in order.
using RunOver = std::function<Outcome(const std::string& inputs)>;
Result<ManyComparison> compareMany(const Software& of, const program::Program& program,
                                   machine::Machine& machine, const ManyInputs& inputs,
                                   const std::string& folder, const RunOver& run,
                                   const std::function<void(const OneInput& one)>& see);

} // namespace lw::project
