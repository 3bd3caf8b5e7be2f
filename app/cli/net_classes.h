// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "core/network/network.h"

#include <cstdint>
#include <string>
#include <vector>

// The classes that a network distinguishes, by name.
namespace lw::cli {

// Names of the elements of a value: those of --labels, or for the first output those that its file names, or
// none.
Result<std::vector<std::string>> labelsOf(const Arguments& arguments, const network::Network& network,
                                          network::ValueId value);
// Of --labels, an array: the class of each item, below `elements`; none without it. E772, E773.
Result<std::vector<std::uint64_t>> classNumbersOf(const Arguments& arguments, std::uint64_t items,
                                                  std::uint64_t elements);
// The largest elements of each item with their names.
void sayClasses(const tensor::Tensor& out, const std::vector<std::string>& labels, Console& console);

} // namespace lw::cli
