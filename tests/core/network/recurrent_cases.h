// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/tensor/tensor.h"

#include <QString>

#include <vector>

// ONNX's cases of lstm and gru, which have batches of 2 and 3: each item as a file of its own.
namespace lw::test::onnx {

struct CaseItem {
    Result<network::Network> network;
    tensor::Tensor x;                   // in the shape of the network's input
    std::vector<tensor::Tensor> wanted; // by output
};
std::vector<CaseItem> itemsOfCase(const QString& folder);

} // namespace lw::test::onnx
