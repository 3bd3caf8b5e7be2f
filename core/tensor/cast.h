// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <atomic>

namespace lw::tensor {

// As cast() in tensor.h, for tensors that take seconds:
// `stop` is checked every few milliseconds, E004. It may be null.
Result<Tensor> cast(const Tensor& tensor, DType to, const std::atomic<bool>* stop);

} // namespace lw::tensor
