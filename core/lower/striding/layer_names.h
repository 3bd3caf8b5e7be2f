// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tensor_names.h"
#include "core/machine/circuit_limits.h"
#include "core/network/network.h"

#include <string>
#include <string_view>
#include <vector>

namespace lw::lower::striding {

// What a program calls the input and the layers of a network: prefixes of its tensors and labels.
struct LayerNames {
    std::string input;
    std::vector<std::string> layers;
    TensorNames taken; // these, and what no tensor may be called
};
LayerNames namesOf(const network::Network& network, const machine::CircuitLimits& circuit);

// The label of the first row of what is called so, of the first image.
inline std::string startOf(std::string_view name) { return std::string(name) + ".start"; }
inline constexpr std::string_view kOutputs = "outputs"; // called so is what comes after the last layer

} // namespace lw::lower::striding
