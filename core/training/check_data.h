// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"

// What keeps a step from being done.
namespace lw::train {

// Whether this network can be trained: E901 to E904, E908 to E910.
Outcome checkTrainable(const network::Network& network);
// Images [any number, extents of the input ...], F32 and finite: E905, E906.
Outcome checkImages(const network::Network& network, const tensor::Tensor& images);
// So many labels (I64, I32 or U8) or targets (F32): E905 to E907.
Outcome checkLabels(const network::Network& network, const tensor::Tensor& labels, std::uint64_t count);
// The network's batch of them, with labels or targets: E905 to E907.
Outcome checkBatch(const network::Network& network, const tensor::Tensor& images,
                   const tensor::Tensor& labels);

} // namespace lw::train
