// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/reference.h"

namespace lw::network {

// One value as computeAll() gives it. Only what it needs is computed, and kept only as long as needed:
// large pictures in large networks fit.
tensor::Tensor computeOne(const Network& network, tensor::Tensor input, ValueId value,
                          const ReferenceOptions& options);

} // namespace lw::network
