// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/network/onnx_model.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// A network from an ONNX file. [batch, channels, rows, columns] becomes [rows, columns, channels], [batch,
// elements] becomes [elements]; the batch is dropped. An image that is flattened is flattened in this
// program's order, and the weights after it are reordered; where that does not do, transpositions bring the
// elements into the file's order, as in outputs that are lists.
namespace lw::network {

// `name` is what errors call the file. Inputs of the graph that stand in `constants` are weights of these
// values; of a graph that is cut, only what the node or value `until` needs is looked at. E580 to E584, E588,
// and what inferShape() finds.
Result<Network> importOnnx(std::span<const std::byte> file, std::string_view name,
                           std::vector<onnx::NamedTensor> constants = {},
                           const std::optional<std::string>& until = {},
                           std::uint64_t mostMade = onnx::kMostMade);

// The operators that can be imported, and what is not supported of each, as Markdown for the manual.
std::string onnxTable();

} // namespace lw::network
