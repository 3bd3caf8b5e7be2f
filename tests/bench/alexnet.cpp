// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/onednn.h"

#include "core/network/shapes.h"
#include "core/numeric/host_copies.h"
#include "core/project/lower_network.h"
#include "core/project/lowered_program.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

// AlexNet's first layer on the circuit that cannot stride, by mask and pooling, as `lw stride` puts it there;
// beside it oneDNN's convolution with stride 1, and mask and pooling by loops.
namespace lw::bench {

namespace {

using tensor::DType;
using tensor::Tensor;

constexpr std::uint32_t kImage = 227, kColours = 3, kKernel = 11, kStride = 4, kKernels = 96,
                        kFirst = kImage - kKernel + 1, kOut = (kFirst - 1) / kStride + 1;
constexpr std::uint32_t kShift = 12; // of requantisation

template <typename T, typename Sum> struct Numbers {
    std::vector<T> image, weights;
    std::vector<Sum> bias;

    Numbers() {
        std::mt19937 random(7);
        const auto fill = [&](auto& values, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                const auto word = static_cast<std::int32_t>(random());
                using Value = typename std::decay_t<decltype(values)>::value_type;
                if constexpr (std::is_floating_point_v<Value>)
                    values.push_back(std::ldexp(static_cast<float>(word), -31));
                else
                    values.push_back(static_cast<Value>(word >> 24));
            }
        };
        fill(image, std::size_t{kImage} * kImage * kColours);
        fill(weights, std::size_t{kKernel} * kKernel * kColours * kKernels);
        fill(bias, kKernels);
    }
};

template <typename T, typename Sum> network::Network networkOf(const Numbers<T, Sum>& numbers) {
    constexpr bool kIsFloat = std::is_floating_point_v<T>;
    network::Layer layer;
    layer.name = "conv1";
    layer.kind = network::Kind::Conv;
    layer.inputs = {network::kInput};
    layer.kernel = {kKernel, kKernel};
    layer.stride = {kStride, kStride};
    layer.activation = network::Activation::Relu;
    layer.weights = Tensor::of(kIsFloat ? DType::F32 : DType::I8, {kKernel, kKernel, kColours, kKernels},
                               std::span(numbers.weights));
    layer.bias = Tensor::of(kIsFloat ? DType::F32 : DType::I32, {kKernels}, std::span(numbers.bias));
    if (!kIsFloat) layer.requant = network::Requant{1, kShift, 0};
    network::Network network;
    network.name = "alexnet1";
    network.precision = kIsFloat ? network::Precision::F32 : network::Precision::I8;
    network.input.shape = {kImage, kImage, kColours};
    network.layers = {layer};
    network.outputs = {1};
    if (const auto done = network::inferShapes(network); !done) giveUp(textOf(done.problem()));
    return network;
}

// The program with nothing stored that is only looked at.
struct Lowered {
    lower::Lowering lowering;
    Guest guest;

    static Lowered of(const network::Network& network) {
        lower::Options options;
        options.mode = lower::Mode::MaskMax;
        options.keep = 0;
        auto lowering = project::lowerNetwork(network, {}, options);
        if (!lowering) giveUp(textOf(lowering.problem()));
        source::MemoryLoader loader;
        source::Files files(loader);
        Guest guest = Guest::of(project::loadLowered(*lowering, "lowered", {}, loader, files), files);
        return {*std::move(lowering), std::move(guest)};
    }
    const std::string& nameOf(network::ValueId value) const { return lowering.plan.hostNames[value]; }
};

// The largest masked element of each window of the first tensor.
template <typename Sum>
[[gnu::always_inline]] inline void maskAndPool(const Sum* first, const Sum* mask, Sum* out) {
    for (std::uint32_t row = 0; row < kOut; ++row)
        for (std::uint32_t column = 0; column < kOut; ++column, out += kKernels) {
            const std::uint32_t top = row * kStride, left = column * kStride;
            for (std::uint32_t n = 0; n < kKernels; ++n) out[n] = std::numeric_limits<Sum>::lowest();
            for (std::uint32_t y = top; y < std::min(top + kStride, kFirst); ++y)
                for (std::uint32_t x = left; x < std::min(left + kStride, kFirst); ++x) {
                    const Sum* pixel = first + (std::size_t{y} * kFirst + x) * kKernels;
                    const Sum factor = mask[y * kFirst + x];
                    for (std::uint32_t n = 0; n < kKernels; ++n)
                        out[n] = pixel[n] * factor > out[n] ? pixel[n] * factor : out[n];
                }
        }
}

template <typename Sum> std::vector<Sum> maskOfStride() {
    std::vector<Sum> mask(std::size_t{kFirst} * kFirst);
    for (std::uint32_t y = 0; y < kFirst; y += kStride)
        for (std::uint32_t x = 0; x < kFirst; x += kStride) mask[y * kFirst + x] = 1;
    return mask;
}

// Half to even; the sums are far from the ends of int32.
[[gnu::always_inline]] inline void requantise(const std::int32_t* sums, std::int8_t* codes,
                                              std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t down = sums[i] >> kShift;
        const std::int32_t rounded = (sums[i] + (1 << (kShift - 1)) - 1 + (down & 1)) >> kShift;
        codes[i] = static_cast<std::int8_t>(std::min(rounded, 127));
    }
}

void compare(const Tensor& got, const std::vector<std::int32_t>& wanted,
             const Numbers<std::int8_t, std::int32_t>&) {
    std::vector<std::int8_t> codes(wanted.size());
    requantise(wanted.data(), codes.data(), codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (got.at<std::int8_t>(i) != codes[i]) giveUp("AlexNet's first layer is wrong");
}

// The libraries add in another order: each sum is within k half steps of the sum of the magnitudes, whatever
// the order (Higham, Accuracy and Stability of Numerical Algorithms, 3.1); max and relu keep that.
void compare(const Tensor& got, const std::vector<float>& wanted, const Numbers<float, float>& numbers) {
    constexpr std::uint32_t kTaps = kKernel * kKernel * kColours;
    constexpr double kBound = 2.0 * (kTaps + 1) * 0.5 * std::numeric_limits<float>::epsilon();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::size_t n = i % kKernels, column = i / kKernels % kOut * kStride,
                          row = i / kKernels / kOut * kStride;
        double magnitude = std::abs(numbers.bias[n]);
        for (std::size_t y = 0; y < kKernel; ++y)
            for (std::size_t x = 0; x < kKernel * kColours; ++x)
                magnitude += std::abs(double{numbers.image[((row + y) * kImage + column) * kColours + x]} *
                                      numbers.weights[(y * kKernel * kColours + x) * kKernels + n]);
        if (!(std::abs(double{got.at<float>(i)} - wanted[i]) <= kBound * magnitude))
            giveUp("AlexNet's first layer is wrong in float32");
    }
}

template <typename T, typename Sum> Figure layerOf(const std::string& key) {
    const Numbers<T, Sum> numbers;
    const network::Network network = networkOf(numbers);
    Lowered lowered = Lowered::of(network);
    const Tensor image = Tensor::of(std::is_floating_point_v<T> ? DType::F32 : DType::I8, network.input.shape,
                                    std::span(numbers.image));
    const auto prepare = [&] {
        lowered.guest.reset();
        lowered.guest.set(lowered.nameOf(network::kInput), image);
    };
    std::vector<Sum> first(std::size_t{kFirst} * kFirst * kKernels), out(std::size_t{kOut} * kOut * kKernels);
    std::vector<std::int8_t> codes(out.size());
    const std::vector<Sum> mask = maskOfStride<Sum>();
    const auto convolution = oneDnnConvolution({kImage, kColours, kKernel, kKernels}, numbers.image.data(),
                                               numbers.weights.data(), numbers.bias.data(), first.data());
    const auto direct = [&] {
        convolution();
        numeric::atHostLevel<maskAndPool<Sum>>(static_cast<const Sum*>(first.data()), mask.data(),
                                               out.data());
        if constexpr (std::is_integral_v<T>)
            numeric::atHostLevel<requantise>(static_cast<const std::int32_t*>(out.data()), codes.data(),
                                             codes.size());
    };
    prepare();
    lowered.guest.runToHalt();
    direct();
    compare(lowered.guest.get(lowered.nameOf(1)), out, numbers);
    return measure({.key = key,
                    .unit = "MAC/s",
                    .work = double{kFirst} * kFirst * kKernel * kKernel * kColours * kKernels,
                    .candidate = [&] { lowered.guest.runToHalt(); },
                    .anchor = direct,
                    .goal = 0.3,
                    .prepare = prepare});
}

} // namespace

std::vector<Figure> alexnetLayer() {
    if (!hasOneDnn()) {
        std::fprintf(stderr, "alexnet1: oneDNN is not installed, so there is no ratio\n");
        return {};
    }
    return {layerOf<std::int8_t, std::int32_t>("alexnet1"), layerOf<float, float>("alexnet1_f32")};
}

} // namespace lw::bench
