// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/shapes.h"
#include "core/tensor/compare.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/network/random_layer.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <map>
#include <random>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor stridedFloats(tensor::Shape shape, const std::vector<float>& values) {
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
    layer.weights = stridedFloats({width, width, 1, 1}, kernel);
    out.layers = {std::move(layer)};
    out.outputs = {1};
    const auto inferred = network::inferShapes(out);
    LW_REQUIRE(bool(inferred), textOf(inferred.problem()).c_str());
    return out;
}
template <typename Value> Tensor picture(std::uint64_t side, const Value& value) {
    std::vector<float> out;
    for (std::uint64_t i = 0; i < side; ++i)
        for (std::uint64_t j = 0; j < side; ++j) out.push_back(static_cast<float>(value(i, j)));
    return stridedFloats({side, side, 1}, out);
}
std::vector<double> stridedNumbers(const Tensor& tensor) {
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

  private Q_SLOTS:
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
            QCOMPARE(stridedNumbers(*run.find("conv1")), (std::vector<double>{27, 80, 388, 576}));
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
            QCOMPARE(stridedNumbers(*run.find("conv1")),
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
        QCOMPARE(stridedNumbers(*patent.find("conv1")), (std::vector<double>{0, 6, 0, 6, 24, 0, 0, 0, -12}));
        const test::LoweredRun both =
            test::runLowered(network, test::teachingCircuit(), x, with(Mode::MaskMaxMin));
        QCOMPARE(stridedNumbers(*both.find("conv1")),
                 (std::vector<double>{-12, 6, -3, 6, 24, -12, -12, -21, -12}));
    }

    // E0.4: AlexNet's first layer, with two kernels; the last row and column of windows are one pixel wide.
    void alexnet() {
        network::Network network;
        network.input.shape = {227, 227, 3};
        network::Layer layer;
        layer.name = "conv1";
        layer.kind = network::Kind::Conv;
        layer.inputs = {network::kInput};
        layer.kernel = {11, 11};
        layer.stride = {4, 4};
        layer.weights = Tensor(DType::F32, {11, 11, 3, 2});
        for (std::uint64_t i = 0; i < layer.weights.count(); ++i)
            layer.weights.set(i, static_cast<float>(i * 7 % 11) - 5);
        network.layers = {layer};
        network.outputs = {1};
        QVERIFY(network::inferShapes(network));
        Tensor x(DType::F32, network.input.shape);
        for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, static_cast<float>(i * i % 256));
        std::string json;
        for (const machine::BuiltInMachine& machine : inference::builtInConfigs())
            if (machine.name == "inference") json = machine.json;
        const auto config = inference::parseConfig(json, Place::kNoFile);
        QVERIFY(config);
        const test::LoweredRun run = test::runLowered(network, {*config, json}, x, with(Mode::MaskMax));
        QVERIFY2(run.failure.empty(), run.failure.c_str());
        QCOMPARE(run.unexpected, 0u);
        const LayerReport& report = run.lowering.report.layers[0];
        QCOMPARE(report.geometry.firstRows, 217u);
        QCOMPARE(report.geometry.keptPixels(), 3025u);
        QCOMPARE(report.geometry.droppedPixels(), 44064u);
        QCOMPARE(report.maskBytes, 217u * 217 * 4);
        QCOMPARE(run.lowering.report.sums.at(0).passes.size(), 11u); // a row of the kernel is 33 products
        // Exactly what is negative is lost, but for the corner, whose window is one pixel.
        const Tensor& direct = run.expected.direct[0][1];
        std::uint64_t negative = 0;
        for (std::uint64_t i = 0; i + 2 < direct.count(); ++i) negative += direct.at<float>(i) < 0;
        QVERIFY(negative > 100);
        QCOMPARE(report.wrong, negative);
    }
    // E0.6: the padding is the strided layer's, not that which a layer without stride would have.
    void paddingOfTheStridedLayer() {
        const auto row = [](network::Padding pad) {
            network::Network network;
            network.input.shape = {1, 8, 1};
            network::Layer layer;
            layer.name = "conv1";
            layer.kind = network::Kind::Conv;
            layer.inputs = {network::kInput};
            layer.kernel = {1, 3};
            layer.stride = {1, 2};
            layer.pad = pad;
            layer.weights = stridedFloats({1, 3, 1, 1}, {1, 1, 1});
            network.layers = {layer};
            network.outputs = {1};
            LW_REQUIRE(bool(network::inferShapes(network)), "the network of an example");
            const Tensor x = stridedFloats({1, 8, 1}, {1, 2, 3, 4, 5, 6, 7, 8});
            return stridedNumbers(
                *test::runLowered(network, test::teachingCircuit(), x, with(Mode::MaskMax)).find("conv1"));
        };
        QCOMPARE(row({0, 0, 0, 1}), (std::vector<double>{6, 12, 18, 15}));
        QCOMPARE(row({0, 0, 1, 1}), (std::vector<double>{3, 9, 15, 21}));
    }
    // Blocks of pixels as channels: where a kernel of 3 x 3 is filled up to a block of 4 x 4, infinity times
    // the zero of the filling is NaN. Elsewhere only the order of the additions is another one.
    void causesOfBlocks() {
        constexpr float kInf = std::numeric_limits<float>::infinity();
        constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
        const std::vector<float> tenths{0.1f, 0.2f, 0.3f, 0.7f, 0.6f, 0.3f, 0.9f, -0.1f, -0.7f};
        network::Network network = convolution(8, tenths, {4, 4}, {1, 1, 1, 1});
        const auto causesWith = [&](std::uint64_t row, std::uint64_t column, float odd) {
            // Sums of thirds times tenths are rounded.
            const Tensor x = picture(8, [&](auto i, auto j) {
                return i == row && j == column ? odd : static_cast<float>(7 * i * i + 5 * j) / 3;
            });
            const test::LoweredRun run =
                test::runLowered(network, test::teachingCircuit(), x, with(Mode::SpaceToDepth));
            LW_REQUIRE(run.failure.empty() && run.unexpected == 0, "as predicted");
            std::vector<Cause> out(4, Cause::None);
            for (const WrongElement& one : run.lowering.report.layers[0].wrongElements)
                out[one.row * 2 + one.column] = one.cause;
            return out;
        };
        using enum Cause;
        const std::vector<Cause> finite = causesWith(0, 0, 1);
        QVERIFY(std::ranges::count(finite, OtherOrder) > 0);
        // The blocks begin at rows and columns -1 and 3; their kernels end at 1 and 5.
        const auto withNan = [&](std::size_t element) {
            std::vector<Cause> out = finite;
            out[element] = BlockNotFinite;
            return out;
        };
        QCOMPARE(causesWith(2, 2, kInf), withNan(0));
        QCOMPARE(causesWith(2, 1, kNan), withNan(0));
        QCOMPARE(causesWith(0, 6, -kInf), withNan(1));
        QCOMPARE(causesWith(6, 6, kNan), withNan(3));
        QCOMPARE(causesWith(7, 7, kInf), finite); // in no block
        // What the kernel reaches is infinite for both.
        std::vector<Cause> reached = finite;
        reached[0] = None;
        QCOMPARE(causesWith(1, 1, kInf), reached);
        // Between the taps of a dilated kernel, rows -1, 1 and 3, there is filling, too.
        network.layers[0].dilation = {2, 2};
        const auto inferred = network::inferShapes(network);
        QVERIFY(inferred);
        QCOMPARE(causesWith(2, 1, kInf).at(0), BlockNotFinite);
        QVERIFY(causesWith(1, 1, kInf).at(0) != BlockNotFinite);
    }
    // A product that is too small is a zero of its sign. Zeros of another sign than the strided layer's are
    // not wrong elements, but counted: by the prediction as in the run, and where they are known by hand.
    void zerosOfAnotherSign() {
        const network::Network one = convolution(2, {1e-30f}, {2, 2}, {});
        const auto countIn = [&](const network::Network& network, const Tensor& x, Mode mode) {
            const test::LoweredRun run = test::runLowered(network, test::teachingCircuit(), x, with(mode));
            LW_REQUIRE(run.failure.empty() && run.unexpected == 0, "as predicted");
            const LayerReport& layer = run.lowering.report.layers[0];
            const auto compared = tensor::compare(*run.find("conv1"), run.expected.direct[0][1], {});
            LW_REQUIRE(bool(compared), "an output of the layer's shape");
            LW_REQUIRE(compared->signedZeros == layer.signedZeros, "as many as predicted");
            LW_REQUIRE(compared->differing == layer.wrong, "as many as predicted");
            return layer.signedZeros;
        };
        const float m = -1e-30f, p = 1e-30f;
        struct Known {
            std::vector<float> pixels;
            Mode mode;
            std::uint64_t zeros;
        };
        for (const Known& known : std::initializer_list<Known>{{{m, m, m, m}, Mode::MaskMax, 0},
                                                               {{m, m, p, m}, Mode::MaskMax, 1},
                                                               {{m, m, m, m}, Mode::MaskSum, 0},
                                                               {{m, p, m, m}, Mode::MaskSum, 1},
                                                               {{m, m, m, m}, Mode::NegInfMax, 1},
                                                               {{m, m, m, m}, Mode::SelectSum, 1},
                                                               {{m, m, m, m}, Mode::MatrixMax, 1},
                                                               {{p, m, m, m}, Mode::MaskMax, 0}})
            QCOMPARE(countIn(one, stridedFloats({2, 2, 1}, known.pixels), known.mode), known.zeros);

        const network::Network many = convolution(7, {1e-30f}, {2, 3}, {});
        std::mt19937 random(1);
        std::map<Mode, std::uint64_t> found;
        for (int i = 0; i < 20; ++i) {
            const float few[] = {m, m, m, p, -1e30f};
            const Tensor x = picture(7, [&](auto, auto) { return few[random() % (i % 2 == 0 ? 5 : 3)]; });
            for (const ModeRow& row : modes())
                if (runs(row)) found[row.mode] += countIn(many, x, row.mode);
        }
        for (const ModeRow& row : modes())
            if (runs(row) && row.mode != Mode::SpaceToDepth) QVERIFY(found[row.mode] > 0);
    }
    // Absurd layers are refused before anything is made for them.
    void absurdSizes() {
        const auto lowered = [](std::uint64_t side, network::Pair stride, std::optional<Mode> mode) {
            const network::Network network = convolution(side, {1}, stride, {});
            const auto lowering = strideKernels(network, test::teachingCircuit().limits, with(mode));
            return lowering ? std::string() : std::string(lowering.problem().message->code);
        };
        QVERIFY(!lowered(8000, {2, 2}, {}).empty());
        QVERIFY(!lowered(8000, {65535, 65535}, {}).empty());
        for (const ModeRow& row : modes()) {
            QVERIFY(!lowered(8000, {2, 2}, row.mode).empty());
            QVERIFY(!lowered(16, {65535, 65535}, row.mode).empty());
        }
        // The line buffer has 8: 9 is 3 times 3, 11 is not a product.
        QCOMPARE(lowered(16, {9, 9}, Mode::MaskMax), std::string());
        QCOMPARE(lowered(16, {11, 11}, Mode::MaskMax), std::string("E640"));
        QCOMPARE(lowered(16, {9, 9}, Mode::Direct), std::string("E645"));
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
        for (std::uint32_t seed = 0; seed < 400; seed += test::kSeedStep) {
            const test::RandomLayer made(seed, integers ? network::Precision::I8 : network::Precision::F32);
            for (const ModeRow& row : modes()) {
                if (!runs(row)) continue;
                if (!strideKernels(made.network, circuit.limits, with(row.mode))) continue;
                const test::LoweredRun one = test::runLowered(made.network, circuit, made.x, with(row.mode));
                const std::string where =
                    "seed " + std::to_string(seed) + ", " + std::string(row.name) + ": ";
                QVERIFY2(one.failure.empty(), (where + one.failure + one.lowering.text).c_str());
                QVERIFY2(one.unexpected == 0, (where + "not as predicted").c_str());
                ++run;
            }
        }
        QVERIFY(run > int{2000 / test::kSeedStep});
    }
};

int tst_kernel_striding(int argc, char** argv) {
    return lw::tests::run<TestKernelStriding, QCoreApplication>(argc, argv);
}
#include "tst_kernel_striding.moc"
