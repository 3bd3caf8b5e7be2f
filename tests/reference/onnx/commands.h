// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace reference::onnx {

// The commands of lw-reference that begin with "onnx-", and what its usage says about them.
extern const char* const kUsage;
// The program's status; -1: there is no such command with that many arguments.
int runCommand(const std::vector<std::string>& arguments);

} // namespace reference::onnx
