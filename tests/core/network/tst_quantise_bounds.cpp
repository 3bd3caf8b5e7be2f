// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/cut.h"
#include "core/network/network_json.h"
#include "core/network/quantisation.h"
#include "core/network/quantise.h"
#include "core/network/quantise_scales.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
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

// A float32 network of a few layers that int8 has, and inputs.
class RandomReal {
  public:
    Network network;
    std::vector<Tensor> samples;

    explicit RandomReal(std::uint32_t seed) : m_random(seed) {
        network.input.shape = {4 + pick(4), 4 + pick(4), 1 + pick(3)};
        for (int i = 0; i < 8; ++i) addLayer();
        Layer last = layer(Kind::Dense, {network.layers.size()});
        last.weights = normal({*tensor::countOf(shapeOf(network, last.inputs[0])), 4}, 0.3f);
        last.bias = normal({4}, 2);
        add(std::move(last));
        network.outputs = {network.layers.size()};
        for (int i = 0; i < 4; ++i) samples.push_back(normal(network.input.shape, 3));
    }

  private:
    std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(m_random() % below); }
    Tensor normal(tensor::Shape shape, float size) {
        Tensor out(DType::F32, std::move(shape));
        std::normal_distribution<float> draw(0, size);
        for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, draw(m_random));
        return out;
    }
    Layer layer(Kind kind, std::vector<ValueId> inputs) const {
        Layer out;
        out.kind = kind;
        out.name = "layer" + std::to_string(network.layers.size());
        out.inputs = std::move(inputs);
        return out;
    }
    void add(Layer made) {
        const bool fits = std::ranges::all_of(made.inputs, [&](ValueId id) {
            return made.kind != Kind::Add || shapeOf(network, id) == shapeOf(network, made.inputs[0]);
        });
        if (fits && inferShape(network, made)) network.layers.push_back(std::move(made));
    }
    // The last value, or one before.
    ValueId some() {
        const auto last = static_cast<std::uint32_t>(network.layers.size());
        return pick(3) == 0 ? pick(last + 1) : last;
    }
    void addLayer() {
        const ValueId read = some();
        const std::uint64_t channels = shapeOf(network, read)[2];
        switch (pick(9)) {
        case 0:
        case 1: {
            Layer made = layer(Kind::Conv, {read});
            made.kernel = {1 + pick(3), 1 + pick(3)};
            made.stride = {1 + pick(2), 1 + pick(2)};
            made.pad = {pick(2), pick(2), pick(2), pick(2)};
            made.weights = normal({made.kernel.rows, made.kernel.columns, channels, 1 + pick(5)}, 0.5f);
            if (pick(2)) made.bias = normal({made.weights.shape()[3]}, 1);
            if (pick(3) == 0) made.activation = Activation::Relu;
            return add(std::move(made));
        }
        case 2: {
            Layer made = layer(Kind::BatchNorm, {read});
            for (Tensor* one : {&made.scale, &made.shift, &made.mean, &made.variance})
                *one = normal({channels}, 1);
            for (std::uint64_t i = 0; i < channels; ++i)
                made.variance.set(i, 0.1f + std::abs(made.variance.at<float>(i)));
            return add(std::move(made));
        }
        case 3: return add(layer(Kind::Relu, {read}));
        case 4: {
            Layer made = layer(Kind::Clip, {read});
            made.low = pick(2) ? 0 : -1.5f;
            made.high = 2;
            return add(std::move(made));
        }
        case 5:
        case 6: {
            Layer made = layer(pick(2) ? Kind::MaxPool : Kind::AveragePool, {read});
            made.kernel = {2, 2};
            made.stride = {1 + pick(2), 1};
            made.pad = {pick(2), 0, pick(2), 0};
            made.countIncludePad = made.kind == Kind::AveragePool && pick(2);
            return add(std::move(made));
        }
        case 7: return add(layer(Kind::Add, {read, pick(2) ? read : some()}));
        default: return add(layer(Kind::Concat, {read, some()}));
        }
    }

    std::mt19937 m_random;
};

double magnitude(const Tensor& value) {
    double out = 0;
    for (std::uint64_t i = 0; i < value.count(); ++i)
        out = std::max(out, std::abs(tensor::valueAt(value, i)));
    return out;
}

// How far each value of the int8 network may lie from float32 at most, from the rounding of its codes,
// weights and biases, layer by layer as analysis has it.
class Bounds {
  public:
    Bounds(const Quantised& made, const std::vector<double>& magnitudes)
        : m_real(made.real), m_int8(made.network), m_steps(made.weightSteps), m_magnitudes(magnitudes) {
        twins.push_back(kInput);
        errors.push_back(*m_int8.input.step / 2.0);
        for (ValueId id = 1; id <= m_real.layers.size(); ++id) {
            const auto twin = findValue(m_int8, m_real.layers[id - 1].name);
            twins.push_back(twin ? *twin : twins[m_real.layers[id - 1].inputs[0]]);
        }
        for (ValueId id = 1; id <= m_real.layers.size(); ++id) add(id);
    }

    std::vector<ValueId> twins; // by value of the float32 network; of several of one twin the last is meant
    std::vector<double> errors;
    bool isLast(ValueId id) const {
        return std::find(twins.begin() + static_cast<std::ptrdiff_t>(id) + 1, twins.end(), twins[id]) ==
               twins.end();
    }

  private:
    static constexpr double kSlack = 1e-5; // roundings of float32 beside

    void add(ValueId id) {
        const Layer& layer = m_real.layers[id - 1];
        const double read = errors[layer.inputs[0]];
        double error = read;
        if (layer.kind == Kind::Conv || layer.kind == Kind::Dense) error = ofProducts(id, layer);
        if (layer.kind == Kind::BatchNorm && twins[id] != twins[layer.inputs[0]])
            error = ofProducts(id, layer);
        if (layer.kind == Kind::Add) {
            error = read + errors[layer.inputs[1]];
            for (const ValueId one : layer.inputs) error += stepAt(one) * 256 * 0x1p-22;
        }
        if (layer.kind == Kind::Concat)
            for (const ValueId one : layer.inputs) error = std::max(error, errors[one] + stepAt(id) / 2);
        const bool isAverage = layer.kind == Kind::AveragePool;
        const bool rounds = twins[id] != twins[layer.inputs[0]] && layer.kind != Kind::Concat &&
                            (m_int8.layers[twins[id] - 1].requant || isAverage);
        if (rounds) error += stepAt(id) / 2;
        errors.push_back(error * (1 + kSlack) + m_magnitudes[id] * kSlack);
    }
    double stepAt(ValueId id) const { return *stepOf(m_int8, twins[id]); }

    // With a batch norm that is folded into it.
    double ofProducts(ValueId id, const Layer& layer) {
        const std::uint64_t channels = layer.shape.back();
        std::vector<double> factors(channels, 1), summands(channels, 0), error(channels, 0);
        for (std::size_t i = id - 1; i < m_real.layers.size(); ++i)
            if (const Layer& norm = m_real.layers[i];
                norm.kind == Kind::BatchNorm && twins[i + 1] == twins[id])
                for (std::uint64_t c = 0; c < channels; ++c) {
                    const double factor =
                        norm.scale.at<float>(c) / std::sqrt(norm.variance.at<float>(c) + norm.epsilon);
                    factors[c] *= factor;
                    summands[c] = (summands[c] - norm.mean.at<float>(c)) * factor + norm.shift.at<float>(c);
                }
        const Layer& twin = m_int8.layers[twins[id] - 1];
        const std::vector<float>& steps = m_steps[twins[id] - 1];
        const double x = m_magnitudes[layer.inputs[0]], off = errors[layer.inputs[0]],
                     inputStep = stepAt(layer.inputs[0]);
        const bool isNorm = layer.kind == Kind::BatchNorm;
        for (std::uint64_t i = 0; i < twin.weights.count(); ++i) {
            const std::uint64_t c = i % channels;
            const double step = steps[c % steps.size()],
                         w = (isNorm ? 1 : layer.weights.at<float>(i)) * factors[c],
                         wrong = std::abs(w - twin.weights.at<std::int8_t>(i) * step);
            isFine &= wrong <= step / 2 * (1 + kSlack);
            error[c] += std::abs(w) * off + wrong * (x + off);
        }
        for (std::uint64_t c = 0; c < channels; ++c) {
            const double step = inputStep * steps[c % steps.size()],
                         b = (!isNorm && layer.bias ? layer.bias->at<float>(c) : 0) * factors[c] +
                             summands[c],
                         wrong = std::abs(b - (twin.bias ? twin.bias->at<std::int32_t>(c) : 0) * step);
            isFine &= wrong <= step / 2 + std::abs(b) * kSlack;
            error[c] += wrong;
        }
        return *std::max_element(error.begin(), error.end());
    }

    const Network& m_real;
    const Network& m_int8;
    const std::vector<std::vector<float>>& m_steps;
    const std::vector<double>& m_magnitudes;

  public:
    bool isFine = true; // each weight and bias is the nearest code
};

} // namespace

class TestQuantiseBounds : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // No value of random networks lies further from float32 than the roundings explain.
    void randomNetworks() {
        int checked = 0, close = 0;
        for (std::uint32_t seed = 0; seed < 300; ++seed) {
            const RandomReal random(seed);
            QuantiseOptions options;
            options.isByChannel = seed % 2 == 0;
            const auto made = quantise(random.network, random.samples, options);
            QVERIFY2(made, made ? "" : textOf(made.problem()).c_str());
            std::vector<std::vector<Tensor>> real, int8;
            std::vector<double> most(made->real.layers.size() + 1);
            for (const Tensor& x : random.samples) {
                real.push_back(computeAll(made->real, x, {}));
                int8.push_back(computeAll(made->network, *asInput(made->network, x, Arithmetic::F32), {}));
                for (ValueId id = 0; id < most.size(); ++id)
                    most[id] = std::max(most[id], magnitude(real.back()[id]));
            }
            const Bounds bounds(*made, most);
            QVERIFY(bounds.isFine);
            for (ValueId id = 0; id < most.size(); ++id) {
                if (!bounds.isLast(id)) continue;
                const ValueId twin = bounds.twins[id];
                double worst = 0;
                for (std::size_t item = 0; item < real.size(); ++item) {
                    const Tensor y = network::numbersOf(int8[item][twin], *stepOf(made->network, twin),
                                                        zeroOf(made->network, twin));
                    QVERIFY(y.shape() == real[item][id].shape());
                    for (std::uint64_t i = 0; i < y.count(); ++i)
                        worst =
                            std::max(worst, std::abs(double{y.at<float>(i)} - real[item][id].at<float>(i)));
                }
                QVERIFY2(worst <= bounds.errors[id],
                         (std::to_string(seed) + " " + nameOf(made->real, id)).c_str());
                ++checked;
                close += worst > 0.2 * bounds.errors[id];
            }
        }
        QVERIFY(checked > 1500);
        QVERIFY(close > checked / 4); // the bounds are not so wide that they say nothing
    }
    // The same network of the same data, to the bit.
    void isDeterministic() {
        const RandomReal random(3);
        const auto one = quantise(random.network, random.samples, {}),
                   two = quantise(random.network, random.samples, {});
        QVERIFY(one && two);
        const NetworkFiles a = formatNetwork(one->network), b = formatNetwork(two->network);
        QCOMPARE(a.json, b.json);
        for (std::size_t i = 0; i < a.tensors.size(); ++i)
            QVERIFY(*a.tensors[i].tensor == *b.tensors[i].tensor);
    }
    // Every number of a range has a code half a step from it, and 0 is one of them.
    void scales() {
        std::mt19937 random(1);
        std::uniform_real_distribution<double> draw(-1, 1);
        for (int i = 0; i < 20'000; ++i) {
            const double size = std::ldexp(1, static_cast<int>(random() % 100) - 50);
            float low = static_cast<float>(draw(random) * size),
                  high = static_cast<float>(draw(random) * size);
            if (low > high) std::swap(low, high);
            const Scale scale = scaleFor(low, high);
            QVERIFY(scale.zero >= -128 && scale.zero <= 127);
            QCOMPARE(network::codeOf(0, scale.step, scale.zero), scale.zero);
            const double share = (draw(random) + 1) / 2;
            const float between = static_cast<float>(low + share * (double{high} - low));
            for (const float x : {low, high, between}) {
                const double back =
                    (network::codeOf(x, scale.step, scale.zero) - scale.zero) * double{scale.step};
                QVERIFY(std::abs(back - x) <= scale.step * 0.50001);
            }
        }
        QVERIFY((scaleFor(0, 0) == Scale{1, -128}));
        QVERIFY((scaleFor(2, 255) == Scale{1, -128}));
        QVERIFY((scaleFor(-255, -3) == Scale{1, 127}));
        QCOMPARE(scaleFor(0, 1e-44).step, std::numeric_limits<float>::min());
    }
};

int tst_quantise_bounds(int argc, char** argv) {
    return lw::tests::run<TestQuantiseBounds, QCoreApplication>(argc, argv);
}
#include "tst_quantise_bounds.moc"
