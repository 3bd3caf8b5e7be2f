// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace reference::onnx {

// Computes the cases of ONNX (folders with model.onnx and test_data_set_0) whose operators are known here,
// prints those that differ from the case's own results, and how many there were; 1 if one differs or there
// are hardly any, 77 without the folder.
int checkCases(const std::string& folder);

} // namespace reference::onnx
