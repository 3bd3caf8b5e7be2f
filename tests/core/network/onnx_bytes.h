// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// ONNX files written by hand, field by field (numbers as in onnx.proto).
namespace lw::test::onnx {

inline std::string varint(std::uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    return out + static_cast<char>(value);
}
inline std::string key(std::uint64_t field, std::uint64_t type) { return varint(field << 3 | type); }
inline std::string number(std::uint64_t field, std::uint64_t value) { return key(field, 0) + varint(value); }
inline std::string part(std::uint64_t field, const std::string& bytes) {
    return key(field, 2) + varint(bytes.size()) + bytes;
}

// Attributes of a node.
inline std::string integer(const std::string& name, std::uint64_t value) {
    return part(5, part(1, name) + number(3, value));
}
inline std::string real(const std::string& name, float value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return part(5, part(1, name) + key(2, 5) + bytes);
}
inline std::string text(const std::string& name, const std::string& value) {
    return part(5, part(1, name) + part(4, value));
}
inline std::string integers(const std::string& name, std::initializer_list<std::uint64_t> values) {
    std::string all;
    for (const std::uint64_t value : values) all += number(8, value);
    return part(5, part(1, name) + all);
}

// Parts of a graph.
inline std::string node(const std::string& operation, std::initializer_list<const char*> inputs,
                        std::initializer_list<const char*> outputs, const std::string& attributes = {}) {
    std::string out;
    for (const char* name : inputs) out += part(1, name);
    for (const char* name : outputs) out += part(2, name);
    return part(1, out + part(4, operation) + attributes);
}
// A TensorProto with raw bytes.
inline std::string tensorOf(const std::string& name, std::uint64_t type,
                            std::initializer_list<std::uint64_t> extents, const std::string& raw) {
    std::string out;
    for (const std::uint64_t extent : extents) out += number(1, extent);
    return out + number(2, type) + part(8, name) + part(9, raw);
}
// -1: an extent without a number.
inline std::string valueOf(const std::string& name, std::initializer_list<std::int64_t> extents,
                           std::uint64_t type = 1) {
    std::string shape;
    for (const std::int64_t extent : extents)
        shape += part(1, extent < 0 ? part(2, "N") : number(1, static_cast<std::uint64_t>(extent)));
    return part(1, name) + part(2, part(1, number(1, type) + part(2, shape)));
}
inline std::string input(const std::string& name, std::initializer_list<std::int64_t> extents,
                         std::uint64_t type = 1) {
    return part(11, valueOf(name, extents, type));
}
// What a file says of a value between nodes.
inline std::string stated(const std::string& name, std::initializer_list<std::int64_t> extents) {
    return part(13, valueOf(name, extents));
}

inline std::string modelOf(const std::vector<std::string>& nodes, const std::vector<std::string>& tensors,
                           const std::string& inputs, const std::vector<std::string>& outputs,
                           std::uint64_t operatorSet = 13) {
    std::string graph;
    for (const std::string& one : nodes) graph += one;
    for (const std::string& one : tensors) graph += part(5, one);
    graph += inputs;
    for (const std::string& name : outputs) graph += part(12, part(1, name));
    // The graph stands last, so that every cut cuts it.
    return number(1, 8) + part(8, number(2, operatorSet)) + part(7, graph);
}

} // namespace lw::test::onnx
