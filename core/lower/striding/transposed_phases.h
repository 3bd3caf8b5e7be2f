// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"

#include <vector>

// A transposed convolution by phases: output pixels that are a stride apart see the same taps of the kernel,
// on adjacent pixels of the input. Each phase is thus a convolution without stride, with taps in the
// order of the kernel, as the reference adds them.
namespace lw::lower::striding {

// Without tensors and blocks, which planBlocks() and the caller add.
Result<std::vector<SumPlan>> planPhases(const network::Layer& layer, const Picture& image,
                                        const machine::CircuitLimits& circuit);

// How many zeros around the image its phases reach.
network::Padding borderOfPhases(const network::Layer& layer, const Picture& image);

} // namespace lw::lower::striding
