// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// An ONNX file as values, before anything is made of it. Field numbers are those of onnx.proto, version 1.12.
// Whatever no supported operator needs is skipped: documentation, training, functions, graphs inside nodes.
namespace lw::network::onnx {

using Bytes = std::span<const std::byte>;

struct Attribute {
    std::optional<float> real;
    std::optional<std::int64_t> integer;
    std::optional<std::string> text;
    std::optional<Bytes> tensor; // not read yet
    std::vector<std::int64_t> integers;
    std::vector<std::uint64_t> reals; // bits of floats
    std::vector<std::string> texts;
    bool isOther = false; // a graph, a list of texts ...
};

// Numbers that the nodes of a file may make from constants, beyond one for each of its bytes: files of a few
// hundred bytes could ask for gigabytes. Enough for every weight of VGG-19.
inline constexpr std::uint64_t kMostMade = std::uint64_t{1} << 28;

using Attributes = std::map<std::string, Attribute, std::less<>>;
struct Node {
    std::string operation, domain, name;
    std::vector<std::string> inputs, outputs; // an empty name: left out
    Attributes attributes;
    std::string layerName{}; // the name of its layer; empty: that of its output
};

// What the graph takes or gives.
struct ValueInfo {
    std::string name;
    std::int64_t elementType = 0;                     // of TensorProto; 0: not a tensor
    std::optional<std::vector<std::int64_t>> extents; // -1: not a number
};

struct Graph {
    std::string name;
    std::vector<Node> nodes;
    std::map<std::string, Bytes, std::less<>> initializers; // not read yet
    std::vector<ValueInfo> inputs, outputs;
    std::vector<ValueInfo> values; // what the file says about the values of nodes, its outputs included
    std::int64_t operatorSet = 0;  // version of the standard domain
};

// E580; the graph points into the bytes.
Result<Graph> parseModel(Bytes file, std::string_view name);

struct NamedTensor {
    std::string name;
    tensor::Tensor tensor;
};
// The bytes of a file that a tensor names; they stay until the network has been read.
using OtherFile = std::function<Result<Bytes>(const std::string& location)>;
// A TensorProto: numbers as raw bytes, in one of the typed fields, or in a part of another file. Texts and
// complex numbers are refused (E584), and other files if there is no way to read them.
Result<NamedTensor> parseTensor(Bytes bytes, std::string_view file, const OtherFile& other = {});
// "FLOAT" ... of TensorProto.DataType.
std::string elementTypeName(std::int64_t type);
std::optional<tensor::DType> dtypeOf(std::int64_t elementType);
inline constexpr std::int64_t kFloatType = 1, kUint8Type = 2, kInt8Type = 3;
// Numbers of 16 bits, which are read as float32.
inline bool isHalf(tensor::DType type) { return type == tensor::DType::F16 || type == tensor::DType::Bf16; }

} // namespace lw::network::onnx
