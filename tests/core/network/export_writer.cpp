// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/network/export_writer.h"

#include "tests/core/network/onnx_bytes.h"

#include <cmath>
#include <limits>

namespace lw::test::onnx {

namespace {

constexpr std::uint64_t kFloat = 1, kInt64 = 7;

template <typename T> std::string rawOf(const std::vector<T>& values) {
    std::string out(values.size() * sizeof(T), '\0');
    if (!values.empty()) std::memcpy(out.data(), values.data(), out.size());
    return out;
}

template <typename T>
std::string tensorBytes(const std::string& name, std::uint64_t type, const Extents& extents,
                        const std::vector<T>& values) {
    std::string out;
    for (const std::int64_t extent : extents) out += number(1, static_cast<std::uint64_t>(extent));
    return out + number(2, type) + part(8, name) + part(9, rawOf(values));
}

std::string attribute(const std::string& name, std::uint64_t type, const std::string& value) {
    return part(5, part(1, name) + value + number(20, type));
}

Extents twice(std::int64_t value) { return {value, value}; }
std::string windowAttributes(const Window& w) {
    return integersAttribute("dilations", twice(w.dilation)) + integerAttribute("group", w.groups) +
           integersAttribute("kernel_shape", twice(w.kernel)) +
           integersAttribute("pads", {w.pad, w.pad, w.pad, w.pad}) +
           integersAttribute("strides", twice(w.stride));
}

} // namespace

std::string realAttribute(const std::string& name, float value) {
    return attribute(name, 1, key(2, 5) + rawOf<float>({value}));
}
std::string integerAttribute(const std::string& name, std::int64_t value) {
    return attribute(name, 2, number(3, static_cast<std::uint64_t>(value)));
}
std::string integersAttribute(const std::string& name, const Extents& values) {
    std::string all;
    for (const std::int64_t value : values) all += number(8, static_cast<std::uint64_t>(value));
    return attribute(name, 7, all);
}
std::string textAttribute(const std::string& name, const std::string& value) {
    return attribute(name, 3, part(4, value));
}

ExportWriter::ExportWriter(std::uint64_t operatorSet, const Extents& input) : m_set(operatorSet) {
    std::string shape;
    for (const std::int64_t extent : input)
        shape += part(1, extent < 0 ? part(2, "batch") : onnx::number(1, static_cast<std::uint64_t>(extent)));
    m_input = part(11, part(1, "x") + part(2, part(1, onnx::number(1, kFloat) + part(2, shape))));
}

std::vector<std::string> ExportWriter::nodeOf(std::size_t outputs, const std::string& operation,
                                              const std::vector<std::string>& inputs,
                                              const std::string& attributes) {
    std::string out;
    std::vector<std::string> names;
    const std::string name = "/" + operation + "_" + std::to_string(m_names++);
    for (const std::string& input : inputs) out += part(1, input);
    for (std::size_t i = 0; i < outputs; ++i) names.push_back(name + "_output_" + std::to_string(i));
    for (const std::string& output : names) out += part(2, output);
    m_nodes += part(1, out + part(3, name) + part(4, operation) + attributes);
    return names;
}
std::string ExportWriter::node(const std::string& operation, const std::vector<std::string>& inputs,
                               const std::string& attributes) {
    return nodeOf(1, operation, inputs, attributes)[0];
}

std::string ExportWriter::weights(const Extents& extents, float limit, float middle) {
    std::size_t count = 1;
    for (const std::int64_t extent : extents) count *= static_cast<std::size_t>(extent);
    std::vector<float> values(count);
    std::uniform_real_distribution<float> around(-limit, limit);
    for (float& value : values) value = middle + around(m_random);
    const std::string name = "weight_" + std::to_string(m_names++);
    m_initializers += part(5, tensorBytes(name, kFloat, extents, values));
    return name;
}
std::string ExportWriter::scales(const std::vector<float>& values) {
    const std::string name = "scales_" + std::to_string(m_names++);
    m_initializers += part(5, tensorBytes(name, kFloat, {static_cast<std::int64_t>(values.size())}, values));
    return name;
}

std::string ExportWriter::constant(const std::string& tensor) {
    return node("Constant", {}, attribute("value", 4, part(5, tensor)));
}
std::string ExportWriter::number(float value) {
    return constant(tensorBytes<float>({}, kFloat, {}, {value}));
}
std::string ExportWriter::integer(std::int64_t value) {
    return constant(tensorBytes<std::int64_t>({}, kInt64, {}, {value}));
}
std::string ExportWriter::integers(const Extents& values) {
    return constant(tensorBytes({}, kInt64, {static_cast<std::int64_t>(values.size())}, values));
}
std::string ExportWriter::nothing() { return constant(tensorBytes<float>({}, kFloat, {0}, {})); }

std::string ExportWriter::conv(const std::string& x, std::int64_t in, std::int64_t out, const Window& w) {
    const auto terms = static_cast<float>(in / w.groups * w.kernel * w.kernel);
    return node(
        "Conv",
        {x, weights({out, in / w.groups, w.kernel, w.kernel}, std::sqrt(6 / terms)), weights({out}, 0.1f)},
        windowAttributes(w));
}
std::string ExportWriter::convTranspose(const std::string& x, std::int64_t in, std::int64_t out,
                                        const Window& w) {
    const auto terms = static_cast<float>(in * w.kernel * w.kernel / (w.stride * w.stride));
    return node("ConvTranspose",
                {x, weights({in, out, w.kernel, w.kernel}, std::sqrt(6 / terms)), weights({out}, 0.1f)},
                windowAttributes(w));
}
std::string ExportWriter::batchNorm(const std::string& x, std::int64_t channels) {
    return node("BatchNormalization",
                {x, weights({channels}, 0.5f, 1), weights({channels}, 0.3f), weights({channels}, 0.3f),
                 weights({channels}, 0.5f, 1)},
                realAttribute("epsilon", 1e-5f) + realAttribute("momentum", 0.9f) +
                    (m_set >= 14 ? integerAttribute("training_mode", 0) : std::string()));
}
std::string ExportWriter::maxPool(const std::string& x, const Window& w, bool isCeiling) {
    return node("MaxPool", {x},
                integerAttribute("ceil_mode", isCeiling) +
                    integersAttribute("kernel_shape", twice(w.kernel)) +
                    integersAttribute("pads", {w.pad, w.pad, w.pad, w.pad}) +
                    integersAttribute("strides", twice(w.stride)));
}
std::string ExportWriter::averagePool(const std::string& x, const Window& w) {
    return node("AveragePool", {x},
                integerAttribute("ceil_mode", 0) + integersAttribute("kernel_shape", twice(w.kernel)) +
                    integersAttribute("pads", {w.pad, w.pad, w.pad, w.pad}) +
                    integersAttribute("strides", twice(w.stride)));
}
std::string ExportWriter::linear(const std::string& x, std::int64_t in, std::int64_t out) {
    return node("Gemm", {x, weights({out, in}, std::sqrt(3 / static_cast<float>(in))), weights({out}, 0.1f)},
                realAttribute("alpha", 1) + realAttribute("beta", 1) + integerAttribute("transB", 1));
}
std::string ExportWriter::concat(const std::vector<std::string>& values, std::int64_t axis) {
    return node("Concat", values, integerAttribute("axis", axis));
}
std::string ExportWriter::flatten(const std::string& x) {
    return node("Flatten", {x}, integerAttribute("axis", 1));
}

std::string ExportWriter::unsqueeze(const std::string& x, std::int64_t axis) {
    if (m_set < 13) return node("Unsqueeze", {x}, integersAttribute("axes", {axis}));
    return node("Unsqueeze", {x, integers({axis})});
}
std::string ExportWriter::slice(const std::string& x, std::int64_t axis, std::int64_t begin, std::int64_t end,
                                std::int64_t step) {
    return node("Slice", {x, integers({begin}), integers({end}), integers({axis}), integers({step})});
}
std::string ExportWriter::transpose(const std::string& x, const Extents& order) {
    return node("Transpose", {x}, integersAttribute("perm", order));
}
std::string ExportWriter::reshape(const std::string& x, const std::string& shape) {
    return node("Reshape", {x, shape}, m_set >= 14 ? integerAttribute("allowzero", 0) : std::string());
}
std::vector<std::string> ExportWriter::halves(const std::string& x, std::int64_t size) {
    if (m_set < 13)
        return nodeOf(2, "Split", {x},
                      integerAttribute("axis", 1) + integersAttribute("split", {size, size}));
    return nodeOf(2, "Split", {x, integers({size, size})}, integerAttribute("axis", 1));
}
std::string ExportWriter::mean(const std::string& x, bool staysImage) {
    const std::string keeps = integerAttribute("keepdims", staysImage);
    if (m_set < 18) return node("ReduceMean", {x}, integersAttribute("axes", {2, 3}) + keeps);
    return node("ReduceMean", {x, integers({2, 3})}, keeps);
}

std::string ExportWriter::size(const std::string& x, std::int64_t axis) {
    const std::string shape = node("Shape", {x});
    return node("Gather", {shape, integer(axis)}, integerAttribute("axis", 0));
}
std::string ExportWriter::view(const std::string& x, const std::vector<std::string>& sizes) {
    std::vector<std::string> lists;
    for (const std::string& one : sizes) lists.push_back(unsqueeze(one, 0));
    return reshape(x, concat(lists, 0));
}

std::string ExportWriter::empty() { return m_set >= 13 ? std::string() : nothing(); }
std::string ExportWriter::resized(const std::vector<std::string>& inputs, const std::string& mode,
                                  const std::string& coordinates) {
    return node("Resize", inputs,
                textAttribute("coordinate_transformation_mode", coordinates) +
                    realAttribute("cubic_coeff_a", -0.75f) + textAttribute("mode", mode) +
                    textAttribute("nearest_mode", "floor"));
}
std::string ExportWriter::resize(const std::string& x, const std::string& mode,
                                 const std::string& coordinates, float factor) {
    const std::string roi = empty();
    return resized({x, roi, scales({1, 1, factor, factor})}, mode, coordinates);
}
std::string ExportWriter::resizeLike(const std::string& x, const std::string& mode,
                                     const std::string& coordinates, const std::string& like) {
    const std::string rows = unsqueeze(size(like, 2), 0), columns = unsqueeze(size(like, 3), 0);
    const std::string wanted = node("Cast", {concat({rows, columns}, 0)}, integerAttribute("to", 7));
    const std::string first = slice(node("Shape", {x}), 0, 0, 2);
    const std::string roi = empty(), none = empty();
    return resized({x, roi, none, concat({first, wanted}, 0)}, mode, coordinates);
}

// [left, right, top, bottom] and zeros for the other axes, in pairs, turned round, then all beginnings
// before all ends.
std::string ExportWriter::pad(const std::string& x, const std::string& mode, const Extents& pads) {
    const std::string given = node("Cast", {integers(pads)}, integerAttribute("to", 7));
    const std::string count =
        node("Gather", {node("Shape", {given}), integers({0})}, integerAttribute("axis", 0));
    const std::string more = node("Sub", {node("Mul", {integer(4), integer(2)}), count});
    const std::string zeros =
        node("ConstantOfShape", {more},
             attribute("value", 4, part(5, tensorBytes<std::int64_t>({}, kInt64, {1}, {0}))));
    const std::string pairs = reshape(concat({given, zeros}, 0), integers({-1, 2}));
    const std::string turned = slice(pairs, 0, -1, -std::numeric_limits<std::int64_t>::max(), -1);
    const std::string list = reshape(transpose(turned, {1, 0}), integers({-1}));
    const std::string wanted = node("Cast", {list}, integerAttribute("to", 7));
    const std::string modeOfIt = textAttribute("mode", mode);
    if (mode != "constant") return node("Pad", {x, wanted}, modeOfIt);
    return node("Pad", {x, wanted, number(0)}, modeOfIt);
}

std::string ExportWriter::hardSigmoid(const std::string& x) {
    return node("HardSigmoid", {x}, realAttribute("alpha", 1.0f / 6));
}
std::string ExportWriter::hardSwish(const std::string& x) {
    if (m_set >= 14) return node("HardSwish", {x});
    if (m_set >= 13) return node("Mul", {x, hardSigmoid(x)});
    const std::string moved = node("Clip", {node("Add", {x, number(3)}), number(0), number(6)});
    return node("Div", {node("Mul", {x, moved}), number(6)});
}

std::string ExportWriter::model(const std::vector<std::string>& outputs) const {
    std::string graph = m_nodes + part(2, "main_graph") + m_initializers + m_input;
    for (const std::string& name : outputs) graph += part(12, part(1, name));
    return onnx::number(1, 8) + part(2, "pytorch") + part(8, part(1, "") + onnx::number(2, m_set)) +
           part(7, graph);
}

} // namespace lw::test::onnx
