// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// NumPy's file of one array. Read: versions 1.0 to 3.0, either byte order, C or Fortran order; the size of
// the data is compared with what the header promises before anything is allocated. Structured, object,
// complex, text and time types are refused by name. Written: the oldest version that can hold the header,
// little-endian, C order. bf16 has no type in .npy: it is written as uint16, and a uint16 array is accepted
// where bf16 is wanted (expectDType).
namespace lw::tensor {

// `name` is how errors call the file. `stop` is checked every few milliseconds: E004.
Result<Tensor> parseNpy(std::span<const std::byte> file, std::string_view name,
                        const std::atomic<bool>* stop = nullptr);
Result<Tensor> readNpy(const std::string& path, const std::atomic<bool>* stop = nullptr);

std::vector<std::byte> formatNpy(const Tensor& tensor);
Outcome writeNpy(const std::string& path, const Tensor& tensor);

} // namespace lw::tensor
