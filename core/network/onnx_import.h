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
// elements] becomes [elements]; the batch is dropped. Elements may be in another order here than in the
// graph (onnx_view.h); layers move them where an operator, or an output that is not an image, needs it. A
// quantised file is a network of int8, or of float32 if it is not int8 throughout; a warning says so.
namespace lw::network {

// `name` is how errors refer to the file. Inputs of the graph that are in `constants` are weights with these
// values. Of a graph cut at its end only what is left is looked at; cut at its beginning, also the other
// half, for the shape of what it computes, and if that cannot be read, what the file says about it. E580 to
// E584, E588, E595 to E597, and what inferShape() finds.
Result<Network> importOnnx(std::span<const std::byte> file, std::string_view name,
                           const std::vector<onnx::NamedTensor>& constants = {}, const Section& where = {},
                           const onnx::OtherFile& otherFile = {}, std::uint64_t mostMade = onnx::kMostMade);

// Everything wrong with a file, whereas importing reports what is found first. Nodes that read what others
// cannot give are skipped.
struct OnnxCheck {
    std::vector<Problem> problems; // none: it can be read
    struct Node {
        std::string operation, name;
    };
    std::vector<Node> unsupported; // those of E581, in the file's order
};
OnnxCheck checkOnnx(std::span<const std::byte> file, std::string_view name, const Section& where,
                    const onnx::OtherFile& otherFile = {}, std::uint64_t mostMade = onnx::kMostMade);

// The operators that can be imported, and what is not supported for each, as Markdown for the manual.
std::string onnxTable();

} // namespace lw::network
