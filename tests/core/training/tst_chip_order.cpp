// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/geometry.h"
#include "core/numeric/bf16.h"
#include "core/numeric/flush.h"
#include "core/numeric/host_control.h"
#include "core/numeric/unary_functions.h"
#include "core/training/step.h"
#include "tests/core/training/small_networks.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>

// The order of sums of core/training/NOTES.md once more, number by number, in the software's arithmetic of
// the chip.
using namespace lw;
using namespace lw::tests;
using namespace lw::train;
using namespace lw::numeric;
using network::Layer;
using network::Network;
using tensor::Tensor;

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

u32 word(const Tensor& tensor, u64 i) { return bitsOf(tensor.at<float>(i)); }
u32 word(double x) { return bitsOf(static_cast<float>(x)); }
u32 chained(u32 x, u32 w, u32 chain) {
    return fusedMultiplyAddFlushed(roundedToBf16(x), roundedToBf16(w), chain);
}

// One convolution of a step, as loops over its elements.
struct Plain {
    const Network& network;
    const Step& step;
    const State& state;
    network::ValueId id;
    i64 lanes, sublanes;

    const Layer& layer() const { return network.layers[id - 1]; }
    const Tensor& x() const { return step.values[layer().inputs[0]]; }
    const Tensor& y() const { return step.values[id]; }
    const Tensor& yGradient() const { return step.gradients[id]; }
    const Tensor& weights() const { return state.weights[id - 1].weights; }
    i64 extent(const Tensor& tensor, std::size_t i) const { return static_cast<i64>(tensor.shape()[i]); }
    // Element of a batch of images.
    static u64 at(const Tensor& tensor, i64 image, i64 row, i64 column, i64 channel) {
        const auto& s = tensor.shape();
        return static_cast<u64>(((image * static_cast<i64>(s[1]) + row) * static_cast<i64>(s[2]) + column) *
                                    static_cast<i64>(s[3]) +
                                channel);
    }
    i64 fromRow(i64 row, i64 tap) const {
        return row * layer().stride.rows - layer().pad.top + tap * layer().dilation.rows;
    }
    i64 fromColumn(i64 column, i64 tap) const {
        return column * layer().stride.columns - layer().pad.left + tap * layer().dilation.columns;
    }
    bool inImage(i64 row, i64 column) const {
        return row >= 0 && column >= 0 && row < extent(x(), 1) && column < extent(x(), 2);
    }
    i64 inputs() const { return extent(weights(), 2); }
    i64 outputs() const { return extent(weights(), 3) / layer().groups; }
    u32 weight(i64 r, i64 c, i64 input, i64 output) const {
        return word(weights(), at(weights(), r, c, input, output));
    }

    u32 result(i64 image, i64 row, i64 column, i64 output) const {
        u32 sum = 0;
        const i64 group = output / outputs();
        for (i64 r = 0; r < layer().kernel.rows; ++r)
            for (i64 c = 0; c < layer().kernel.columns; ++c) {
                if (!inImage(fromRow(row, r), fromColumn(column, c))) continue;
                for (i64 block = 0; block < inputs(); block += lanes) {
                    u32 chain = 0;
                    for (i64 k = block; k < std::min(block + lanes, inputs()); ++k)
                        chain = chained(word(x(), at(x(), image, fromRow(row, r), fromColumn(column, c),
                                                     group * inputs() + k)),
                                        weight(r, c, k, output), chain);
                    sum = addFlushed(sum, chain);
                }
            }
        const Tensor& bias = state.weights[id - 1].bias;
        return bias.count() == 0 ? sum : addFlushed(sum, word(bias, static_cast<u64>(output)));
    }
    // By an element of what it reads.
    u32 dataGradient(i64 image, i64 row, i64 column, i64 input) const {
        u32 sum = 0;
        const i64 group = input / inputs();
        for (i64 r = 0; r < layer().kernel.rows; ++r)
            for (i64 c = 0; c < layer().kernel.columns; ++c)
                for (i64 toRow = 0; toRow < extent(y(), 1); ++toRow)
                    for (i64 toColumn = 0; toColumn < extent(y(), 2); ++toColumn) {
                        if (fromRow(toRow, r) != row || fromColumn(toColumn, c) != column) continue;
                        for (i64 block = 0; block < outputs(); block += lanes) {
                            u32 chain = 0;
                            for (i64 k = block; k < std::min(block + lanes, outputs()); ++k)
                                chain = chained(
                                    word(yGradient(), at(y(), image, toRow, toColumn, group * outputs() + k)),
                                    weight(r, c, input % inputs(), group * outputs() + k), chain);
                            sum = addFlushed(sum, chain);
                        }
                    }
        return sum;
    }
    u32 weightGradient(i64 r, i64 c, i64 input, i64 output) const {
        u32 sum = 0;
        for (i64 row = 0; row < extent(y(), 1); ++row) {
            u32 chain = 0;
            i64 length = 0;
            for (i64 column = 0; column < extent(y(), 2); ++column)
                for (i64 image = 0; image < extent(y(), 0); ++image) {
                    if (!inImage(fromRow(row, r), fromColumn(column, c))) continue;
                    chain = chained(word(x(), at(x(), image, fromRow(row, r), fromColumn(column, c),
                                                 output / outputs() * inputs() + input)),
                                    word(yGradient(), at(y(), image, row, column, output)), chain);
                    if (++length % lanes != 0) continue;
                    sum = addFlushed(sum, chain);
                    chain = 0;
                }
            if (length % lanes != 0) sum = addFlushed(sum, chain);
        }
        return sum;
    }
    // Over the batch, of number(image, row, column).
    template <typename Number> u32 batchSum(const Number& number) const {
        std::vector<u32> sums(static_cast<std::size_t>(sublanes));
        for (i64 row = 0; row < extent(y(), 1); ++row)
            for (i64 column = 0; column < extent(y(), 2); ++column)
                for (i64 image = 0; image < extent(y(), 0); ++image) {
                    u32& sum = sums[static_cast<std::size_t>(image % sublanes)];
                    sum = addFlushed(sum, number(image, row, column));
                }
        u32 out = sums[0];
        for (std::size_t s = 1; s < sums.size(); ++s) out = addFlushed(out, sums[s]);
        return out;
    }
};

template <typename Compare> void eachElement(const Tensor& tensor, const Compare& compare) {
    const auto& s = tensor.shape();
    u64 i = 0;
    for (i64 a = 0; a < static_cast<i64>(s[0]); ++a)
        for (i64 b = 0; b < static_cast<i64>(s[1]); ++b)
            for (i64 c = 0; c < static_cast<i64>(s[2]); ++c)
                for (i64 d = 0; d < static_cast<i64>(s[3]); ++d)
                    QCOMPARE(word(tensor, i++), compare(a, b, c, d));
}

void compareConvolution(const Plain& plain) {
    eachElement(plain.y(), [&](auto... at) { return plain.result(at...); });
    const Step& step = plain.step;
    eachElement(step.gradients[plain.layer().inputs[0]],
                [&](auto... at) { return plain.dataGradient(at...); });
    const LayerWeights& gradients = step.weightGradients[plain.id - 1];
    eachElement(gradients.weights, [&](auto... at) { return plain.weightGradient(at...); });
    for (u64 c = 0; c < gradients.bias.count(); ++c)
        QCOMPARE(word(gradients.bias, c), plain.batchSum([&](i64 image, i64 row, i64 column) {
            return word(plain.yGradient(), Plain::at(plain.y(), image, row, column, static_cast<i64>(c)));
        }));
}

// batch_norm, one channel after the other.
void compareNorm(const Plain& plain, double epsilon) {
    const Tensor& y = plain.x();
    const auto in = [&](const Tensor& tensor, u64 channel) {
        return [&tensor, channel](i64 image, i64 row, i64 column) {
            return word(tensor, Plain::at(tensor, image, row, column, static_cast<i64>(channel)));
        };
    };
    const LayerWeights& weights = plain.state.weights[plain.id - 1];
    const u64 channels = weights.scale.count();
    const u32 share = word(1.0 / static_cast<double>(y.count() / channels));
    for (u64 c = 0; c < channels; ++c) {
        const u32 scale = word(weights.scale, c), shift = word(weights.shift, c);
        const auto of = in(y, c);
        const auto gradient = in(plain.yGradient(), c);
        const u32 mean = multiplyFlushed(plain.batchSum(of), share);
        const auto square = [&](i64 image, i64 row, i64 column) {
            const u32 difference = subtractFlushed(of(image, row, column), mean);
            return multiplyFlushed(difference, difference);
        };
        const u32 variance = multiplyFlushed(plain.batchSum(square), share);
        const u32 inverse = reciprocalSquareRoot(addFlushed(variance, word(epsilon)));
        const Statistics& statistics = plain.step.statistics[plain.id - 1];
        QCOMPARE(word(statistics.mean, c), mean);
        QCOMPARE(word(statistics.variance, c), variance);
        QCOMPARE(word(statistics.inverse, c), inverse);
        const auto normal = [&](i64 image, i64 row, i64 column) {
            return multiplyFlushed(subtractFlushed(of(image, row, column), mean), inverse);
        };
        const u32 shiftSum = plain.batchSum(gradient);
        const u32 scaleSum = plain.batchSum([&](i64 image, i64 row, i64 column) {
            return multiplyFlushed(gradient(image, row, column), normal(image, row, column));
        });
        QCOMPARE(word(plain.step.weightGradients[plain.id - 1].scale, c), scaleSum);
        QCOMPARE(word(plain.step.weightGradients[plain.id - 1].shift, c), shiftSum);
        const auto result = in(plain.y(), c);
        const auto back = in(plain.step.gradients[plain.layer().inputs[0]], c);
        for (i64 image = 0; image < plain.extent(y, 0); ++image)
            for (i64 row = 0; row < plain.extent(y, 1); ++row)
                for (i64 column = 0; column < plain.extent(y, 2); ++column) {
                    const u32 n = normal(image, row, column);
                    QCOMPARE(result(image, row, column), addFlushed(multiplyFlushed(n, scale), shift));
                    const u32 rest = subtractFlushed(
                        subtractFlushed(gradient(image, row, column), multiplyFlushed(shiftSum, share)),
                        multiplyFlushed(n, multiplyFlushed(scaleSum, share)));
                    QCOMPARE(back(image, row, column),
                             multiplyFlushed(multiplyFlushed(scale, inverse), rest));
                }
    }
}

// The gradient of the logits, image by image, and the loss.
void compareLoss(const Network& network, const Step& step, const Data& data, u64 sublanes) {
    const Tensor &y = step.values[network.outputs[0]], &gradient = step.gradients[network.outputs[0]];
    const u64 images = y.shape()[0], classes = y.shape()[1];
    const u32 share = word(1.0 / static_cast<double>(images));
    std::vector<u32> logs(sublanes), perClass(sublanes * classes);
    for (u64 image = 0; image < images; ++image) {
        u32 most = word(y, image * classes), sum = 0;
        for (u64 c = 1; c < classes; ++c) most = maxFlushed(most, word(y, image * classes + c));
        const auto power = [&](u64 c) {
            return exponentialWord(subtractFlushed(word(y, image * classes + c), most));
        };
        for (u64 c = 0; c < classes; ++c) sum = addFlushed(sum, power(c));
        const auto label = static_cast<u64>(data.labels.at<i64>(image));
        for (u64 c = 0; c < classes; ++c) {
            const u32 p = multiplyFlushed(power(c), reciprocal(sum));
            QCOMPARE(word(gradient, image * classes + c),
                     multiplyFlushed(subtractFlushed(p, word(c == label ? 1.0 : 0.0)), share));
        }
        u32& log = logs[image % sublanes];
        log = addFlushed(log, logarithmWord(sum));
        u32& own = perClass[image % sublanes * classes + label];
        own = addFlushed(own, subtractFlushed(word(y, image * classes + label), most));
    }
    u32 loss = 0;
    for (u64 s = 0; s < sublanes; ++s) {
        u32 own = 0;
        for (u64 c = 0; c < classes; ++c) own = addFlushed(own, perClass[s * classes + c]);
        loss = addFlushed(loss, subtractFlushed(logs[s], own));
    }
    QCOMPARE(word(step.loss), multiplyFlushed(loss, share));
}

constexpr const char* kLayers =
    R"({"name": "c1", "kind": "conv", "inputs": ["x"], "kernel": [3, 2], "pad": [1, 0, 1, 1], "channels": 6, "bias": true},
       {"name": "b1", "kind": "batch_norm", "inputs": ["c1"]},
       {"name": "c2", "kind": "conv", "inputs": ["b1"], "kernel": [3, 3], "pad": [2, 1, 0, 1], "stride": [2, 1],
        "dilation": [1, 2], "channels": 9},
       {"name": "c3", "kind": "conv", "inputs": ["c2"], "kernel": [2, 2], "groups": 3, "channels": 6, "bias": true},
       {"name": "y", "kind": "dense", "inputs": ["c3"], "channels": 5})";

} // namespace

class TestChipOrder : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyNumber_data() {
        QTest::addColumn<int>("level");
        QTest::newRow("host") << static_cast<int>(bestHostLevel());
        QTest::newRow("portable") << static_cast<int>(HostLevel::Portable);
    }
    void everyNumber() {
        QFETCH(int, level);
        limitHostLevel(static_cast<HostLevel>(level));
        std::mt19937 random(3);
        const Network network = trained(kLayers, "[7, 6, 5]", 6);
        const Data data = dataFor(network, random);
        State state = stateOf(network, Arithmetic::Chip);
        state.weights[1].scale = numbers(state.weights[1].scale.shape(), random);
        state.weights[1].shift = numbers(state.weights[1].shift.shape(), random);
        state.weights[0].bias = numbers(state.weights[0].bias.shape(), random);
        const Options options{.arithmetic = Arithmetic::Chip, .lanes = 4, .sublanes = 2};
        const Step step = stepOf(network, state, data, options);
        for (const network::ValueId id : {1U, 3U, 4U})
            compareConvolution({network, step, state, id, options.lanes, options.sublanes});
        compareNorm({network, step, state, 2, options.lanes, options.sublanes}, 1e-5);
        compareLoss(network, step, data, options.sublanes);
        limitHostLevel(bestHostLevel());
    }
    // All bits of a step and of its update are those of the software's arithmetic.
    void hostAndSoftware() {
        for (unsigned seed = 100; seed < 130; ++seed) {
            std::mt19937 random(seed);
            Network network = randomNetwork(random);
            network.training->optimiser = {0.3F, 0.9F, 0.01F};
            const Data data = dataFor(network, random);
            const Options options{.arithmetic = Arithmetic::Chip, .lanes = 8, .sublanes = 4};
            std::vector<Step> steps;
            std::vector<State> states;
            for (const HostLevel level : {bestHostLevel(), HostLevel::Portable}) {
                limitHostLevel(level);
                State state = stateOf(network, Arithmetic::Chip);
                for (int i = 0; i < 2; ++i) {
                    steps.push_back(stepOf(network, state, data, options));
                    update(network, steps.back(), options, state);
                }
                states.push_back(std::move(state));
            }
            limitHostLevel(bestHostLevel());
            for (std::size_t i = 0; i < 2; ++i) {
                QVERIFY(steps[i].gradients == steps[i + 2].gradients &&
                        steps[i].values == steps[i + 2].values);
                QCOMPARE(steps[i].loss, steps[i + 2].loss);
            }
            for (std::size_t i = 0; i < network.layers.size(); ++i) {
                QVERIFY(states[0].weights[i].weights == states[1].weights[i].weights);
                QVERIFY(states[0].weights[i].scale == states[1].weights[i].scale);
                QVERIFY(states[0].variance[i] == states[1].variance[i]);
            }
        }
    }
};

int tst_chip_order(int argc, char** argv) { return lw::tests::run<TestChipOrder>(argc, argv); }
#include "tst_chip_order.moc"
