// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

#include <string>
#include <string_view>
#include <vector>

// Names of the classes that a network distinguishes.
namespace lw::network {

// One name per line. E613; `file` is how errors refer to it.
Result<std::vector<std::string>> parseLabels(std::string_view text, std::string_view file);
// Whether there is one for each element of an output: E614.
Outcome checkLabels(const std::vector<std::string>& labels, const tensor::Shape& output,
                    std::string_view file);

// The largest elements of an output, the largest first; of equal ones the earlier. NaN is the least.
struct Class {
    std::uint64_t index = 0;
    double value = 0;
};
std::vector<Class> largest(const tensor::Tensor& output, std::size_t count);

} // namespace lw::network
