// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/lowered_text.h"
#include "core/lower/recompute/report.h"

#include <string_view>

// What was decided as a module of PyTorch.
namespace lw::lower::recompute {

inline constexpr std::string_view kTorchFile = "recomputed.py";

// The text of that file, and the parameters as files beside it. The network is one function of autograd
// there, which saves for the backward pass what the plan keeps, and computes the rest again. The batch may
// have another size.
LoweredText torchModule(const network::Network& network, const Report& report);

// Whether it begins as such a text does.
bool isTorchText(std::string_view text);

// The part of it that is the same for all networks.
std::string_view torchRuntime();

} // namespace lw::lower::recompute
