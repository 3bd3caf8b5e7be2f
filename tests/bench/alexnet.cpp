// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/alexnet_plain.h"
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/bench/onednn.h"

#include "core/network/shapes.h"
#include "core/numeric/host_copies.h"
#include "core/project/lower_network.h"
#include "core/project/strided_run.h"

#include <limits>
#include <string>

// AlexNet's first layer on the circuit that cannot stride, by mask and pooling, as `lw stride` puts it there;
// beside it oneDNN's convolution with stride 1, and mask and pooling by loops.
namespace lw::bench {

namespace {

using tensor::DType;
using tensor::Tensor;

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
    lower::striding::Lowering lowering;
    Guest guest;

    static Lowered of(const network::Network& network) {
        lower::striding::Options options;
        options.mode = lower::striding::Mode::MaskMax;
        options.keep = 0;
        auto lowering = project::lowerNetwork(network, {}, options);
        if (!lowering) giveUp(textOf(lowering.problem()));
        source::MemoryLoader loader;
        source::Files files(loader);
        lower::striding::Lowering& whole = lowering->parts.front();
        Guest guest = Guest::of(project::loadLowered(whole, "lowered", {}, loader, files), files);
        return {std::move(whole), std::move(guest)};
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

// The anchor: oneDNN's convolution with stride 1, then mask, pooling and requantisation by loops.
template <typename T, typename Sum> class Direct {
  public:
    explicit Direct(const Numbers<T, Sum>& numbers)
        : m_convolution(oneDnnConvolution({kImage, kColours, kKernel, kKernels}, numbers.image.data(),
                                          numbers.weights.data(), numbers.bias.data(), m_first.data())) {}

    std::function<void()> call() {
        if (!m_convolution) return {};
        return [this] {
            m_convolution();
            numeric::atHostLevel<maskAndPool<Sum>>(static_cast<const Sum*>(m_first.data()), m_mask.data(),
                                                   m_out.data());
            if constexpr (std::is_integral_v<T>)
                numeric::atHostLevel<requantise>(static_cast<const std::int32_t*>(m_out.data()),
                                                 m_codes.data(), m_codes.size());
        };
    }
    const std::vector<T>& result() const {
        if constexpr (std::is_integral_v<T>)
            return m_codes;
        else
            return m_out;
    }

  private:
    std::vector<Sum> m_first = std::vector<Sum>(std::size_t{kFirst} * kFirst * kKernels),
                     m_out = std::vector<Sum>(std::size_t{kOut} * kOut * kKernels);
    std::vector<std::int8_t> m_codes = std::vector<std::int8_t>(m_out.size());
    const std::vector<Sum> m_mask = maskOfStride<Sum>();
    std::function<void()> m_convolution;
};

template <typename T, typename Sum> Figure layerOf(Effort effort, const std::string& key) {
    const Numbers<T, Sum> numbers;
    const network::Network network = networkOf(numbers);
    Lowered lowered = Lowered::of(network);
    const Tensor image = Tensor::of(std::is_floating_point_v<T> ? DType::F32 : DType::I8, network.input.shape,
                                    std::span(numbers.image));
    Direct<T, Sum> direct(numbers);
    std::string note = direct.call() ? "" : kNoOneDnn;
    const auto check = [&] {
        const Meant meant = meantBy(numbers);
        const Tensor made = lowered.guest.get(lowered.nameOf(1));
        std::vector<T> got(made.count());
        for (std::size_t i = 0; i < got.size(); ++i) got[i] = made.at<T>(i);
        if (!fits(got, meant)) giveUp("AlexNet's first layer is wrong: " + key);
        // Below AVX512-VNNI oneDNN adds two int8 products into 16 bits.
        if (direct.call() && !fits(direct.result(), meant)) note = "oneDNN's sums are not exact";
    };
    Figure figure =
        measure(effort, {.key = key,
                         .unit = "MAC/s",
                         .work = double{kFirst} * kFirst * kKernel * kKernel * kColours * kKernels,
                         .candidate = [&] { lowered.guest.runToHalt(); },
                         .anchor = direct.call(),
                         .goal = 0.3,
                         .prepare =
                             [&] {
                                 lowered.guest.reset();
                                 lowered.guest.set(lowered.nameOf(network::kInput), image);
                             },
                         .check = check});
    figure.note = note;
    return figure;
}

} // namespace

std::vector<Figure> alexnetLayer(Effort effort) {
    return {layerOf<std::int8_t, std::int32_t>(effort, "alexnet1"),
            layerOf<float, float>(effort, "alexnet1_f32")};
}

} // namespace lw::bench
