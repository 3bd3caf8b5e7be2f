// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

namespace lw::network::onnx {

// What a value is, and how it is arranged here.
struct Order {
    Layout layout = Layout::Plain;
    Arrangement arrangement = Arrangement::Straight;
};

// The graph's input as that of the network, in the order given, or in the one that the nodes want:
// [rows, columns, channels] is an image, whether the file has its channels first or last.
// The meaning of its codes may be given too.
Outcome takeInput(Import& import, const Graph& graph, const ValueInfo& info, std::optional<Order> given = {},
                  std::optional<Quantisation> by = {});

inline bool holdsCodes(const ValueInfo& info) {
    return info.elementType == kInt8Type || info.elementType == kUint8Type;
}

} // namespace lw::network::onnx
