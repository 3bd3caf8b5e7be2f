// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_value.h"
#include "core/network/network.h"

#include <functional>
#include <string_view>

// What lstm and gru have in a network's file besides weights and bias.
namespace lw::network {

// The tensor that a key names.
using ReadTensor = std::function<Result<tensor::Tensor>(std::string_view key)>;

// Nothing is read for other kinds, which have none of its keys. E607.
Outcome readRecurrent(const JsonObject& object, Layer& layer, const ReadTensor& read);

struct RecurrentTensor {
    std::string_view key;
    const tensor::Tensor* tensor;
};
// Those that the layer has, in the file's order.
std::vector<RecurrentTensor> recurrentTensorsOf(const Layer& layer);

} // namespace lw::network
