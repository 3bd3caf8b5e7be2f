// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/lower_network.h"

#include <cstdint>
#include <vector>

namespace lw {
class Json;
}

// The outputs of a picture that was run in tiles (network::distinctOutputs(), one tensor each) beside those
// of the whole picture.
namespace lw::project {

// How many elements are what the whole picture gives, and how many of those are -0 beside +0.
struct Agreement {
    std::uint64_t equal = 0, elements = 0, signedZeros = 0;
    bool isAll() const { return equal == elements; }
};
// Of each output. E503, E504 for others than these.
Result<std::vector<Agreement>> agreementsOf(const std::vector<tensor::Tensor>& outputs,
                                            const std::vector<tensor::Tensor>& whole);
Agreement sumOf(const std::vector<Agreement>& agreements);

// "equal", "elements" and "signedZeros", with what they were "comparedWith", and the same of the "reference";
// clocks of the "untiled" run on the circuit, or why there is none.
void note(const Agreement& agreement, const Agreement& reference, const WholePicture& whole, Json& report);
// "equal", "elements" and "signedZeros"
void note(const Agreement& agreement, Json& report);

} // namespace lw::project
