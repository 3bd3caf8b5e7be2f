// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <span>

// Several tensors of one type and shape as one, with an extent more in front.
namespace lw::tensor {

Tensor stacked(std::span<const Tensor> items); // at least one
// One of them; what it is taken from may have that shape itself, as the only one.
Tensor itemOf(const Tensor& all, std::uint64_t number, const Shape& shape);

} // namespace lw::tensor
