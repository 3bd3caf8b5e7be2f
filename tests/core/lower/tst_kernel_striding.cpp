// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/shapes.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/network/random_layer.h"

#include <QTest>

#include <cmath>

using namespace lw;
using namespace lw::lower;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor floats(tensor::Shape shape, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, std::move(shape), values);
}

// One convolution of one channel.
network::Network convolution(std::uint64_t side, const std::vector<float>& kernel, network::Pair stride,
                             network::Padding pad) {
    network::Network out;
    out.name = "example";
    out.input.shape = {side, side, 1};
    network::Layer layer;
    layer.name = "conv1";
    layer.kind = network::Kind::Conv;
    layer.inputs = {network::kInput};
    const auto width = static_cast<std::uint32_t>(std::lround(std::sqrt(kernel.size())));
    layer.kernel = {width, width};
    layer.stride = stride;
    layer.pad = pad;
    layer.weights = floats({width, width, 1, 1}, kernel);
    out.layers = {std::move(layer)};
    out.outputs = {1};
    LW_REQUIRE(bool(network::inferShapes(out)), "the network of an example");
    return out;
}
template <typename Value> Tensor picture(std::uint64_t side, const Value& value) {
    std::vector<float> out;
    for (std::uint64_t i = 0; i < side; ++i)
        for (std::uint64_t j = 0; j < side; ++j) out.push_back(static_cast<float>(value(i, j)));
    return floats({side, side, 1}, out);
}
std::vector<double> numbersOf(const Tensor& tensor) {
    std::vector<double> out;
    for (std::uint64_t i = 0; i < tensor.count(); ++i) out.push_back(valueAt(tensor, i));
    return out;
}

const std::vector<float> kBlur{1, 2, 1, 2, 4, 2, 1, 2, 1}, kSobel{-1, 0, 1, -2, 0, 2, -1, 0, 1},
    kLaplace{0, 1, 0, 1, -4, 1, 0, 1, 0};

Options with(std::optional<Mode> mode) { return {mode, {}, true, 0}; }

bool runs(const ModeRow& row) { return row.mode != Mode::Direct; }

} // namespace

class TestKernelStriding : public QObject {
    Q_OBJECT

  private slots:
    // E0.1, with every mode: 8 x 8, stride 4, no negative value.
    void positiveValues() {
        const network::Network network = convolution(8, kBlur, {4, 4}, {1, 1, 1, 1});
        const Tensor x = picture(8, [](auto i, auto j) { return 8 * i + j; });
        for (const ModeRow& row : modes()) {
            if (!runs(row)) continue;
            const test::LoweredRun run =
                test::runLowered(network, test::teachingCircuit(), x, with(row.mode));
            QVERIFY2(run.failure.empty(),
                     (std::string(row.name) + ": " + run.failure + run.lowering.text).c_str());
            QCOMPARE(numbersOf(*run.find("conv1")), (std::vector<double>{27, 80, 388, 576}));
            QCOMPARE(run.unexpected, 0u);
        }
    }
    // E0.2: the seed's method loses negative values, its cures do not.
    void negativeValues() {
        const network::Network network = convolution(8, kSobel, {4, 4}, {1, 1, 1, 1});
        const Tensor x = picture(8, [](auto i, auto j) { return (3 * i * i + 5 * i * j + 7 * j) % 11; });
        for (const ModeRow& row : modes()) {
            if (!runs(row)) continue;
            const test::LoweredRun run =
                test::runLowered(network, test::teachingCircuit(), x, with(row.mode));
            QVERIFY2(run.failure.empty(), run.failure.c_str());
            const bool loses = row.pooling == Pooling::Max && row.masking != Masking::AddLow;
            QCOMPARE(numbersOf(*run.find("conv1")),
                     loses ? (std::vector<double>{18, 0, 31, 0}) : (std::vector<double>{18, -14, 31, -4}));
            QCOMPARE(run.unexpected, 0u);
            QCOMPARE(run.lowering.report.layers[0].wrong, loses ? 2u : 0u);
        }
    }
    // E0.3: windows cut by the edge.
    void partialWindows() {
        const network::Network network = convolution(7, kLaplace, {2, 2}, {});
        const Tensor x = picture(7, [](auto i, auto j) { return (i * i + 2 * j * j + 3 * i * j) % 9; });
        const test::LoweredRun patent =
            test::runLowered(network, test::teachingCircuit(), x, with(Mode::MaskMax));
        QCOMPARE(numbersOf(*patent.find("conv1")), (std::vector<double>{0, 6, 0, 6, 24, 0, 0, 0, -12}));
        const test::LoweredRun both =
            test::runLowered(network, test::teachingCircuit(), x, with(Mode::MaskMaxMin));
        QCOMPARE(numbersOf(*both.find("conv1")),
                 (std::vector<double>{-12, 6, -3, 6, 24, -12, -12, -21, -12}));
    }

    // Thousands of layers that nobody chose, in every mode: the run is what was predicted, and where a mode
    // calls itself exact it is the strided layer, bit for bit.
    void randomLayers_data() {
        QTest::addColumn<bool>("integers");
        QTest::newRow("float32") << false;
        QTest::newRow("int8") << true;
    }
    void randomLayers() {
        QFETCH(bool, integers);
        const test::Circuit circuit = test::teachingCircuit();
        int run = 0;
        for (std::uint32_t seed = 0; seed < 400; ++seed) {
            const test::RandomLayer made(seed, integers ? network::Precision::I8 : network::Precision::F32);
            for (const ModeRow& row : modes()) {
                if (!runs(row)) continue;
                if (!strideKernels(made.network, circuit.config, with(row.mode))) continue;
                const test::LoweredRun one = test::runLowered(made.network, circuit, made.x, with(row.mode));
                const std::string where =
                    "seed " + std::to_string(seed) + ", " + std::string(row.name) + ": ";
                QVERIFY2(one.failure.empty(), (where + one.failure + one.lowering.text).c_str());
                QVERIFY2(one.unexpected == 0, (where + "not as predicted").c_str());
                ++run;
            }
        }
        QVERIFY(run > 2000);
    }
};

QTEST_GUILESS_MAIN(TestKernelStriding)
#include "tst_kernel_striding.moc"
