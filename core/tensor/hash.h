// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bits.h"
#include "core/tensor/tensor.h"

#include <span>

namespace lw::tensor {

// Of type, shape and numbers.
inline std::uint64_t hashOf(const Tensor& tensor) {
    Hash hash;
    hash.add(static_cast<std::uint64_t>(tensor.dtype()));
    hash.add(std::as_bytes(std::span(tensor.shape())));
    hash.add(tensor.bytes());
    return hash.value();
}

} // namespace lw::tensor
