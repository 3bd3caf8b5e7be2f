// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/network/onnx_bytes.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

// Values as a graph has them, in its order of elements, and graphs that move them about at random.
namespace lw::test::onnx {

using network::Kind;
using network::Layer;
using network::Network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

using Numbers = std::vector<std::int64_t>;

// A value as the graph has it, and what the operators make of it, index by index.
struct Plain {
    Shape shape;
    std::vector<float> values;
};
inline std::uint64_t countOf(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}
inline Plain counted(Shape shape, float first = 1) {
    Plain out{std::move(shape), {}};
    for (std::uint64_t i = 0; i < countOf(out.shape); ++i)
        out.values.push_back(first + static_cast<float>(i));
    return out;
}
inline Shape indexOf(const Shape& shape, std::uint64_t number) {
    Shape out(shape.size());
    for (std::size_t i = shape.size(); i-- > 0; number /= shape[i]) out[i] = number % shape[i];
    return out;
}
inline float at(const Plain& value, const Shape& index) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < index.size(); ++i)
        number = number * value.shape[i] + (value.shape[i] == 1 ? 0 : index[i]);
    return value.values[number];
}
// Each element of a new shape from the index it has.
inline Plain made(Shape shape, const std::function<float(const Shape&)>& of) {
    Plain out{std::move(shape), {}};
    for (std::uint64_t i = 0; i < countOf(out.shape); ++i) out.values.push_back(of(indexOf(out.shape, i)));
    return out;
}
inline Plain transposed(const Plain& x, const std::vector<std::size_t>& order) {
    Shape shape;
    for (const std::size_t from : order) shape.push_back(x.shape[from]);
    return made(shape, [&](const Shape& index) {
        Shape before(index.size());
        for (std::size_t i = 0; i < order.size(); ++i) before[order[i]] = index[i];
        return at(x, before);
    });
}

inline Plain nhwcOf(const Plain& x) { return transposed(x, {0, 2, 3, 1}); }
inline Tensor itemOf(const Plain& x, Shape shape) {
    return Tensor::of<float>(DType::F32, std::move(shape), x.values);
}

inline std::string rawOf(const std::vector<float>& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline std::string wholeNumbers(const std::string& name, const Numbers& numbers) {
    std::string raw;
    for (const std::int64_t number : numbers)
        for (unsigned byte = 0; byte < 8; ++byte)
            raw += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * byte));
    return tensorOf(name, 7, {numbers.size()}, raw);
}
inline std::string floats(const std::string& name, const Plain& x) {
    std::string out;
    for (const std::uint64_t extent : x.shape) out += number(1, extent);
    return out + number(2, 1) + part(8, name) + part(9, rawOf(x.values));
}
inline std::string list(const std::string& name, const std::vector<std::size_t>& values) {
    std::string all;
    for (const std::size_t value : values) all += number(8, value);
    return part(5, part(1, name) + all);
}
inline Result<Network> imported(const std::string& model) {
    return network::importOnnx(std::as_bytes(std::span(model)), "model");
}
inline QString said(const Problem& problem) { return QString::fromStdString(textOf(problem)); }

inline std::vector<Kind> kindsOf(const Network& network) {
    std::vector<Kind> out;
    for (const Layer& layer : network.layers) out.push_back(layer.kind);
    return out;
}

// The network of a model that can be read, and its output for an input.
struct Run {
    std::vector<Kind> kinds;
    Shape input;
    Tensor output{DType::F32, {0}};
};
inline Run runOf(const std::string& model, const Plain& x) {
    const auto network = imported(model);
    if (!network) QTest::qFail(qPrintable(said(network.problem())), __FILE__, __LINE__);
    if (!network) return {};
    const Tensor input = itemOf(x, network->input.shape);
    return {kindsOf(*network), network->input.shape,
            network::computeAll(*network, input, {})[network->outputs[0]]};
}

// A graph of one path of random nodes from a list to a list, built beside what it computes: whole numbers, so
// that sums are exact in any order.
class RandomPath {
  public:
    explicit RandomPath(std::uint32_t seed) : m_random(seed) {
        m_input = m_now = counted({1, std::uint64_t{12} * (1 + below(6))});
        reshape();
        for (std::size_t i = 0, nodes = 1 + below(7); i < nodes; ++i) addNode();
        reshapeTo({1, countOf(m_now.shape)});
    }
    std::string model() const {
        const auto count = static_cast<std::int64_t>(m_input.shape[1]);
        return modelOf(m_nodes, m_tensors, onnx::input("x", {1, count}), {m_name});
    }
    const Plain& input() const { return m_input; }
    const Plain& output() const { return m_now; }

  private:
    std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(m_random() % n); }
    std::string newConstant() { return "c" + std::to_string(m_tensors.size()); }
    std::string constant(const Numbers& numbers) {
        const std::string name = newConstant();
        m_tensors.push_back(wholeNumbers(name, numbers));
        return name;
    }
    std::string constant(const Plain& numbers) {
        const std::string name = newConstant();
        m_tensors.push_back(floats(name, numbers));
        return name;
    }
    void add(const std::string& operation, const std::vector<std::string>& more,
             const std::string& attributes, Plain result) {
        const std::string next = "v" + std::to_string(m_nodes.size());
        std::string out = part(1, m_name);
        for (const std::string& name : more) out += part(1, name);
        m_nodes.push_back(part(1, out + part(2, next) + part(4, operation) + attributes));
        m_name = next;
        m_now = std::move(result);
    }

    void addNode() {
        switch (below(9)) {
        case 0: return transpose();
        case 1: return reshape();
        case 2: return addConstant();
        case 3: return concat();
        case 4: return slice();
        case 5: return reduceSum();
        case 6: return ofImage();
        case 7: return addLargest();
        default: return matMul();
        }
    }
    // The batch of 1 goes anywhere too.
    void transpose() {
        std::vector<std::size_t> order(m_now.shape.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::shuffle(order.begin() + (below(3) == 0 ? 0 : 1), order.end(), m_random);
        add("Transpose", {}, list("perm", order), transposed(m_now, order));
    }
    void reshapeTo(const Shape& shape) {
        add("Reshape", {constant(Numbers{shape.begin(), shape.end()})}, {}, {shape, m_now.values});
    }
    void reshape() {
        Shape shape;
        if (below(4) != 0) shape.push_back(1);
        std::uint64_t rest = countOf(m_now.shape);
        for (std::size_t i = 1 + below(4); i-- > 1;) {
            std::uint64_t extent = 1 + below(6);
            while (rest % extent != 0) --extent;
            shape.push_back(extent);
            rest /= extent;
        }
        shape.push_back(rest);
        if (shape.size() == 1) shape.push_back(1);
        reshapeTo(shape);
    }
    void addConstant() {
        Shape shape;
        const bool hasBatch = m_now.shape[0] == 1;
        for (std::size_t i = below(m_now.shape.size()); i < m_now.shape.size(); ++i)
            shape.push_back(below(2) == 0 || (i == 0 && hasBatch) ? 1 : m_now.shape[i]);
        const Plain given = counted(shape, 100);
        add("Add", {constant(given)}, {}, made(m_now.shape, [&](const Shape& index) {
                const auto missing = static_cast<std::ptrdiff_t>(index.size() - shape.size());
                return at(m_now, index) + at(given, Shape(index.begin() + missing, index.end()));
            }));
    }
    std::size_t someAxis() { return 1 + below(m_now.shape.size() - 1); }
    void concat() {
        if (countOf(m_now.shape) > 200) return;
        const std::size_t axis = someAxis();
        Shape shape = m_now.shape;
        shape[axis] *= 2;
        add("Concat", {m_name}, integer("axis", axis), made(shape, [&](Shape index) {
                index[axis] %= m_now.shape[axis];
                return at(m_now, index);
            }));
    }
    // From the last one backwards, in steps of two, to before the first.
    void slice() {
        const std::size_t axis = someAxis();
        const std::uint64_t extent = m_now.shape[axis];
        Shape shape = m_now.shape;
        shape[axis] = (extent + 1) / 2;
        const std::string start = constant(Numbers{std::int64_t{1} << 40}),
                          end = constant(Numbers{std::numeric_limits<std::int64_t>::min()}),
                          which = constant(Numbers{static_cast<std::int64_t>(axis)}),
                          step = constant(Numbers{-2});
        add("Slice", {start, end, which, step}, {}, made(shape, [&](Shape index) {
                index[axis] = extent - 1 - 2 * index[axis];
                return at(m_now, index);
            }));
    }
    void reduceSum() {
        const std::size_t axis = someAxis();
        const bool keeps = below(2) == 0 || m_now.shape.size() == 2;
        Plain kept{m_now.shape, {}};
        kept.shape[axis] = 1;
        kept = made(kept.shape, [&](Shape index) {
            float sum = 0;
            for (index[axis] = 0; index[axis] < m_now.shape[axis]; ++index[axis]) sum += at(m_now, index);
            return sum;
        });
        if (!keeps) kept.shape.erase(kept.shape.begin() + static_cast<std::ptrdiff_t>(axis));
        add("ReduceSum", {constant(Numbers{static_cast<std::int64_t>(axis)})},
            integer("keepdims", keeps ? 1 : 0), std::move(kept));
    }
    // x / 1 ^ 0.75, for which channels must come last.
    void ofImage() {
        const std::size_t extents = m_now.shape.size();
        if (m_now.shape[0] != 1 || (extents != 3 && extents != 4)) return;
        add("LRN", {}, integer("size", 1) + real("alpha", 0), Plain(m_now));
    }
    // Two values of different extents, and in whatever order each of them lies.
    void addLargest() {
        const std::size_t axis = someAxis();
        const Plain before = m_now;
        const std::string name = m_name;
        Plain most{m_now.shape, {}};
        most.shape[axis] = 1;
        most = made(most.shape, [&](Shape index) {
            float one = at(before, index);
            for (index[axis] = 0; index[axis] < before.shape[axis]; ++index[axis])
                one = std::max(one, at(before, index));
            return one;
        });
        add("ReduceMax", {}, list("axes", {axis}), std::move(most));
        const Plain largest = m_now;
        add("Add", {name}, {},
            made(before.shape, [&](const Shape& index) { return at(before, index) + at(largest, index); }));
    }
    void matMul() {
        const float most = *std::max_element(m_now.values.begin(), m_now.values.end());
        const std::uint64_t features = m_now.shape.back(), outputs = 1 + below(4);
        if (most * static_cast<float>(features) > 1e6f) return;
        Plain matrix{{features, outputs}, {}};
        for (std::uint64_t i = 0; i < features * outputs; ++i)
            matrix.values.push_back(static_cast<float>(below(2)));
        Shape shape = m_now.shape;
        shape.back() = outputs;
        add("MatMul", {constant(matrix)}, {}, made(shape, [&](Shape index) {
                float sum = 0;
                const std::uint64_t n = index.back();
                for (std::uint64_t i = 0; i < features; ++i) {
                    index.back() = i;
                    sum += at(m_now, index) * at(matrix, {i, n});
                }
                return sum;
            }));
    }

    std::mt19937 m_random;
    std::vector<std::string> m_nodes, m_tensors;
    std::string m_name = "x";
    Plain m_input, m_now;
};

} // namespace lw::test::onnx
