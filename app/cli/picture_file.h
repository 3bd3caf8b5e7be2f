// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <string>

namespace lw::cli {

// A PNG picture as uint8 of shape [rows, columns, channels]: 1 channel of grey, 3 of red, green and blue, 4
// with opacity. Other colours of the file are converted. E752.
Result<tensor::Tensor> readPicture(const std::string& path, std::uint64_t channels);

} // namespace lw::cli
