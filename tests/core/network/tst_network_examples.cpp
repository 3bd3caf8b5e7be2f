// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/network/quantisation.h"
#include "core/network/ranges.h"
#include "core/network/reference.h"
#include "core/network/resized.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/tensor/npy.h"
#include "core/tensor/picture.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace lw;
using namespace lw::network;
using tensor::Tensor;

namespace {

const std::string kFolder = LW_ROOT "/examples/networks/";

Network loaded(const std::string& name) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(kFolder + name, files);
    LW_REQUIRE(bool(network), "an example is no network");
    return *std::move(network);
}
Tensor array(const std::string& path) {
    auto read = tensor::readNpy(path);
    LW_REQUIRE(bool(read), "an array of the examples is missing");
    return *std::move(read);
}
Tensor computed(const Network& network, const Tensor& x, const ReferenceOptions& options = {}) {
    auto input = asInput(network, x, options.arithmetic);
    LW_REQUIRE(bool(input), "the input of an example does not fit");
    return computeAll(network, *std::move(input), options)[network.outputs[0]];
}
// A square of a photograph's middle, [96, 96, 1], which is `larger` times as large as the other picture of
// it.
Tensor square(const Tensor& picture, std::uint64_t larger = 1) {
    const std::uint64_t side = 96 * larger, row = 60 * larger, column = 80 * larger;
    Tensor out(tensor::DType::U8, {side, side, 1});
    for (std::uint64_t i = 0; i < side; ++i)
        for (std::uint64_t j = 0; j < side; ++j)
            out.bytes()[i * side + j] = picture.bytes()[(row + i) * picture.shape()[1] + column + j];
    return out;
}
Tensor picture(const std::string& path) {
    const auto bytes = readFile(path);
    LW_REQUIRE(bool(bytes), "a picture of the examples is missing");
    const auto read = tensor::decodePicture(*bytes, path);
    LW_REQUIRE(bool(read), "a picture of the examples is damaged");
    return *tensor::tensorOf(*read, 1, path);
}
// How much noise a picture has beside another one, of what can be shown, in dB.
double psnr(const Tensor& x, const Tensor& truth) {
    double sum = 0;
    for (std::uint64_t i = 0; i < truth.count(); ++i) {
        const double shown = std::clamp(std::nearbyint(valueAt(x, i)), 0.0, 255.0);
        sum += (shown - valueAt(truth, i)) * (shown - valueAt(truth, i));
    }
    return 10 * std::log10(255.0 * 255 * static_cast<double>(truth.count()) / sum);
}

// Twice as large by the cubic kernel (a = -1/2), whose four taps lie a quarter of a pixel beside the
// output's.
Tensor doubled(const Tensor& small) {
    constexpr double kNear[] = {-9.0 / 128, 111.0 / 128, 29.0 / 128, -3.0 / 128};
    const auto rows = static_cast<std::int64_t>(small.shape()[0]),
               columns = static_cast<std::int64_t>(small.shape()[1]);
    Tensor out(tensor::DType::F64, {2 * small.shape()[0], 2 * small.shape()[1], 1});
    const auto taps = [&](std::int64_t place, std::int64_t size, const auto& add) {
        for (std::int64_t tap = 0; tap < 4;
             ++tap) // of an even pixel from two before it, of an odd one from one
            add(std::clamp<std::int64_t>(place / 2 - 2 + place % 2 + tap, 0, size - 1),
                kNear[place % 2 == 0 ? 3 - tap : tap]);
    };
    for (std::int64_t row = 0; row < 2 * rows; ++row)
        for (std::int64_t column = 0; column < 2 * columns; ++column) {
            double sum = 0;
            taps(row, rows, [&](std::int64_t r, double high) {
                taps(column, columns, [&](std::int64_t c, double wide) {
                    sum += high * wide * valueAt(small, static_cast<std::uint64_t>(r * columns + c));
                });
            });
            out.set(static_cast<std::uint64_t>(row * 2 * columns + column), sum);
        }
    return out;
}

std::vector<double> numbersOf(const Tensor& tensor) {
    std::vector<double> out;
    for (std::uint64_t i = 0; i < tensor.count(); ++i) out.push_back(valueAt(tensor, i));
    return out;
}

} // namespace

class TestNetworkExamples : public QObject {
    Q_OBJECT

    static void check(const std::string& name, const Tensor& given, const Tensor& truth, double least) {
        const auto sized = [&](const std::string& file) {
            auto out = network::resized(loaded(file), given.shape()[0], given.shape()[1]);
            LW_REQUIRE(bool(out), "a network for pictures of any size");
            return *std::move(out);
        };
        const Network network = sized(name + ".json"), codes = sized(name + "_int8.json");
        const ValueId id = codes.outputs[0];
        const double real = psnr(computed(network, given), truth),
                     int8 = psnr(
                         network::numbersOf(computed(codes, given), *stepOf(codes, id), zeroOf(codes, id)),
                         truth);
        QVERIFY2(real > least && int8 > real - 0.5,
                 qPrintable(QString("%1: float32 %2, int8 %3, of at least %4")
                                .arg(QString::fromStdString(name))
                                .arg(real)
                                .arg(int8)
                                .arg(least)));
    }

  private Q_SLOTS:
    // The published worked examples, by their numbers.
    void workedExamples_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QList<double>>("wanted");
        QTest::newRow("E0.1") << "e01" << QList<double>{27, 80, 388, 576};
        QTest::newRow("E0.2") << "e02" << QList<double>{18, -14, 31, -4};
        QTest::newRow("E0.2 int8") << "e02-int8" << QList<double>{18, -14, 31, -4};
        QTest::newRow("E0.3") << "e03" << QList<double>{-12, 6, -3, 6, 24, -12, -12, -21, -12};
        QTest::newRow("E0.6") << "e06" << QList<double>{6, 12, 18, 15};
    }
    void workedExamples() {
        QFETCH(QString, name);
        QFETCH(QList<double>, wanted);
        const std::string stem = "worked-examples/" + name.toStdString();
        const Network network = loaded(stem + ".json");
        const Tensor x = array(kFolder + stem + ".x.npy"), y = array(kFolder + stem + ".y.npy");
        const Tensor got = computed(network, x);
        QVERIFY(got == y);
        QCOMPARE(numbersOf(got), std::vector<double>(wanted.begin(), wanted.end()));
        const ValueRange range = rangesOf(network)[1];
        for (const double number : wanted) QVERIFY(number >= range.all.low && number <= range.all.high);
        QCOMPARE(range.all.low >= 0, name == "e01" || name == "e06");
    }
    // E0.1 and E0.3 at stride 1: the whole first tensor.
    void firstTensors() {
        Network one = loaded("worked-examples/e01.json");
        one.layers[0].stride = {1, 1};
        QVERIFY(inferShapes(one));
        const std::vector<double> first =
            numbersOf(computed(one, array(kFolder + "worked-examples/e01.x.npy")));
        QCOMPARE(std::vector<double>(first.begin(), first.begin() + 8),
                 (std::vector<double>{27, 44, 56, 68, 80, 92, 104, 84}));
        QCOMPARE(std::vector<double>(first.end() - 8, first.end()),
                 (std::vector<double>{483, 652, 664, 676, 688, 700, 712, 540}));
        Network three = loaded("worked-examples/e03.json");
        three.layers[0].stride = {1, 1};
        QVERIFY(inferShapes(three));
        QCOMPARE(numbersOf(computed(three, array(kFolder + "worked-examples/e03.x.npy"))),
                 (std::vector<double>{-12, -3,  6, 15, -3,  6,   -3, -3,  -12, 6,   6,  -21, 24,
                                      -3,  -12, 6, 6,  -12, -12, 24, -12, 24,  -21, 24, -12}));
    }
    // E0.6: the stride-1 layer with its own padding keeps the wrong numbers,
    // with the strided layer's the right ones.
    void paddingOfTheStridedLayer() {
        Network network = loaded("worked-examples/e06.json");
        const Tensor x = array(kFolder + "worked-examples/e06.x.npy");
        Layer& layer = network.layers[0];
        layer.stride = {1, 1};
        QVERIFY(inferShapes(network));
        const std::vector<double> right = numbersOf(computed(network, x));
        QCOMPARE(right, (std::vector<double>{6, 9, 12, 15, 18, 21, 15}));
        QCOMPARE((std::vector<double>{right[0], right[2], right[4], right[6]}),
                 (std::vector<double>{6, 12, 18, 15}));
        layer.pad = {0, 0, 1, 1};
        QVERIFY(inferShapes(network));
        const std::vector<double> wrong = numbersOf(computed(network, x));
        QCOMPARE((std::vector<double>{wrong[0], wrong[2], wrong[4], wrong[6]}),
                 (std::vector<double>{3, 9, 15, 21}));
    }
    // E0.4: 227 pixels, a kernel of 11, stride 4 make 55; at stride 1 217.
    void firstLayerOfAlexNet() {
        Network network;
        network.input.shape = {227, 227, 3};
        Layer layer;
        layer.name = "y";
        layer.kind = Kind::Conv;
        layer.inputs = {kInput};
        layer.kernel = {11, 11};
        layer.stride = {4, 4};
        layer.weights = Tensor(tensor::DType::F32, {11, 11, 3, 96});
        network.layers = {layer};
        QVERIFY(inferShapes(network));
        QCOMPARE(network.layers[0].shape, (tensor::Shape{55, 55, 96}));
        network.layers[0].stride = {1, 1};
        QVERIFY(inferShapes(network));
        QCOMPARE(network.layers[0].shape, (tensor::Shape{217, 217, 96}));
    }
    // E0.4 as an example: 1,633 of its 3,025 elements are negative, that of the corner among them.
    void geometryOfAlexNet() {
        const Network network = loaded("worked-examples/e04.json");
        const Tensor got = computed(network, array(kFolder + "worked-examples/e04.x.npy"));
        QVERIFY(got == array(kFolder + "worked-examples/e04.y.npy"));
        const std::vector<double> numbers = numbersOf(got);
        QCOMPARE(numbers.size(), std::size_t{3025});
        QCOMPARE(std::count_if(numbers.begin(), numbers.end(), [](double x) { return x < 0; }), 1633);
        QCOMPARE(numbers.back(), -1.0);
    }
    // E0.5: what the products with two masks make of the kept values.
    void roundingOfTwoMasks() {
        std::vector<double> kept = numbersOf(
            computed(loaded("worked-examples/e05.json"), array(kFolder + "worked-examples/e05.x.npy")));
        QCOMPARE(kept.size(), std::size_t{4096});
        std::vector<double> whole(4096);
        std::iota(whole.begin(), whole.end(), 1.0);
        QCOMPARE(kept, whole);
        kept = numbersOf(computed(loaded("worked-examples/e05-tenth.json"),
                                  array(kFolder + "worked-examples/e05-tenth.x.npy")));
        QCOMPARE(kept, (std::vector<double>{0.1f, 0.25, 0.3f, 1.5}));
    }
    // Every digit, as numpy computed it in integers, and how many of them are right.
    void digits() {
        const Network network = loaded("strided-digits/digits.json");
        const Tensor images = array(LW_ROOT "/examples/data/optdigits_images_u8.npy"),
                     labels = array(LW_ROOT "/examples/data/optdigits_labels_u8.npy"),
                     wanted = array(kFolder + "strided-digits/digits.y.npy");
        QCOMPARE(images.shape(), (tensor::Shape{1797, 8, 8}));
        QCOMPARE(wanted.shape(), (tensor::Shape{1797, 10}));
        int right = 0;
        for (std::size_t i = 0; i < 1797; ++i) {
            const auto bytes = images.bytes().subspan(i * 64, 64);
            const std::vector<double> logits =
                numbersOf(computed(network, Tensor(tensor::DType::U8, {8, 8}, {bytes.begin(), bytes.end()})));
            for (std::size_t k = 0; k < 10; ++k) QCOMPARE(logits[k], valueAt(wanted, i * 10 + k));
            const auto best = std::max_element(logits.begin(), logits.end()) - logits.begin();
            right += static_cast<double>(best) == valueAt(labels, i);
        }
        QCOMPARE(right, 1787);
    }
    // Its sums are exact in float32, so that plain loops over whole numbers say what comes out.
    void firstLayerOfAlexNetOnAPhotograph() {
        const Tensor all = array(LW_ROOT "/examples/data/chelsea_256x256_rgb.npy"),
                     weights = array(kFolder + "alexnet-first-layer/alexnet1_int8.weights.npy");
        const std::vector<double> pixels = numbersOf(all), kernels = numbersOf(weights);
        Tensor photograph(tensor::DType::U8, {227, 227, 3});
        for (std::size_t i = 0; i < 227; ++i)
            for (std::size_t j = 0; j < 227 * 3; ++j)
                photograph.bytes()[i * 681 + j] = all.bytes()[(i + 14) * 768 + 42 + j];
        const Tensor got = computed(loaded("alexnet-first-layer/alexnet1.json"), photograph);
        QCOMPARE(got.shape(), (tensor::Shape{55, 55, 96}));
        std::vector<double> sums(96);
        for (std::size_t i = 0; i < 55; ++i)
            for (std::size_t j = 0; j < 55; ++j) {
                std::fill(sums.begin(), sums.end(), 0.0);
                for (std::size_t a = 0; a < 11; ++a)
                    for (std::size_t t = 0; t < 33; ++t) { // a row of the window, colours side by side
                        const double pixel = pixels[(14 + 4 * i + a) * 768 + (14 + 4 * j) * 3 + t];
                        for (std::size_t k = 0; k < 96; ++k)
                            sums[k] += pixel * kernels[(a * 33 + t) * 96 + k];
                    }
                for (std::size_t k = 0; k < 96; ++k)
                    QCOMPARE(valueAt(got, (i * 55 + j) * 96 + k), std::max(sums[k], 0.0) / 64);
            }
        QVERIFY(computed(loaded("alexnet-first-layer/alexnet1_int8.json"), photograph) ==
                array(kFolder + "alexnet-first-layer/alexnet1_int8.y.npy"));
    }
    // What was learnt from three photographs is good for a fourth one: better than what it is given, than
    // bicubic interpolation, than no edges; in int8 nearly as good.
    void learntFromPhotographs() {
        const Tensor coffee = array(LW_ROOT "/examples/data/coffee_512x384_grey.npy"),
                     edges = picture(kFolder + "u-net/u_net.y.png");
        const Tensor noisy = square(picture(kFolder + "denoiser/denoiser.x.png")),
                     small = square(picture(kFolder + "super-resolution/super_resolution.x.png"));
        const Tensor truth = square(coffee), lines = square(edges), large = square(coffee, 2);
        const double noise = psnr(noisy, truth), bicubic = psnr(doubled(small), large),
                     nothing = psnr(Tensor(tensor::DType::U8, lines.shape()), lines);
        check("denoiser/denoiser", noisy, truth, noise + 6);
        check("super-resolution/super_resolution", small, large, bicubic + 0.5);
        check("u-net/u_net", truth, lines, nothing + 5);
    }
    // On a small machine one can watch; what does not fit it takes the next.
    void theSmallestMachineThatHoldsThem() {
        for (const char* name : {"worked-examples/e01.json", "strided-digits/digits.json"})
            QCOMPARE(*project::smallestMachine(loaded(name), {}), std::string("inference-teaching"));
        for (const char* name : {"worked-examples/e04.json", "alexnet-first-layer/alexnet1.json"})
            QCOMPARE(*project::smallestMachine(loaded(name), {}), std::string("inference"));
        Network large = loaded("worked-examples/e04.json");
        large.input.shape = {3000, 3000, 1};
        QVERIFY(inferShapes(large));
        const auto none = project::smallestMachine(large, {});
        QVERIFY(!none);
        QVERIFY2(textOf(none.problem()).find("inference has") != std::string::npos,
                 textOf(none.problem()).c_str());
    }
    // The photograph, from the JSON and from the ONNX file.
    void edgesOfAPhotograph() {
        const Tensor photograph = array(LW_ROOT "/examples/data/camera_256x256_grey.npy");
        const Tensor wanted = array(kFolder + "edge-filter/edge_filter.y.npy");
        for (const char* name : {"edge-filter/edge_filter.json", "edge-filter/edge_filter.onnx"}) {
            const Network network = loaded(name);
            QCOMPARE(network.layers[0].shape, (tensor::Shape{64, 64, 1}));
            QVERIFY(computed(network, photograph) == wanted); // integers: every order gives the same
            QVERIFY(*tensor::cast(computed(network, photograph, {.arithmetic = Arithmetic::F64}),
                                  tensor::DType::F32) == wanted);
        }
    }
};

int tst_network_examples(int argc, char** argv) { return lw::tests::run<TestNetworkExamples>(argc, argv); }
#include "tst_network_examples.moc"
