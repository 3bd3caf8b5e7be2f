// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "core/lower/row_order.h"
#include "core/network/cut.h"
#include "core/network/image_order.h"
#include "core/network/reference.h"
#include "core/source/files.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::cli {

// --from and --until.
network::Section sectionOf(const Arguments& arguments);
// The network of the first operand, whose warnings are shown. Nothing: it has been shown why there is none.
std::optional<network::Network> networkFrom(const Arguments& arguments, const network::Section& section,
                                            source::Files& files, Console& console);
// The value of this name. E753 if there is none.
Result<network::ValueId> valueNamed(const network::Network& network, const std::string& name);
// --layout; nothing: not given.
Result<std::optional<network::ImageOrder>> imageOrderIn(const Arguments& arguments);
// --input, or another option, with --layout, --mean and --scale, the last two of which become the network's.
// Nothing: not given.
Result<std::optional<tensor::Tensor>> givenInput(const Arguments& arguments, network::Network& network,
                                                 std::string_view option = "--input");
// The inputs of a network that a tensor holds: one or, with an extra extent, several;
// each as the network reads it.
Result<std::vector<tensor::Tensor>> inputsOf(const network::Network& network, const tensor::Tensor& given,
                                             network::Arithmetic arithmetic);
// One value for an input or, for an input with an extra extent, one for each of its items.
Result<tensor::Tensor> computeValue(const network::Network& network, const tensor::Tensor& given,
                                    network::ValueId value, const network::ReferenceOptions& options);

// --order, for a network's program; nothing: not given.
Result<std::optional<lower::RowOrder>> rowOrderIn(const Arguments& arguments);

} // namespace lw::cli
