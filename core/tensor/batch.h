// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <span>

// Several tensors of one type and shape as one, with an extra extent in front.
namespace lw::tensor {

Tensor stacked(std::span<const Tensor> items); // at least one
// One of them; if there is only one, the tensor it is taken from may itself have that shape.
Tensor itemOf(const Tensor& all, std::uint64_t number, const Shape& shape);

} // namespace lw::tensor
