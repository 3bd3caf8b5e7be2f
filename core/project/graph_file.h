// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/software.h"

#include <string>
#include <vector>

// A graph of values in a file, with the numbers that it begins with beside it: FILE.json and FILE.netin.npy,
// FILE.vdram.npy, FILE.mdram.npy. Software is made of it without the firmware, and compared with what the
// graph itself gives.
namespace lw::project {

// "out/program.graph.json", for the graph of a module.
std::string graphPath(const std::string& folder, const std::string& module);

// Writes graph and numbers; gives the paths.
Result<std::vector<std::string>> writeGraphFile(const Software& software, machine::Machine& machine,
                                                const std::string& folder, const std::string& module);

// Without a chip. Places of problems are in `file`.
Result<Software> parseGraphFile(const std::string& text, std::uint32_t file);

// The numbers beside a file; of a source that has none there, nothing. E304 where there are too few.
Result<std::vector<std::optional<tensor::Tensor>>> numbersBeside(const Software& software,
                                                                 const std::string& path);

// What the graph gives, computed with these: as a firmware that was run. E304 where one is missing.
Result<Observed> observeGraph(const Software& software, const std::string& path,
                              const std::vector<std::optional<tensor::Tensor>>& numbers);

} // namespace lw::project
