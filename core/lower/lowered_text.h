// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <string>
#include <vector>

namespace lw::lower {

struct DataFile {
    std::string name; // beside the program: "conv1.tiles.npy"
    tensor::Tensor contents;
};

// The result of a lowering: the text of the program, and the files it reads.
struct LoweredText {
    std::string text;
    std::vector<DataFile> files;
};

} // namespace lw::lower
