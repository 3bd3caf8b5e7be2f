// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/processor/report.h"
#include "core/network/network.h"

#include <string>
#include <vector>

namespace lw::lower::processor {

// Of an array of numbers that is called so.
RangeLoss rangeLossOf(const std::string& name, const tensor::Tensor& numbers);
// Of the input, if there is one, and of each layer what rounding its numbers to FP16 loses by their size. A
// network whose weights were never scaled, or are wrong, would else be firmware of infinities and zeros
// without a word. So of its weights what rounding them to integers of those bits loses, if there are any.
std::vector<RangeLoss> rangeLossesOf(const network::Network& network, const tensor::Tensor* input,
                                     std::uint32_t integerBits);

} // namespace lw::lower::processor
