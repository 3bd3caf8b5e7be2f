// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// An ONNX file as values; field numbers are those of onnx.proto 1.12.
namespace reference::onnx {

using Shape = std::vector<std::int64_t>;
std::int64_t countOf(const Shape& shape);

// Numbers of any type, in double precision: in the graph's order, images as [batch, channels, rows, columns].
struct Tensor {
    Shape shape;
    std::vector<double> values;
    bool isUnsigned = false; // codes of uint8
    bool isWhole = false;    // integers and truth values: they divide and are cast as such
    bool isHalf = false;     // float16

    Tensor() = default;
    explicit Tensor(Shape extents, double value = 0)
        : shape(std::move(extents)), values(static_cast<std::size_t>(countOf(shape)), value) {}
    std::int64_t extent(std::int64_t axis) const;
    std::int64_t rank() const { return static_cast<std::int64_t>(shape.size()); }
    double& operator[](std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
    double operator[](std::int64_t i) const { return values[static_cast<std::size_t>(i)]; }
    Shape numbers() const; // as extents, axes, places
};

struct Attribute {
    double real = 0;
    std::int64_t integer = 0;
    std::string text;
    std::vector<double> reals;
    Shape integers;
    Tensor tensor;
};

struct Node {
    std::string operation;
    std::vector<std::string> inputs, outputs;
    std::map<std::string, Attribute, std::less<>> attributes;

    bool has(std::string_view name) const { return attributes.find(name) != attributes.end(); }
    double real(std::string_view name, double otherwise) const;
    std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
    Shape integers(std::string_view name, const Shape& otherwise) const;
    std::string text(std::string_view name, const std::string& otherwise) const;
};

struct Graph {
    std::vector<Node> nodes;
    std::map<std::string, Tensor, std::less<>> initializers;
    std::vector<std::string> inputs; // those without an initializer
    std::vector<std::string> outputs;
    std::int64_t operatorSet = 1;
};

Graph graphOf(std::string_view model);
Node nodeOf(std::string_view message);
// A TensorProto, with its name.
std::pair<std::string, Tensor> tensorOf(std::string_view message);

} // namespace reference::onnx
