// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/network/plain_tensors.h"
#include "tests/core/network/random_graph.h"
#include "tests/support/run_test.h"

#include <QTest>

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
    if (measured.values.size() != wanted.values.size()) return false;
    double largest = 1, error = 0;
    for (std::size_t i = 0; i < wanted.values.size(); ++i) {
        largest = std::max(largest, std::fabs(wanted.values[i]));
        error = std::max(error, std::fabs(measured.values[i] - wanted.values[i]));
    }
    return error <= kNear * largest;
}

// An image that the graph has with its channels last is given as it is, any other one with its channels last.
bool isSame(const Tensor& y, const plain::Tensor& wanted) {
    if (isNear(test::inGraphOrder(y, wanted), wanted)) return true;
    const plain::Tensor here = test::plainOf(y);
    return here.rank() == 3 &&
           std::equal(here.shape.begin(), here.shape.end(), wanted.shape.begin() + 1, wanted.shape.end()) &&
           isNear(here, wanted);
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
            // Of other extents than those of lists and images a file's input has no batch.
            const bool isWhole = network->input.shape.size() == graph.input.shape.size();
            for (std::int64_t item = 0; item < (isWhole ? 1 : graph.input.extent(0)); ++item) {
                const Tensor given = isWhole
                                         ? test::wholeOf(graph.input)
                                         : test::itemOf(graph.input, item, network->input.isChannelsFirst);
                const auto x = network::asInput(*network, given, network::Arithmetic::F32);
                QVERIFY2(x, where.c_str());
                const plain::Tensor wanted = isWhole ? graph.output : test::itemAlone(graph.output, item);
                const Tensor y = network::computeAll(*network, *x, {})[network->outputs[0]];
                QVERIFY2(isSame(y, wanted), where.c_str());
            }
            ++right;
        }
        QVERIFY2(right > kGraphs / kStep / 2, qPrintable(QString::number(right)));
    }
};

int tst_onnx_random(int argc, char** argv) { return lw::tests::run<TestOnnxRandom>(argc, argv); }
#include "tst_onnx_random.moc"
