// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantisation.h"
#include "core/network/quantise.h"
#include "core/network/quantise_loss.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "core/project/load_network.h"
#include "core/tensor/batch.h"
#include "core/tensor/npy.h"
#include "core/tensor/npz.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Tensor;

namespace {

const std::string kFixtures = LW_TESTS "/core/network/fixtures/quantise/";
const std::string kExamples = LW_ROOT "/examples/";

Network loaded(const std::string& path) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(path, files);
    LW_REQUIRE(bool(network), "a network of the tests is not one");
    return *std::move(network);
}

class Arrays {
  public:
    explicit Arrays(const std::string& path) : m_arrays(tensor::readNpz(path)) {
        LW_REQUIRE(bool(m_arrays), "an archive of the tests is not one");
    }
    const Tensor* find(const std::string& name) const {
        for (const tensor::NamedArray& array : *m_arrays)
            if (array.name == name) return &array.tensor;
        return nullptr;
    }
    const Tensor& operator[](const std::string& name) const {
        const Tensor* found = find(name);
        LW_REQUIRE(found != nullptr, "an array of the tests is missing");
        return *found;
    }

  private:
    Result<std::vector<tensor::NamedArray>> m_arrays;
};

std::vector<Tensor> itemsOf(const Network& network, const Tensor& all, std::uint64_t first,
                            std::uint64_t count) {
    std::vector<Tensor> out;
    for (std::uint64_t i = first; i < first + count; ++i) {
        const tensor::Shape shape(all.shape().begin() + 1, all.shape().end());
        auto one = asInput(network, tensor::itemOf(all, i, shape), Arithmetic::F32);
        LW_REQUIRE(bool(one), "an item of the tests does not fit");
        out.push_back(*std::move(one));
    }
    return out;
}

Quantised quantised(const Network& network, std::span<const Tensor> samples, bool isByChannel = true) {
    QuantiseOptions options;
    options.isByChannel = isByChannel;
    auto out = quantise(network, samples, options);
    LW_REQUIRE(bool(out), "a network of the tests cannot be int8");
    return *std::move(out);
}
Tensor codesOf(const Network& network, const Tensor& x) {
    auto input = asInput(network, x, Arithmetic::F32);
    LW_REQUIRE(bool(input), "the input does not fit");
    return *std::move(input);
}

} // namespace

class TestQuantise : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Every parameter and every output, as numpy made them by the same rules (fixtures/make.py).
    void agreesWithNumpy_data() {
        QTest::addColumn<bool>("isByChannel");
        QTest::newRow("by_channel") << true;
        QTest::newRow("by_tensor") << false;
    }
    void agreesWithNumpy() {
        QFETCH(bool, isByChannel);
        const Quantised made = compared("quantise", QTest::currentDataTag(), isByChannel);
        QCOMPARE(namesOf(made.network),
                 (std::vector<std::string>{"conv1", "pool1", "conv2", "conv3", "add1", "pool1.scaled", "both",
                                           "pool2", "logits"}));
        QCOMPARE(made.notes.size(), std::size_t{1}); // the softmax
        QCOMPARE(made.notes[0].message->code, std::string("E547"));
    }
    // The same of functions of one value and a product of two.
    void gatesAgreeWithNumpy() {
        const Quantised made = compared("gated", "gated_by_channel", true);
        QCOMPARE(namesOf(made.network), (std::vector<std::string>{"conv1", "swish", "squeezed", "conv2",
                                                                  "conv3", "gated", "sloped"}));
        QCOMPARE(made.network.layers[1].kind, Kind::Table);
        QCOMPARE(made.network.layers[5].kind, Kind::Mul);
        QCOMPARE(made.network.layers[6].kind, Kind::Table);
        QVERIFY(made.notes.empty());
    }
    // Learnt from other digits, and how many of those that it never saw it tells.
    void digits() {
        const Network real = loaded(kExamples + "networks/strided-digits/digits_f32.json");
        auto images = tensor::readNpy(kExamples + "data/optdigits_images_u8.npy"),
             labels = tensor::readNpy(kExamples + "data/optdigits_labels_u8.npy");
        QVERIFY(images && labels);
        const std::uint64_t all = images->shape()[0], some = 200;
        for (const bool isByChannel : {true, false}) {
            const Quantised made = quantised(real, itemsOf(real, *images, 0, some), isByChannel);
            std::vector<std::uint64_t> classes;
            for (std::uint64_t i = some; i < all; ++i) classes.push_back(labels->at<std::uint8_t>(i));
            const auto loss = lossOf(made, itemsOf(real, *images, some, all - some), classes, {});
            QVERIFY(loss);
            QVERIFY(loss->right.real >= 1580); // of 1,597
            QVERIFY(loss->right.int8 + 3 >= loss->right.real);
            QVERIFY(loss->outputs[0].mean < 0.01 * (loss->outputs[0].high - loss->outputs[0].low));
            QVERIFY(loss->outputs[0].mean > 0);
        }
    }

    // A clip is where codes end, and leaves a layer only if something else reads what it bounds.
    void clips() {
        for (const bool isShared : {false, true}) {
            Network real = image();
            add(real, product(Kind::Conv, "conv", {kInput}, 6));
            Layer clip = named(Kind::Clip, "relu6", {1});
            clip.low = 0;
            clip.high = 6;
            add(real, clip);
            real.outputs = isShared ? std::vector<ValueId>{2, 1} : std::vector<ValueId>{2};
            const Quantised made = quantised(real, std::vector{ramp(real)});
            QCOMPARE(made.network.layers.size(), std::size_t(isShared ? 2 : 1));
            const Layer& last = made.network.layers.back();
            QCOMPARE(last.kind, isShared ? Kind::Requantise : Kind::Conv);
            QCOMPARE(last.name, std::string(isShared ? "relu6" : "conv"));
            QCOMPARE(last.activation, isShared ? Activation::None : Activation::Relu);
            QCOMPARE(last.requant->step, 6.0f / 255); // the ramp leads beyond
            QCOMPARE(last.requant->zero, -128);
        }
    }
    // A batch norm without a layer of products before it, numbers for each channel, and a constant of rows.
    void normsAndConstants() {
        Network real = image();
        Layer norm = named(Kind::BatchNorm, "norm", {kInput});
        norm.epsilon = 0;
        norm.scale = floats({2, 3});
        norm.shift = floats({1, -1});
        norm.mean = floats({0, 1});
        norm.variance = floats({4, 1});
        add(real, norm);
        add(real, constant("factors", {1, 1, 2}, {4, -2}));
        add(real, named(Kind::Mul, "product", {2, 1}));
        add(real, constant("summands", {1, 1, 1}, {10}));
        add(real, named(Kind::Add, "moved", {3, 4}));
        add(real, constant("more", {2, 1, 1}, {0.5f, 127}));
        add(real, named(Kind::Add, "sum", {5, 6}));
        real.outputs = {7};
        const Quantised made = quantised(real, std::vector{ramp(real)});
        const Layer& conv = made.network.layers[0];
        QCOMPARE(conv.kind, Kind::Conv);
        QCOMPARE(conv.groups, 2u);
        QCOMPARE(made.weightSteps[0], (std::vector{4 / 127.0f, 6 / 127.0f})); // 2 / sqrt(4) * 4, 3 * -2
        QCOMPARE(conv.weights.at<std::int8_t>(0), std::int8_t{127});
        QCOMPARE(conv.weights.at<std::int8_t>(1), std::int8_t{-127});
        const double ofSecond = double{*made.network.input.step} * made.weightSteps[0][1];
        QCOMPARE(conv.bias->at<std::int32_t>(1),
                 static_cast<int>(std::lround(18 / ofSecond))); // (-1 - 3) * -2 + 10
        QCOMPARE(made.network.layers.size(), std::size_t{3});
        const Layer& more = made.network.layers[1];
        QCOMPARE(more.name, std::string("more.repeated"));
        QCOMPARE(more.shape, real.layers[0].shape);
        QCOMPARE(more.weights.at<std::int8_t>(3), std::int8_t{0}); // 0.5, half to even
        QCOMPARE(more.weights.at<std::int8_t>(4), std::int8_t{127});
    }
    // A function of one value is a table of what the float32 network computes of each code's number, within
    // half a step of the function in double precision. What a table alone needs is not a layer.
    void functions() {
        struct Function {
            const char* name;
            double (*exact)(double);
        };
        constexpr Function kFunctions[] = {
            {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
            {"silu", [](double x) { return x / (1 + std::exp(-x)); }},
            {"tanh of leaky", [](double x) { return std::tanh(x > 0 ? x : 0.1f * x); }},
            {"elu, moved and bounded",
             [](double x) { return std::max((x > 0 ? x : std::expm1(x)) + 1, 0.5); }},
            {"x + 3 times x", [](double x) { return (x + 3) * x; }},
            {"mish", [](double x) { return x * std::tanh(std::log1p(std::exp(x))); }}};
        for (const Function& function : kFunctions) {
            Network real = image();
            const ValueId last = addFunction(real, function.name);
            real.outputs = {last};
            const Quantised made = quantised(real, std::vector{ramp(real)});
            QVERIFY2(namesOf(made.network) == std::vector{nameOf(real, last)}, function.name);
            const Layer& table = made.network.layers[0];
            QCOMPARE(table.weights.shape(), tensor::Shape{256});
            QVERIFY(table.step && made.notes.empty());
            for (int code = -128; code < 128; ++code) {
                const double x = (code - made.network.input.zero) * double{*made.network.input.step},
                             y = function.exact(x) / *table.step + table.zero,
                             limited = std::clamp(y, -128.0, 127.0);
                const std::int32_t number =
                    table.weights.at<std::int32_t>(static_cast<std::uint64_t>(code + 128));
                QVERIFY2(std::abs(number + table.zero - limited) < 0.5001, function.name);
            }
        }
    }
    // An activation of a layer of products is a table after it; what else reads the sums has them.
    void activations() {
        Network real = image();
        Layer dense = product(Kind::Dense, "dense", {kInput}, 3);
        dense.activation = Activation::Sigmoid;
        add(real, dense);
        add(real, product(Kind::Dense, "second", {1}, 2));
        real.outputs = {2};
        const Quantised made = quantised(real, std::vector{ramp(real)});
        QCOMPARE(namesOf(made.network), (std::vector<std::string>{"dense.sums", "dense", "second"}));
        QCOMPARE(made.network.layers[0].activation, Activation::None);
        QCOMPARE(made.network.layers[1].kind, Kind::Table);
    }
    // A batch norm of a list after relu, which no layer of products can do: a table for each channel.
    void loneNorm() {
        Network real = image();
        Layer dense = product(Kind::Dense, "dense", {kInput}, 3);
        dense.activation = Activation::Relu;
        add(real, dense);
        Layer norm = named(Kind::BatchNorm, "norm", {1});
        norm.epsilon = 0;
        norm.scale = floats({2, 3, -1});
        norm.shift = floats({1, -1, 0.5f});
        norm.mean = floats({0, 1, 2});
        norm.variance = floats({4, 1, 1});
        add(real, norm);
        real.outputs = {2};
        const Quantised made = quantised(real, std::vector{ramp(real)});
        QCOMPARE(namesOf(made.network), (std::vector<std::string>{"dense", "norm"}));
        const Layer &first = made.network.layers[0], &table = made.network.layers[1];
        QCOMPARE(table.weights.shape(), (tensor::Shape{256, 3}));
        for (std::uint64_t i = 0; i < table.weights.count(); ++i) {
            const double x = (static_cast<double>(i / 3) - 128 - first.zero) * double{*first.step},
                         y = i % 3 == 0   ? x + 1
                             : i % 3 == 1 ? (x - 1) * 3 - 1
                                          : 2.5 - x,
                         limited = std::clamp(y / *table.step + table.zero, -128.0, 127.0);
            QVERIFY(std::abs(table.weights.at<std::int32_t>(i) + table.zero - limited) < 0.5001);
        }
    }
    // x * bounded(x + 1): what else reads the sum has it as a value of its own, and the factor is one, too.
    void readElsewhere() {
        for (const bool isRead : {false, true}) {
            Network real = image();
            add(real, constant("one", {1, 1, 1}, {1}));
            add(real, named(Kind::Add, "moved", {kInput, 1}));
            Layer bounded = named(Kind::Clip, "bounded", {2});
            bounded.low = 0;
            bounded.high = 3;
            add(real, bounded);
            add(real, named(Kind::Mul, "product", {kInput, 3}));
            real.outputs = isRead ? std::vector<ValueId>{4, 2} : std::vector<ValueId>{4};
            const Quantised made = quantised(real, std::vector{ramp(real)});
            QCOMPARE(namesOf(made.network), isRead ? (std::vector<std::string>{"moved", "bounded", "product"})
                                                   : (std::vector<std::string>{"product"}));
            QCOMPARE(made.network.layers.back().kind, isRead ? Kind::Mul : Kind::Table);
        }
    }
    // What is left out at the end, and refused elsewhere with the commands that cut there.
    void noFunctions() {
        Network real = image();
        add(real, product(Kind::Dense, "dense", {kInput}, 3));
        add(real, named(Kind::Softmax, "shares", {1}));
        real.outputs = {2};
        const std::vector<Tensor> samples{ramp(real)};
        const Quantised made = quantised(real, samples);
        QCOMPARE(made.network.layers.size(), std::size_t{1});
        QCOMPARE(textOf(made.notes.at(0)),
                 std::string("softmax \"shares\" at the end is left out; the output is \"dense\""));
        add(real, product(Kind::Dense, "second", {2}, 2));
        real.outputs = {3};
        QCOMPARE(refusal(real, samples),
                 std::string("E541 NETWORK: softmax \"shares\" cannot be int8: int8 has no such layer\n"
                             "lw net quantise NETWORK --until \"dense\" --data FILE\n"
                             "lw net quantise NETWORK --from \"shares\" --data FILE\n"));
    }
    void refusals() {
        Network real = image();
        add(real, product(Kind::Dense, "dense", {kInput}, 3));
        real.outputs = {1};
        std::vector<Tensor> samples{ramp(real), ramp(real)};
        QCOMPARE(refusal(real, {}), std::string("E543 there is nothing in the input\n"));
        QCOMPARE(refusal(quantised(real, samples).network, samples),
                 std::string("E546 NETWORK is an int8 network already\n"));
        samples[1].set(3, std::numeric_limits<float>::quiet_NaN());
        QCOMPARE(refusal(real, samples),
                 std::string("E542 \"x\" is nan at element [0, 1, 1] of item 1 of the data\n"));
        samples.pop_back();
        real.layers[0].activation = Activation::Relu; // which hides what is infinite
        real.layers[0].weights.set(3, -std::numeric_limits<float>::infinity());
        samples[0] = Tensor(DType::F32, real.input.shape);
        for (std::uint64_t i = 0; i < samples[0].count(); ++i) samples[0].set(i, 1.0f);
        QCOMPARE(refusal(real, samples), std::string("E548 weights or biases of \"dense\" are not finite\n"));
        Network far = image();
        Layer first = product(Kind::Dense, "first", {kInput}, 1);
        first.weights = Tensor(DType::F32, first.weights.shape());
        first.weights.set(0, 1e30f);
        add(far, first);
        far.layers[0].weights.set(1, -1e30f); // which cancel out
        far.outputs = {1};
        QCOMPARE(refusal(far, samples).substr(0, 12), std::string("E544 \"first\""));
        Network wide;
        wide.input.shape = {70'000};
        Layer all = named(Kind::Dense, "all", {kInput});
        all.weights = Tensor(DType::F32, {70'000, 1});
        for (std::uint64_t i = 0; i < 70'000; ++i) all.weights.set(i, 1.0f);
        add(wide, all);
        wide.outputs = {1};
        Tensor x(DType::F32, {70'000});
        x.set(0, 1.0f);
        QCOMPARE(refusal(wide, std::vector{x}),
                 std::string("E545 \"all\": sums of int8 products could leave int32\n"));
    }

  private:
    static std::vector<std::string> namesOf(const Network& network) {
        std::vector<std::string> out;
        for (const Layer& layer : network.layers) out.push_back(layer.name);
        return out;
    }
    // The network of a file, as int8 with the parameters and outputs of an archive.
    static Quantised compared(const std::string& file, const std::string& archive, bool isByChannel) {
        const Network real = loaded(kFixtures + file + ".json");
        const Arrays arrays(kFixtures + archive + ".npz");
        const std::vector<Tensor> samples = itemsOf(real, arrays["x"], 0, 6);
        Quantised made = quantised(real, samples, isByChannel);
        const auto check = [&](bool isRight, const std::string& what) {
            if (!isRight) QTest::qFail(what.c_str(), __FILE__, __LINE__);
        };
        check(made.network.input.step == arrays["x.scale"].at<float>(0), "step of the input");
        check(made.network.input.zero == arrays["x.zero"].at<std::int32_t>(0), "zero of the input");
        for (const Layer& layer : made.network.layers) checkLayer(layer, arrays);
        const tensor::Shape shape = shapeOf(made.network, made.network.outputs[0]);
        for (std::uint64_t i = 0; i < samples.size(); ++i) {
            const Tensor y = computeAll(made.network, codesOf(made.network, samples[i]), {}).back();
            check(y == tensor::itemOf(arrays["y"], i, shape), "codes of item " + std::to_string(i));
            check(computeAll(made.real, samples[i], {})[made.real.outputs[0]] ==
                      tensor::itemOf(arrays["real"], i, shape),
                  "numbers of item " + std::to_string(i));
        }
        return made;
    }
    static Layer named(Kind kind, std::string name, std::vector<ValueId> inputs) {
        Layer out;
        out.kind = kind;
        out.name = std::move(name);
        out.inputs = std::move(inputs);
        return out;
    }
    static Layer constant(std::string name, tensor::Shape shape, const std::vector<float>& values) {
        Layer out = named(Kind::Constant, std::move(name), {});
        out.weights = Tensor::of<float>(DType::F32, std::move(shape), values);
        return out;
    }
    static Tensor floats(const std::vector<float>& values) {
        return Tensor::of<float>(DType::F32, {values.size()}, values);
    }
    static Network image() {
        Network out;
        out.input.shape = {2, 2, 2};
        return out;
    }
    static Tensor ramp(const Network& network) {
        Tensor out(DType::F32, network.input.shape);
        for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, static_cast<float>(i) - 2);
        return out;
    }
    static void add(Network& network, Layer layer) {
        const auto fits = inferShape(network, layer);
        LW_REQUIRE(bool(fits), "a layer of the tests does not fit");
        network.layers.push_back(std::move(layer));
    }
    // Weights are 1, -1, 1 ...
    static Layer product(Kind kind, std::string name, std::vector<ValueId> inputs, std::uint64_t channels) {
        Layer out = named(kind, std::move(name), std::move(inputs));
        const bool isFirst = out.inputs[0] == kInput;
        if (kind == Kind::Conv)
            out.weights = Tensor(DType::F32, {1, 1, 2, channels});
        else
            out.weights = Tensor(DType::F32, {isFirst ? 8u : 3u, channels});
        for (std::uint64_t i = 0; i < out.weights.count(); ++i)
            out.weights.set(i, i % channels == 0 || i % 2 == 0 ? 1.0f : -1.0f);
        return out;
    }
    // Some layers that are a function of the input together; returns the last one.
    static ValueId addFunction(Network& real, const std::string& name) {
        const auto leaky = [&](ValueId read) {
            Layer out = named(Kind::LeakyRelu, "leaky", {read});
            out.alpha = 0.1f;
            add(real, std::move(out));
        };
        if (name == "sigmoid" || name == "silu") add(real, named(Kind::Sigmoid, "curve", {kInput}));
        if (name == "silu") add(real, named(Kind::Mul, "product", {1, kInput}));
        if (name.starts_with("tanh")) {
            leaky(kInput);
            add(real, named(Kind::Tanh, "curve", {1}));
        }
        if (name.starts_with("elu")) {
            add(real, constant("one", {1, 1, 1}, {1}));
            add(real, named(Kind::Elu, "curve", {kInput}));
            add(real, named(Kind::Add, "moved", {1, 2}));
            Layer bounded = named(Kind::Clip, "bounded", {3});
            bounded.low = 0.5f; // which is above 0
            add(real, std::move(bounded));
        }
        if (name.starts_with("x")) {
            add(real, constant("three", {1, 1, 1}, {3}));
            add(real, named(Kind::Add, "moved", {kInput, 1}));
            add(real, named(Kind::Mul, "product", {2, kInput}));
        }
        if (name == "mish") {
            add(real, constant("one", {1, 1, 1}, {1}));
            add(real, named(Kind::Exp, "exponential", {kInput}));
            add(real, named(Kind::Add, "sum", {2, 1}));
            add(real, named(Kind::Log, "softplus", {3}));
            add(real, named(Kind::Tanh, "curve", {4}));
            add(real, named(Kind::Mul, "product", {kInput, 5}));
        }
        return real.layers.size();
    }
    static std::string refusal(const Network& network, std::span<const Tensor> samples) {
        const auto made = quantise(network, samples, {});
        if (made) return {};
        std::string out = std::string(made.problem().message->code) + " " + textOf(made.problem()) + "\n";
        for (const Note& note : made.problem().notes) out += note.arguments[0] + "\n";
        return out;
    }
    // The factors exactly, however multiplier and shift write them.
    static void checkLayer(const Layer& layer, const Arrays& arrays) {
        if (const Tensor* weights = arrays.find(layer.name + ".weights")) {
            QVERIFY2(layer.weights == *weights, layer.name.c_str());
            if (layer.kind != Kind::Table) QVERIFY(layer.bias == arrays[layer.name + ".bias"]);
        }
        if (const Tensor* parts = arrays.find(layer.name + ".parts"))
            QCOMPARE(layer.factors, (std::vector{parts->at<std::int32_t>(0), parts->at<std::int32_t>(1)}));
        const Tensor* factors = arrays.find(layer.name + ".factors");
        QCOMPARE(layer.requant.has_value(), factors != nullptr);
        if (!factors) return;
        QCOMPARE(layer.requant->step, arrays[layer.name + ".scale"].at<float>(0));
        QCOMPARE(layer.requant->zero, arrays[layer.name + ".zero"].at<std::int32_t>(0));
        for (std::uint64_t c = 0; c < factors->count(); ++c)
            QCOMPARE(std::ldexp(double(layer.requant->of(c).multiplier),
                                -static_cast<int>(layer.requant->of(c).shift)),
                     double(factors->at<float>(c)));
    }
};

int tst_quantise(int argc, char** argv) { return lw::tests::run<TestQuantise, QCoreApplication>(argc, argv); }
#include "tst_quantise.moc"
