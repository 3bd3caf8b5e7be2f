// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/network/random_path.h"
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

namespace {

// Under sanitizers one in ten.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kStep = 10;
#else
constexpr std::uint32_t kStep = 1;
#endif

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

    // A length is the columns of one row: layer after layer without moving anything, and out as the file has
    // it.
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

    // A network of a vector has no batch; one of 1 may be put before it, and taken away again.
    void vectors() {
        const Plain x = counted({3}), matrix = counted({3, 2}, -2), bias = counted({2}, 30);
        const Plain wanted = made({2}, [&](const Shape& n) {
            float sum = at(bias, n);
            for (std::uint64_t i = 0; i < 3; ++i) sum += at(x, {i}) * at(matrix, {i, n[0]});
            return sum;
        });
        const auto outputOf = [&](const std::vector<std::string>& nodes, const char* output) {
            return runOf(modelOf(nodes,
                                 {floats("w", matrix), floats("b", bias), wholeNumbers("axes", {0}),
                                  wholeNumbers("row", {1, -1}), wholeNumbers("list", {-1})},
                                 input("x", {3}), {output}),
                         x);
        };
        const Run plain = outputOf({node("MatMul", {"x", "w"}, {"m"}), node("Add", {"b", "m"}, {"y"})}, "y");
        QCOMPARE(plain.input, (Shape{3}));
        QVERIFY(plain.output == itemOf(wanted, {2}));
        for (const char* before : {"Unsqueeze", "Reshape"})
            for (const char* product : {"Gemm", "MatMul"}) {
                const bool isGemm = std::string_view(product) == "Gemm";
                const std::vector<std::string> nodes{
                    node(before, {"x", before[0] == 'U' ? "axes" : "row"}, {"r"}),
                    isGemm ? node("Gemm", {"r", "w", "b"}, {"s"}) : node("MatMul", {"r", "w"}, {"m"}),
                    isGemm ? node("Squeeze", {"s", "axes"}, {"y"}) : node("Add", {"m", "b"}, {"s"}),
                    isGemm ? std::string() : node("Reshape", {"s", "list"}, {"y"})};
                QVERIFY2(outputOf(nodes, "y").output == itemOf(wanted, {2}), before);
                QVERIFY2(outputOf(nodes, "s").output == itemOf(wanted, {1, 2}), before); // as the file has it
            }
    }

    // A picture without a batch, as PyTorch exports one to which its Conv adds that, is told what to do.
    void pictureWithoutBatch() {
        const auto network = imported(modelOf(
            {node("Unsqueeze", {"x", "first"}, {"u"}), node("Conv", {"u", "w"}, {"y"})},
            {floats("w", counted({4, 2, 1, 1})), wholeNumbers("first", {0})}, input("x", {2, 2, 3}), {"y"}));
        QVERIFY(!network && said(network.problem()).contains("export the network for one with a batch of 1"));
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
