// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_node.h"

// Nodes that compute numbers from known numbers, or from nothing but extents: exporters write chains of them
// where a shape depends on the batch. They are computed while the file is read and do not become layers.
namespace lw::network::onnx {

std::span<const Operator> foldings();

} // namespace lw::network::onnx
