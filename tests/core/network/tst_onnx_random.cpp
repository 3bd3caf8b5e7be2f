// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/network/plain_tensors.h"
#include "tests/core/network/random_graph.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lw;
using tensor::Tensor;
using test::onnx::RandomGraph;

namespace {

namespace plain = reference::onnx;

// Under sanitizers one in ten.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kStep = 10;
#else
constexpr std::uint32_t kStep = 1;
#endif
constexpr std::uint32_t kGraphs = 3000;

// float32 where the layers round, and division by a constant as multiplication.
constexpr double kNear = 1e-4;

bool isNear(const plain::Tensor& measured, const plain::Tensor& wanted) {
    if (measured.shape != wanted.shape) return false;
    double largest = 1, error = 0;
    for (std::size_t i = 0; i < wanted.values.size(); ++i) {
        largest = std::max(largest, std::fabs(wanted.values[i]));
        error = std::max(error, std::fabs(measured.values[i] - wanted.values[i]));
    }
    return error <= kNear * largest;
}
// Where two orders have the same extents, either may be meant.
bool isRight(const Tensor& measured, const plain::Tensor& wanted) {
    const std::vector<plain::Tensor> orders = test::ordersOf(wanted);
    const plain::Tensor there = test::plainOf(measured);
    return std::any_of(orders.begin(), orders.end(), [&](const auto& one) { return isNear(there, one); });
}

} // namespace

class TestOnnxRandom : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // Graphs that nobody chose are refused, or computed as plain loops compute them, element by element.
    void graphsAreRightOrRefused() {
        std::uint32_t right = 0;
        for (std::uint32_t seed = 0; seed < kGraphs; seed += kStep) {
            const RandomGraph graph(seed);
            const auto network = network::importOnnx(std::as_bytes(std::span(graph.model)), "random");
            const std::string where = "seed " + std::to_string(seed) + ":" + graph.operators;
            if (!network) {
                QVERIFY2(network.problem().message->code.starts_with("E58"), where.c_str());
                continue;
            }
            // An input of other extents than those of lists and images is not taken apart into items.
            const bool isWhole = network->input.shape == test::float32Of(graph.input).shape();
            for (std::int64_t item = 0; item < (isWhole ? 1 : graph.input.extent(0)); ++item) {
                const auto partOf = [&](const plain::Tensor& all) {
                    return isWhole ? all : test::itemOf(all, item);
                };
                const plain::Tensor given = test::heldAs(network->input.shape, partOf(graph.input));
                const auto x = network::asInput(*network, test::float32Of(given), network::Arithmetic::F32);
                QVERIFY2(x, where.c_str());
                const Tensor y = network::computeAll(*network, *x, {})[network->outputs[0]];
                QVERIFY2(isRight(y, partOf(graph.output)), where.c_str());
            }
            ++right;
        }
        QVERIFY2(right > kGraphs / kStep / 2, qPrintable(QString::number(right)));
    }
};

int tst_onnx_random(int argc, char** argv) { return lw::tests::run<TestOnnxRandom>(argc, argv); }
#include "tst_onnx_random.moc"
