// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/network/export_writer.h"

#include <string>
#include <vector>

namespace lw::test::onnx {

// Small networks of the kinds that people export from PyTorch.
struct Export {
    std::string name; // with the version of the operators
    std::string model;
    Extents input; // [batch, channels, rows, columns]
};
std::vector<Export> exports();

} // namespace lw::test::onnx
