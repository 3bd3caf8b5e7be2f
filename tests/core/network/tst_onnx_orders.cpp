// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <span>

// Orders of elements: a graph moves them about, and here they lie in another one.
using namespace lw;
using namespace lw::network;
using namespace lw::test::onnx;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

using Numbers = std::vector<std::int64_t>;

// Under sanitizers one in ten.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kStep = 10;
#else
constexpr std::uint32_t kStep = 1;
#endif

// A value as the graph has it, and what the operators make of it, index by index.
struct Plain {
    Shape shape;
    std::vector<float> values;
};
std::uint64_t countOf(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}
Plain counted(Shape shape, float first = 1) {
    Plain out{std::move(shape), {}};
    for (std::uint64_t i = 0; i < countOf(out.shape); ++i)
        out.values.push_back(first + static_cast<float>(i));
    return out;
}
Shape indexOf(const Shape& shape, std::uint64_t number) {
    Shape out(shape.size());
    for (std::size_t i = shape.size(); i-- > 0; number /= shape[i]) out[i] = number % shape[i];
    return out;
}
float at(const Plain& value, const Shape& index) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < index.size(); ++i)
        number = number * value.shape[i] + (value.shape[i] == 1 ? 0 : index[i]);
    return value.values[number];
}
// Each element of a new shape from the index it has.
Plain made(Shape shape, const std::function<float(const Shape&)>& of) {
    Plain out{std::move(shape), {}};
    for (std::uint64_t i = 0; i < countOf(out.shape); ++i) out.values.push_back(of(indexOf(out.shape, i)));
    return out;
}
Plain transposed(const Plain& x, const std::vector<std::size_t>& order) {
    Shape shape;
    for (const std::size_t from : order) shape.push_back(x.shape[from]);
    return made(shape, [&](const Shape& index) {
        Shape before(index.size());
        for (std::size_t i = 0; i < order.size(); ++i) before[order[i]] = index[i];
        return at(x, before);
    });
}

Plain nhwcOf(const Plain& x) { return transposed(x, {0, 2, 3, 1}); }
Tensor itemOf(const Plain& x, Shape shape) {
    return Tensor::of<float>(DType::F32, std::move(shape), x.values);
}

std::string rawOf(const std::vector<float>& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
std::string wholeNumbers(const std::string& name, const Numbers& numbers) {
    std::string raw;
    for (const std::int64_t number : numbers)
        for (unsigned byte = 0; byte < 8; ++byte)
            raw += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * byte));
    return tensorOf(name, 7, {numbers.size()}, raw);
}
std::string floats(const std::string& name, const Plain& x) {
    std::string out;
    for (const std::uint64_t extent : x.shape) out += number(1, extent);
    return out + number(2, 1) + part(8, name) + part(9, rawOf(x.values));
}
std::string list(const std::string& name, const std::vector<std::size_t>& values) {
    std::string all;
    for (const std::size_t value : values) all += number(8, value);
    return part(5, part(1, name) + all);
}
Result<Network> imported(const std::string& model) {
    return importOnnx(std::as_bytes(std::span(model)), "model");
}
QString said(const Problem& problem) { return QString::fromStdString(textOf(problem)); }

std::vector<Kind> kindsOf(const Network& network) {
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
Run runOf(const std::string& model, const Plain& x) {
    const auto network = imported(model);
    if (!network) QTest::qFail(qPrintable(said(network.problem())), __FILE__, __LINE__);
    if (!network) return {};
    const Tensor input = itemOf(x, network->input.shape);
    return {kindsOf(*network), network->input.shape, computeAll(*network, input, {})[network->outputs[0]]};
}

// A graph of one path of random nodes from a list to a list, built beside what it computes: whole numbers, so that
// sums are exact in any order.
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
        return modelOf(m_nodes, m_tensors, ::input("x", {1, count}), {m_name});
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

} // namespace

class TestOnnxOrders : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void randomPaths() {
        for (std::uint32_t seed = 0; seed < 3000; seed += kStep) {
            const RandomPath path(seed);
            const auto network = imported(path.model());
            QVERIFY2(network,
                     network ? "" : qPrintable(QString("%1: %2").arg(seed).arg(said(network.problem()))));
            const Tensor x = itemOf(path.input(), network->input.shape);
            const Tensor y = computeAll(*network, x, {})[network->outputs[0]];
            QVERIFY2(y == itemOf(path.output(), {path.output().shape[1]}), qPrintable(QString::number(seed)));
        }
    }

    // Changed bytes: refused with words, or still a network.
    void damagedPaths() {
        std::mt19937 random(5);
        for (std::uint32_t seed = 0; seed < 5000; seed += kStep) {
            std::string model = RandomPath(seed % 500).model();
            for (unsigned k = 0; k < 1 + seed % 3; ++k)
                model[random() % model.size()] = static_cast<char>(random());
            const auto network = importOnnx(std::as_bytes(std::span(model)), "model", {}, {}, {}, 1 << 16);
            QVERIFY(network || !textOf(network.problem()).empty());
        }
    }

    // Constants without elements, and extents beyond counting.
    void emptyAndEndless() {
        const auto refusal = [](const std::string& operation, const Plain& constant) {
            const auto network =
                imported(modelOf({node(operation, {"x", "c"}, {"y"}, integer("axis", 2))},
                                 {floats("c", constant)}, input("x", {1, 1, 1, 3}), {"y"}, 6));
            return network ? QString() : said(network.problem());
        };
        QVERIFY(refusal("Add", {{1, 0, 1, 3}, {}}).contains("does not fit"));
        QVERIFY(refusal("Concat", {{1, 0, 1, 3}, {}}).contains("no elements"));
        const auto many =
            imported(modelOf({node("Reshape", {"x", "shape"}, {"y"})},
                             {wholeNumbers("shape", Numbers(100000, 1))}, input("x", {1, 1}), {"y"}));
        QVERIFY(!many && said(many.problem()).contains("100000 extents"));
    }

    // As files have it: three nodes, of which one step along the channels is left.
    void channelShuffle() {
        const Plain x = counted({1, 6, 2, 3});
        const std::vector<std::string> nodes{
            node("Reshape", {"x", "split"}, {"g"}),
            node("Transpose", {"g"}, {"t"}, integers("perm", {0, 2, 1, 3, 4})),
            node("Reshape", {"t", "whole"}, {"s"}),
            node("LRN", {"s"}, {"y"}, integer("size", 1) + real("alpha", 0))};
        const Run run = runOf(
            modelOf(nodes, {wholeNumbers("split", {1, 2, 3, 2, 3}), wholeNumbers("whole", {1, 6, 2, 3})},
                    input("x", {1, 6, 2, 3}), {"y"}),
            nhwcOf(x));
        QCOMPARE(run.kinds, (std::vector<Kind>{Kind::Take, Kind::Lrn}));
        const Plain wanted = made(x.shape, [&](const Shape& i) {
            return at(x, {0, i[1] % 2 * 3 + i[1] / 2, i[2], i[3]});
        });
        QVERIFY(run.output == itemOf(nhwcOf(wanted), {2, 3, 6}));
    }

    // TensorFlow's order at both ends: the picture is the network's input, and no layer moves anything.
    void channelsLast() {
        const Plain x = counted({1, 2, 3, 4}); // [batch, rows, columns, channels]
        const std::vector<std::string> nodes{node("Sub", {"x", "mean"}, {"m"}),
                                             node("Transpose", {"m"}, {"t"}, integers("perm", {0, 3, 1, 2})),
                                             node("Add", {"t", "more"}, {"a"}),
                                             node("MaxPool", {"a"}, {"p"}, integers("kernel_shape", {2, 1})),
                                             node("Transpose", {"p"}, {"y"}, integers("perm", {0, 2, 3, 1}))};
        const Plain mean = counted({4}, 10), more = counted({4, 1, 1}, 20);
        const Run run = runOf(
            modelOf(nodes, {floats("mean", mean), floats("more", more)}, input("x", {1, 2, 3, 4}), {"y"}), x);
        QCOMPARE(run.kinds,
                 (std::vector<Kind>{Kind::Constant, Kind::Add, Kind::Constant, Kind::Add, Kind::MaxPool}));
        QCOMPARE(run.input, (Shape{2, 3, 4}));
        const Plain wanted = made({1, 1, 3, 4}, [&](const Shape& i) {
            return at(x, {0, 1, i[2], i[3]}) - at(mean, {i[3]}) + at(more, {i[3], 0, 0});
        });
        QVERIFY(run.output == itemOf(wanted, {1, 3, 4}));
    }

    // A length is the columns of one row: layer after layer without moving anything, and out as the file has it.
    void oneDimension() {
        const Plain x = counted({1, 2, 5}), w = counted({3, 2, 2}, -4), b = counted({3}, 7);
        const std::vector<std::string> nodes{
            node("Conv", {"x", "w", "b"}, {"c"},
                 integers("pads", {1, 0}) + integers("strides", {2}) + integers("kernel_shape", {2})),
            node("Concat", {"c", "c"}, {"k"}, integer("axis", 2)), node("GlobalMaxPool", {"k"}, {"g"}),
            node("Sub", {"k", "g"}, {"y"})};
        const Run run = runOf(modelOf(nodes, {floats("w", w), floats("b", b)}, input("x", {1, 2, 5}), {"y"}),
                              transposed(x, {0, 2, 1}));
        QCOMPARE(run.input, (Shape{1, 5, 2}));
        QCOMPARE(std::ranges::count(run.kinds, Kind::Transpose), 1);
        QCOMPARE(run.kinds.back(), Kind::Transpose);
        const Plain sums = made({3, 3}, [&](const Shape& i) {
            float sum = at(b, {i[0]});
            for (std::uint64_t c = 0; c < 2; ++c)
                for (std::uint64_t tap = 0; tap < 2; ++tap)
                    if (2 * i[1] + tap >= 1) sum += at(w, {i[0], c, tap}) * at(x, {0, c, 2 * i[1] + tap - 1});
            return sum;
        });
        const Plain wanted = made({3, 6}, [&](const Shape& i) {
            const float most = std::max({at(sums, {i[0], 0}), at(sums, {i[0], 1}), at(sums, {i[0], 2})});
            return at(sums, {i[0], i[1] % 3}) - most;
        });
        QVERIFY(run.output == itemOf(wanted, {3, 6}));
    }

    // ViT's patches: pixels of the convolution become rows of features without being moved.
    void patches() {
        const Plain x = counted({1, 1, 4, 6}), w = counted({3, 1, 2, 2}, -5), place = counted({1, 6, 3}, 50),
                    matrix = counted({3, 2}, -2);
        const std::vector<std::string> nodes{
            node("Conv", {"x", "w"}, {"c"}, integers("strides", {2, 2})),
            node("Reshape", {"c", "shape"}, {"r"}),
            node("Transpose", {"r"}, {"t"}, integers("perm", {0, 2, 1})),
            node("Add", {"t", "place"}, {"a"}),
            node("MatMul", {"a", "matrix"}, {"m"}),
            node("ReduceMean", {"m"}, {"y"}, integers("axes", {1}) + integer("keepdims", 0))};
        const Run run = runOf(modelOf(nodes,
                                      {floats("w", w), floats("place", place), floats("matrix", matrix),
                                       wholeNumbers("shape", {0, 3, -1})},
                                      input("x", {1, 1, 4, 6}), {"y"}),
                              nhwcOf(x));
        QCOMPARE(run.kinds, (std::vector<Kind>{Kind::Conv, Kind::Constant, Kind::Add, Kind::Conv,
                                               Kind::AveragePool, Kind::Reshape}));
        const Plain wanted = made({2}, [&](const Shape& n) {
            float mean = 0;
            for (std::uint64_t token = 0; token < 6; ++token)
                for (std::uint64_t f = 0; f < 3; ++f) {
                    float feature = at(place, {0, token, f});
                    for (std::uint64_t tap = 0; tap < 4; ++tap)
                        feature += at(w, {f, 0, tap / 2, tap % 2}) *
                                   at(x, {0, 0, token / 3 * 2 + tap / 2, token % 3 * 2 + tap % 2});
                    mean += feature * at(matrix, {f, n[0]}) / 6;
                }
            return mean;
        });
        for (std::uint64_t n = 0; n < 2; ++n)
            QVERIFY(std::abs(run.output.at<float>(n) - wanted.values[n]) < 1e-3f);
    }

    // A batch that is 1 for good may be folded into rows, and stands apart again after that.
    void rowsWithoutBatch() {
        const Plain x = counted({1, 1, 2, 3}), matrix = counted({3, 2}, -2), bias = counted({2}, 30);
        const auto modelOfBatch = [&](std::int64_t batch) {
            return modelOf({node("Reshape", {"x", "rows"}, {"r"}), node("Gemm", {"r", "w", "b"}, {"g"}),
                            node("Unsqueeze", {"g", "first"}, {"u"}), node("MatMul", {"u", "v"}, {"y"})},
                           {floats("w", matrix), floats("b", bias), floats("v", counted({2, 1})),
                            wholeNumbers("rows", {2, 3}), wholeNumbers("first", {0})},
                           input("x", {batch, 1, 2, 3}), {"y"});
        };
        const auto open = imported(modelOfBatch(-1));
        QVERIFY(!open && said(open.problem()).contains("items of a batch"));
        const Run run = runOf(modelOfBatch(1), x);
        QCOMPARE(run.kinds, (std::vector<Kind>{Kind::Reshape, Kind::Conv, Kind::Conv, Kind::Reshape}));
        const Plain wanted = made({2, 1}, [&](const Shape& i) {
            float sum = 0;
            for (std::uint64_t n = 0; n < 2; ++n) {
                float one = at(bias, {n});
                for (std::uint64_t f = 0; f < 3; ++f) one += at(x, {0, 0, i[0], f}) * at(matrix, {f, n});
                sum += one * static_cast<float>(n + 1);
            }
            return sum;
        });
        QVERIFY(run.output == itemOf(wanted, {2, 1}));
    }

    // What the first half gives is what the second one reads, in whatever order the graph has it there.
    void halves() {
        const Plain x = counted({1, 2, 4, 3}, -9), w = counted({2, 2, 3}, -4);
        const std::string model = modelOf(
            {node("Transpose", {"x"}, {"last"}, integers("perm", {0, 2, 3, 1})),
             node("Relu", {"last"}, {"pixels"}), node("Reshape", {"pixels", "shape"}, {"rows"}),
             node("Transpose", {"rows"}, {"row"}, integers("perm", {0, 2, 1})),
             node("Conv", {"row", "w"}, {"c"}), node("MaxPool", {"c"}, {"y"}, integers("kernel_shape", {2}))},
            {floats("w", w), wholeNumbers("shape", {0, 12, 2})}, input("x", {-1, 2, 4, 3}), {"y"});
        const auto read = [&](const Section& where) {
            auto network = importOnnx(std::as_bytes(std::span(model)), "model", {}, where);
            LW_REQUIRE(bool(network), "a half cannot be read");
            return *std::move(network);
        };
        const auto outputOf = [](const Network& network, const Tensor& from) {
            return computeAll(network, from, {})[network.outputs[0]];
        };
        const Tensor from = itemOf(nhwcOf(x), {4, 3, 2}), whole = outputOf(read({}), from);
        for (const char* name : {"pixels", "rows", "row", "c"}) {
            const Tensor between = outputOf(read({{}, name}), from);
            const Network rest = read({name, {}});
            QVERIFY2(rest.input.shape == between.shape(), name);
            QVERIFY2(outputOf(rest, between) == whole, name);
        }
    }

    // A length becomes longer between its elements; x * sigmoid(x) is SiLU.
    void longer() {
        const Plain x = counted({1, 2, 2}, 0);
        const std::string linear = part(5, part(1, "mode") + part(4, "linear"));
        const Run run = runOf(modelOf({node("Resize", {"x", "", "", "sizes"}, {"r"}, linear),
                                       node("Sigmoid", {"r"}, {"s"}), node("Mul", {"r", "s"}, {"y"})},
                                      {wholeNumbers("sizes", {1, 2, 4})}, input("x", {1, 2, 2}), {"y"}),
                              transposed(x, {0, 2, 1}));
        QCOMPARE(run.kinds.front(), Kind::Resample);
        const std::vector<double> between{0, 0.25, 0.75, 1, 2, 2.25, 2.75, 3};
        QCOMPARE(run.output.shape(), (Shape{2, 4}));
        for (std::uint64_t i = 0; i < 8; ++i)
            QVERIFY(std::abs(run.output.at<float>(i) - between[i] / (1 + std::exp(-between[i]))) < 1e-6);
    }
    // A list that was an image has one scale for each element, in the file's order.
    void normalisedList() {
        const Plain x = counted({1, 2, 1, 3}), scale = counted({6}, 10), zero{{6}, std::vector<float>(6, 0)},
                    one{{6}, std::vector<float>(6, 1)};
        const Run run = runOf(modelOf({node("Flatten", {"x"}, {"f"}),
                                       node("BatchNormalization", {"f", "scale", "zero", "zero", "one"},
                                            {"y"}, real("epsilon", 0))},
                                      {floats("scale", scale), floats("zero", zero), floats("one", one)},
                                      input("x", {1, 2, 1, 3}), {"y"}),
                              nhwcOf(x));
        const Plain wanted = made({6}, [&](const Shape& i) { return x.values[i[0]] * scale.values[i[0]]; });
        QVERIFY(run.output == itemOf(wanted, {6}));
    }

    // What is only put into the file's order at the end has the file's name.
    void namesOfOutputs() {
        const auto network = imported(modelOf({node("Flatten", {"x"}, {"f"}), node("Relu", {"f"}, {"y"})}, {},
                                              input("x", {1, 2, 2, 2}), {"y"}));
        QVERIFY(network);
        QCOMPARE(QString::fromStdString(nameOf(*network, network->outputs[0])), QString("y"));
        QCOMPARE(network->layers.back().kind, Kind::Reshape);
    }
};

int tst_onnx_orders(int argc, char** argv) { return lw::tests::run<TestOnnxOrders>(argc, argv); }
#include "tst_onnx_orders.moc"
