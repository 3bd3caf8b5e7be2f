// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/conv_plain.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lw::bench {

namespace {

constexpr std::size_t kSide = 8, kPixels = kSide * kSide, kPadded = kSide + 2, kTaps = 9;
constexpr std::size_t kColumns = 8, kChannels = 32; // of sums in registers

// A batch of images with a border of zeros: [image][row][column][channel].
struct Images {
    std::size_t channels;
    std::vector<float> values;

    Images(std::size_t batch, std::size_t of) : channels(of), values(batch * kPadded * kPadded * of) {}
    std::size_t at(std::size_t image, std::size_t row, std::size_t column) const { // with the border
        return ((image * kPadded + row) * kPadded + column) * channels;
    }
    std::size_t batch() const { return values.size() / (kPadded * kPadded * channels); }
};

template <typename Visit> void eachPixel(const Images& images, const Visit& visit) {
    for (std::size_t image = 0; image < images.batch(); ++image)
        for (std::size_t row = 1; row <= kSide; ++row)
            for (std::size_t column = 1; column <= kSide; ++column) visit(images.at(image, row, column));
}

// Sums of 8 pixels and 32 channels. As vectors, since only these become registers of the host.
using Half = float __attribute__((vector_size(kChannels / 2 * sizeof(float))));
struct Sums {
    Half at[kColumns][2]{};

    // += a[i * stride] * b[j]
    void add(const float* a, std::size_t stride, const float* b) {
        Half low, high;
        std::memcpy(&low, b, sizeof low);
        std::memcpy(&high, b + kChannels / 2, sizeof high);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < kColumns; ++i) {
            at[i][0] += a[i * stride] * low;
            at[i][1] += a[i * stride] * high;
        }
    }
    void addOne(float a, const float* b) {
        for (std::size_t j = 0; j < kChannels; ++j)
            at[0][j / (kChannels / 2)][j % (kChannels / 2)] += a * b[j];
    }
    void store(std::size_t i, float* to) const { std::memcpy(to, at[i], sizeof at[i]); }
};

// The convolution of a batch; `weights` are [tap][input][output].
void convolve(const Images& from, const float* weights, Images& to) {
    for (std::size_t image = 0; image < from.batch(); ++image)
        for (std::size_t row = 0; row < kSide; ++row)
            for (std::size_t block = 0; block < to.channels; block += kChannels) {
                Sums sums;
                for (std::size_t tap = 0; tap < kTaps; ++tap) {
                    const float* a = &from.values[from.at(image, row + tap / 3, tap % 3)];
                    const float* b = weights + tap * from.channels * to.channels + block;
                    for (std::size_t c = 0; c < from.channels; ++c)
                        sums.add(a + c, from.channels, b + c * to.channels);
                }
                for (std::size_t i = 0; i < kColumns; ++i)
                    sums.store(i, &to.values[to.at(image, row + 1, i + 1) + block]);
            }
}

// The same weights seen from the output: [tap][output][input], taps in the opposite order.
std::vector<float> turned(const PlainBlock& block) {
    std::vector<float> out(block.weights.size());
    for (std::size_t tap = 0; tap < kTaps; ++tap)
        for (std::size_t in = 0; in < block.inputs; ++in)
            for (std::size_t to = 0; to < block.outputs; ++to)
                out[((kTaps - 1 - tap) * block.outputs + to) * block.inputs + in] =
                    block.weights[(tap * block.inputs + in) * block.outputs + to];
    return out;
}

std::vector<float> weightGradient(const Images& x, const Images& gradient) {
    std::vector<float> out(kTaps * x.channels * gradient.channels);
    const std::size_t together = std::min(kColumns, x.channels);
    for (std::size_t image = 0; image < x.batch(); ++image)
        for (std::size_t tap = 0; tap < kTaps; ++tap)
            for (std::size_t in = 0; in < x.channels; in += together)
                for (std::size_t block = 0; block < gradient.channels; block += kChannels) {
                    Sums sums;
                    for (std::size_t pixel = 0; pixel < kPixels; ++pixel) {
                        const std::size_t row = pixel / kSide, column = pixel % kSide;
                        const float* a = &x.values[x.at(image, row + tap / 3, column + tap % 3) + in];
                        const float* b = &gradient.values[gradient.at(image, row + 1, column + 1) + block];
                        if (together == kColumns)
                            sums.add(a, 1, b);
                        else
                            sums.addOne(*a, b);
                    }
                    for (std::size_t i = 0; i < together; ++i) {
                        float row[kChannels];
                        sums.store(i, row);
                        for (std::size_t j = 0; j < kChannels; ++j)
                            out[(tap * x.channels + in + i) * gradient.channels + block + j] += row[j];
                    }
                }
    return out;
}

// What the backward pass reads of a block.
struct Kept {
    Images x, y, a;
    std::vector<float> mean, inverse;
};

// A number for each of 32 channels: they stay in registers while all pixels come by.
struct Channels {
    float at[kChannels];

    explicit Channels(const float* from) { std::memcpy(at, from, sizeof at); }
    Channels() { std::fill_n(at, kChannels, 0.0F); }
};

void normalise(const PlainBlock& of, float epsilon, Kept& kept) {
    const float share = 1 / static_cast<float>(kept.y.batch() * kPixels);
    kept.mean.resize(of.outputs);
    kept.inverse.resize(of.outputs);
    for (std::size_t block = 0; block < of.outputs; block += kChannels) {
        const Channels scale(&of.scale[block]), shift(&of.shift[block]);
        Channels mean, inverse;
        const float* const y = &kept.y.values[block];
        eachPixel(kept.y, [&](std::size_t at) {
            for (std::size_t c = 0; c < kChannels; ++c) mean.at[c] += y[at + c];
        });
        for (float& one : mean.at) one *= share;
        eachPixel(kept.y, [&](std::size_t at) {
            for (std::size_t c = 0; c < kChannels; ++c)
                inverse.at[c] += (y[at + c] - mean.at[c]) * (y[at + c] - mean.at[c]);
        });
        for (float& one : inverse.at) one = 1 / std::sqrt(one * share + epsilon);
        float* const a = &kept.a.values[block];
        eachPixel(kept.y, [&](std::size_t at) {
            Channels made;
            for (std::size_t c = 0; c < kChannels; ++c)
                made.at[c] =
                    std::max((y[at + c] - mean.at[c]) * inverse.at[c] * scale.at[c] + shift.at[c], 0.0F);
            std::memcpy(a + at, made.at, sizeof made.at);
        });
        std::copy_n(mean.at, kChannels, &kept.mean[block]);
        std::copy_n(inverse.at, kChannels, &kept.inverse[block]);
    }
}

// The gradient of what the norm read, in place of that of what the ReLU gave; the parameters go on.
void normaliseBack(PlainBlock& of, float rate, const Kept& kept, Images& gradient) {
    const float share = 1 / static_cast<float>(kept.y.batch() * kPixels);
    for (std::size_t block = 0; block < of.outputs; block += kChannels) {
        const Channels mean(&kept.mean[block]), inverse(&kept.inverse[block]), gamma(&of.scale[block]);
        Channels scale, shift;
        const float* const y = &kept.y.values[block];
        const float* const a = &kept.a.values[block];
        float* const g = &gradient.values[block];
        eachPixel(kept.y, [&](std::size_t at) {
            for (std::size_t c = 0; c < kChannels; ++c) {
                const float z = a[at + c] > 0 ? g[at + c] : 0;
                shift.at[c] += z;
                scale.at[c] += z * (y[at + c] - mean.at[c]) * inverse.at[c];
            }
        });
        eachPixel(kept.y, [&](std::size_t at) {
            Channels made;
            for (std::size_t c = 0; c < kChannels; ++c) {
                const float z = a[at + c] > 0 ? g[at + c] : 0;
                const float n = (y[at + c] - mean.at[c]) * inverse.at[c];
                made.at[c] = gamma.at[c] * inverse.at[c] * (z - (shift.at[c] + n * scale.at[c]) * share);
            }
            std::memcpy(g + at, made.at, sizeof made.at);
        });
        for (std::size_t c = 0; c < kChannels; ++c) {
            of.scale[block + c] -= rate * scale.at[c];
            of.shift[block + c] -= rate * shift.at[c];
        }
    }
}

// Of an image: the gradients of its logits in place of them, and its loss.
float crossEntropy(std::vector<float>& logits, std::size_t label, float share) {
    const float most = *std::max_element(logits.begin(), logits.end());
    const float mine = logits[label] - most;
    float sum = 0;
    for (float& logit : logits) sum += logit = std::exp(logit - most);
    for (float& logit : logits) logit *= share / sum;
    logits[label] -= share;
    return (std::log(sum) - mine) * share;
}

// The dense layer and the loss, forward and backward; `gradient` gets that of `x`.
float denseStep(PlainConvNet& network, const Images& x, const std::vector<std::int32_t>& labels,
                Images& gradient) {
    const std::size_t classes = network.classes;
    std::vector<float> weights(network.dense.size()), logits(classes);
    float loss = 0;
    const auto eachInput = [&](std::size_t image, const auto& visit) {
        for (std::size_t pixel = 0; pixel < kPixels; ++pixel)
            for (std::size_t c = 0; c < x.channels; ++c)
                visit(x.at(image, pixel / kSide + 1, pixel % kSide + 1) + c,
                      (pixel * x.channels + c) * classes);
    };
    for (std::size_t image = 0; image < x.batch(); ++image) {
        std::fill(logits.begin(), logits.end(), 0.0F);
        eachInput(image, [&](std::size_t at, std::size_t row) {
            for (std::size_t j = 0; j < classes; ++j) logits[j] += x.values[at] * network.dense[row + j];
        });
        loss +=
            crossEntropy(logits, static_cast<std::size_t>(labels[image]), 1 / static_cast<float>(x.batch()));
        eachInput(image, [&](std::size_t at, std::size_t row) {
            float sum = 0;
            for (std::size_t j = 0; j < classes; ++j) {
                sum += logits[j] * network.dense[row + j];
                weights[row + j] += x.values[at] * logits[j];
            }
            gradient.values[at] = sum;
        });
    }
    for (std::size_t i = 0; i < weights.size(); ++i) network.dense[i] -= network.rate * weights[i];
    return loss;
}

} // namespace

float stepPlainly(PlainConvNet& network, const std::vector<float>& images,
                  const std::vector<std::int32_t>& labels) {
    const std::size_t batch = labels.size();
    std::vector<Kept> kept;
    Images first(batch, 1);
    std::size_t next = 0;
    eachPixel(first, [&](std::size_t at) { first.values[at] = images[next++]; });
    for (const PlainBlock& block : network.blocks) {
        Images x = kept.empty() ? std::move(first) : kept.back().a;
        kept.push_back({std::move(x), Images(batch, block.outputs), Images(batch, block.outputs), {}, {}});
        convolve(kept.back().x, block.weights.data(), kept.back().y);
        normalise(block, network.epsilon, kept.back());
    }
    Images gradient(batch, kept.back().a.channels);
    const float loss = denseStep(network, kept.back().a, labels, gradient);
    for (std::size_t i = network.blocks.size(); i-- > 0;) {
        PlainBlock& block = network.blocks[i];
        normaliseBack(block, network.rate, kept[i], gradient);
        const std::vector<float> weights = weightGradient(kept[i].x, gradient);
        if (i > 0) {
            Images before(batch, block.inputs);
            convolve(gradient, turned(block).data(), before);
            gradient = std::move(before);
        }
        for (std::size_t w = 0; w < weights.size(); ++w) block.weights[w] -= network.rate * weights[w];
    }
    return loss;
}

} // namespace lw::bench
