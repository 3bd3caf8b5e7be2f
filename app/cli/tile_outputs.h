// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/base/json.h"
#include "core/network/network.h"
#include "core/project/agreement.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The outputs of a picture that was run in tiles: network::distinctOutputs(), one tensor each.
namespace lw::cli {

using project::Agreement;

// " equal, 6 of 6 elements", and how many are zeros with another sign, if any; for several outputs a line
// for each, with its name.
std::string agreementText(const network::Network& network, const std::vector<Agreement>& agreements);
Json jsonOf(const network::Network& network, const std::vector<Agreement>& agreements);

// The number of the output with that name. E858 if there is none.
Result<std::size_t> outputNamed(const network::Network& network, const std::string& name);

// An output and the file it goes to: the values of --result and --png, FILE for the first output or
// NAME=FILE. E858.
struct OutputFile {
    std::size_t output = 0;
    std::string file;
};
// E789 for a file that does not end with `ending`.
Result<std::vector<OutputFile>> outputFilesIn(const Arguments& arguments, std::string_view option,
                                              std::string_view ending, const network::Network& network);
// As a picture; int8 codes as the numbers they mean.
Outcome writePicture(const OutputFile& file, const network::Network& network,
                     const std::vector<tensor::Tensor>& outputs);
// Each as NAME.npy in a folder, which is created if it does not exist; returns their paths.
Result<std::vector<std::string>> writeOutputs(const network::Network& network,
                                              const std::vector<tensor::Tensor>& outputs,
                                              const std::string& folder);

} // namespace lw::cli
