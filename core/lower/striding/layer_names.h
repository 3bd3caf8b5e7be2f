// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tensor_names.h"
#include "core/machine/circuit_limits.h"
#include "core/network/network.h"

#include <string>
#include <string_view>
#include <vector>

namespace lw::lower::striding {

// A program's names for the input and the layers of a network: prefixes of its tensors and labels.
struct LayerNames {
    std::string input;
    std::vector<std::string> layers;
    TensorNames taken; // these, and names that no tensor may have
};
LayerNames namesOf(const network::Network& network, const machine::CircuitLimits& circuit);

// The label of the first row of what has that name, for the first image.
inline std::string startOf(std::string_view name) { return std::string(name) + ".start"; }
inline constexpr std::string_view kOutputs = "outputs"; // the name of what comes after the last layer

} // namespace lw::lower::striding
