// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

// ONNX files as torch.onnx.export writes them: which attributes a node has, and what it gets as an input
// instead, by the version of the operators. Weights are random.
namespace lw::test::onnx {

using Extents = std::vector<std::int64_t>;

struct Window {
    std::int64_t kernel = 1, stride = 1, pad = 0, groups = 1, dilation = 1;
};

class ExportWriter {
  public:
    // One input "x", [batch, channels, rows, columns]; -1: an extent without a number.
    ExportWriter(std::uint64_t operatorSet, const Extents& input);

    std::string node(const std::string& operation, const std::vector<std::string>& inputs,
                     const std::string& attributes = {});
    std::vector<std::string> nodeOf(std::size_t outputs, const std::string& operation,
                                    const std::vector<std::string>& inputs,
                                    const std::string& attributes = {});
    // Initializers.
    std::string weights(const Extents& extents, float limit, float middle = 0);
    std::string scales(const std::vector<float>& values);
    // Constant nodes: of no extent, of one, and without elements.
    std::string number(float value);
    std::string integer(std::int64_t value);
    std::string integers(const Extents& values);
    std::string nothing();

    std::string conv(const std::string& x, std::int64_t in, std::int64_t out, const Window& window);
    std::string convTranspose(const std::string& x, std::int64_t in, std::int64_t out, const Window& window);
    std::string batchNorm(const std::string& x, std::int64_t channels);
    std::string maxPool(const std::string& x, const Window& window, bool isCeiling = false);
    std::string averagePool(const std::string& x, const Window& window);
    std::string linear(const std::string& x, std::int64_t in, std::int64_t out);
    std::string concat(const std::vector<std::string>& values, std::int64_t axis = 1);
    std::string flatten(const std::string& x);
    std::string unsqueeze(const std::string& x, std::int64_t axis);
    std::string slice(const std::string& x, std::int64_t axis, std::int64_t begin, std::int64_t end,
                      std::int64_t step = 1);
    std::string transpose(const std::string& x, const Extents& order);
    std::string reshape(const std::string& x, const std::string& shape);
    std::vector<std::string> halves(const std::string& x, std::int64_t size);
    std::string mean(const std::string& x, bool staysImage); // over rows and columns
    // x.size(axis), of no extent, and view(...) with such sizes and numbers.
    std::string size(const std::string& x, std::int64_t axis);
    std::string view(const std::string& x, const std::vector<std::string>& sizes);
    // F.interpolate by a factor, and to the rows and columns of another value.
    std::string resize(const std::string& x, const std::string& mode, const std::string& coordinates,
                       float factor);
    std::string resizeLike(const std::string& x, const std::string& mode, const std::string& coordinates,
                           const std::string& like);
    // F.pad, as the chain of nodes that counts its pads: of columns first, [left, right, top, bottom].
    std::string pad(const std::string& x, const std::string& mode, const Extents& pads);

    std::string relu(const std::string& x) { return node("Relu", {x}); }
    std::string relu6(const std::string& x) { return node("Clip", {x, number(0), number(6)}); }
    std::string silu(const std::string& x) { return node("Mul", {x, node("Sigmoid", {x})}); }
    std::string hardSigmoid(const std::string& x);
    std::string hardSwish(const std::string& x);

    std::string model(const std::vector<std::string>& outputs) const;

  private:
    std::string constant(const std::string& tensor);
    std::string resized(const std::vector<std::string>& inputs, const std::string& mode,
                        const std::string& coordinates);
    std::string empty(); // an input of Resize that says nothing

    std::uint64_t m_set;
    std::string m_nodes, m_initializers, m_input;
    std::size_t m_names = 0;
    std::mt19937 m_random{1};
};

// Attributes, with their types.
std::string realAttribute(const std::string& name, float value);
std::string integerAttribute(const std::string& name, std::int64_t value);
std::string integersAttribute(const std::string& name, const Extents& values);
std::string textAttribute(const std::string& name, const std::string& value);

} // namespace lw::test::onnx
