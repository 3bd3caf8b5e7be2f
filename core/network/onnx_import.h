// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/cut.h"
#include "core/network/network.h"
#include "core/network/onnx_model.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

// A network from an ONNX file. [batch, channels, rows, columns] becomes [rows, columns, channels], [batch,
// elements] becomes [elements]; the batch is dropped. Elements may lie here in another order than in the
// graph (onnx_view.h); layers move them where an operator, or an output that is no image, needs it. A
// quantised file is a network of int8, or of float32 where it is not int8 throughout, which a warning says.
namespace lw::network {

// `name` is what errors call the file. Inputs of the graph that stand in `constants` are weights of these
// values. Of a graph that is cut at its end only what is left is looked at; at its beginning the other half
// as well, for the shape of what it computes, and where it cannot be read what the file says of that. E580 to
// E584, E588, E595 to E597, and what inferShape() finds.
Result<Network> importOnnx(std::span<const std::byte> file, std::string_view name,
                           const std::vector<onnx::NamedTensor>& constants = {}, const Section& where = {},
                           const onnx::OtherFile& otherFile = {}, std::uint64_t mostMade = onnx::kMostMade);

// All that is wrong with a file, where a network says what is found first. Nodes that read what others cannot
// give are passed over.
struct OnnxCheck {
    std::vector<Problem> problems; // none: it can be read
    struct Node {
        std::string operation, name;
    };
    std::vector<Node> unsupported; // those of E581, in the file's order
};
OnnxCheck checkOnnx(std::span<const std::byte> file, std::string_view name, const Section& where,
                    const onnx::OtherFile& otherFile = {}, std::uint64_t mostMade = onnx::kMostMade);

// The operators that can be imported, and what is not supported of each, as Markdown for the manual.
std::string onnxTable();

} // namespace lw::network
