// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/place.h"
#include "core/base/problem.h"
#include "core/network/training.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A neural network as a value: layers in an order in which each can be computed from the ones before it.
namespace lw::network {

enum class Kind : std::uint8_t {
    Conv,
    ConvTranspose,
    MaxPool,
    AveragePool,
    Relu,
    Sigmoid,
    Tanh,
    Clip,
    LeakyRelu,
    PRelu,
    Elu,
    Exp,
    Log,
    Add,
    Requantise,
    Mul,
    Table,
    Div,
    Concat,
    BatchNorm,
    Lrn,
    Softmax,
    LogSoftmax,
    ArgMax,
    Dense,
    Lstm,
    Gru,
    UpsampleNearest,
    UpsampleBilinear,
    DepthToSpace,
    Flatten,
    Reshape,
    Transpose,
    Take,
    Resample,
    Select,
    Constant,
};

// Applied to a layer's sums after the bias, before requantisation.
enum class Activation : std::uint8_t { None, Relu, Sigmoid, Tanh };

// Where the pixels of an upsampled image are between those that are read: symmetrically, or so that the first
// of each block is one of them.
enum class Sampling : std::uint8_t { HalfPixel, Asymmetric };
// The order of the channels in depth_to_space: for each pixel all of them, or for each of them all
// pixels.
enum class DepthOrder : std::uint8_t { Dcr, Crd };

// What an lstm or gru gives: what it holds after every step, or only after the last one; an lstm can also
// give its cell then.
enum class RecurrentOutput : std::uint8_t { Sequence, Last, Cell };

// The arithmetic of the network: float32, or int8 with int32 sums.
enum class Precision : std::uint8_t { F32, I8 };

// How convolutions are computed in training steps of the training chip: as one product per tap, shifted
// against each other, or, where taps are side by side (taps_in_lanes.h), as a single one. Automatic: decided
// by cost when a program is made; until then shifted.
enum class Convolution : std::uint8_t { Automatic, Shifted, Im2col };
inline constexpr std::string_view kConvolutionNames[] = {"auto", "shifted", "im2col"};
inline std::string_view nameOf(Convolution convolution) {
    return kConvolutionNames[static_cast<std::size_t>(convolution)];
}

// Rows and columns, in this order in every file.
struct Pair {
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
    bool operator==(const Pair&) const = default;
};
struct Padding {
    std::uint32_t top = 0, bottom = 0, left = 0, right = 0;
    bool operator==(const Padding&) const = default;
};

// multiplier / 2^shift
struct Factor {
    std::int32_t multiplier = 1; // above 0
    std::uint32_t shift = 0;     // 0 to 62
    bool operator==(const Factor&) const = default;
};

// q = clamp(zero + round(x * factor), -128, 127), rounding half to even, exact in 64 bits.
struct Requant {
    Requant() = default;
    Requant(std::int32_t multiplier, std::uint32_t shift, std::int32_t zeroCode)
        : factors{{multiplier, shift}}, zero(zeroCode) {}

    std::vector<Factor> factors{Factor{}}; // one for all, or one for each output channel
    std::int32_t zero = 0;                 // an int8: the code for 0
    std::optional<float> step{};           // the value of one code step, where known

    bool isByChannel() const { return factors.size() != 1; }
    const Factor& of(std::uint64_t channel) const { return factors[isByChannel() ? channel : 0]; }
    bool operator==(const Requant&) const = default;
};

// A value is what a layer reads: number 0 is the network's input, number i + 1 is computed by layer i. Images
// are [rows, columns, channels], lists have one extent, and only reshapes make others; the batch is not part
// of a network.
using ValueId = std::size_t;
inline constexpr ValueId kInput = 0;

inline constexpr std::int64_t kFill = -1;      // an index of take
inline constexpr std::size_t kMostExtents = 8; // of a value
inline constexpr std::uint64_t kCodes = 256;   // of int8, from -128 on
inline constexpr float kNoBound = std::numeric_limits<float>::infinity();

// What lstm and gru have besides weights and bias. Gates are side by side in ONNX's order: i, o, f, c for an
// lstm; z, r, h for a gru.
struct Recurrent {
    tensor::Tensor weights;                   // [hidden][gates * hidden]: for what it held one step before
    std::optional<tensor::Tensor> bias{};     // [gates * hidden]
    std::optional<tensor::Tensor> peephole{}; // lstm: [3 * hidden], of i, o and f
    std::optional<tensor::Tensor> initialHidden{}, initialCell{}; // [hidden]; none: 0
    RecurrentOutput output{};
    bool linearBeforeReset = false; // gru: r multiplies the product of h, not h itself
};

struct Layer {
    std::string name; // also of the value it computes
    Kind kind = Kind::Relu;
    std::vector<ValueId> inputs;

    // conv, conv_transpose, max_pool, average_pool
    Pair kernel;
    Pair stride;
    Padding pad; // cut from the output, in conv_transpose and upsample_bilinear
    Pair dilation;
    std::uint32_t groups = 1;               // conv, conv_transpose
    Pair outputPadding{0, 0};               // conv_transpose
    bool ceil = false;                      // pools: a partial window at the end counts
    bool countIncludePad = false;           // average_pool
    Pair factor;                            // upsample_nearest, depth_to_space
    Sampling sampling{};                    // upsample_bilinear
    DepthOrder depthOrder{};                // depth_to_space
    double epsilon = 1e-5;                  // batch_norm
    float low = -kNoBound, high = kNoBound; // clip
    float alpha = 1;                        // leaky_relu, elu, lrn
    float beta = 1, k = 1;                  // lrn
    std::uint32_t size = 1;                 // lrn: channels that are summed
    std::optional<std::uint32_t>
        axis{};               // concat, softmax, take, resample: of the extents here; none: the last
    tensor::Shape newShape{}; // reshape
    std::vector<std::uint32_t> order{};       // transpose: for each extent which one of the input's
    std::vector<std::int64_t> indices{};      // take, resample: which elements along the axis; kFill: none
    float fill = 0;                           // take, select: the value where none is taken
    Activation activation = Activation::None; // conv, conv_transpose, dense, add
    std::optional<Requant>
        requant{}; // the same four, requantise, mul, table, average_pool, in an int8 network
    std::vector<std::int32_t> factors{}; // add, in an int8 network: of each value; none: 1
    std::string activationLayer;         // the one folded into this layer (fold_activations.h), or empty

    // conv, conv_transpose: [kernel rows][kernel columns][input channels / groups][output channels];
    // dense: [inputs][outputs]; lstm, gru: [features][gates * hidden];
    // prelu: [1] or [channels]; resample: [elements][taps]; table: int32, [codes]
    // or [codes][channels]; constant: the value.
    tensor::Tensor weights;
    std::optional<tensor::Tensor> bias{}; // [output channels]; float32, or int32 of an int8 network
    Recurrent recurrent{};                // lstm, gru
    // batch_norm, each [channels], float32: (x - mean) / sqrt(variance + epsilon) * scale + shift
    tensor::Tensor scale, shift, mean, variance;
    // In a network with `training`: the file gives no weights (of batch_norm none of the four); they begin as
    // initial_weights.h says. conv and dense say how many channels they make.
    bool isInitial = false;
    std::uint32_t channels = 0;

    // Known after inferShapes().
    tensor::Shape shape;
    tensor::DType dtype = tensor::DType::F32; // F32; of an int8 network I8, or I32 where nothing requantises
    std::int32_t zero = 0;                    // I8: the code for 0
    std::optional<float> step{};              // I8: the value of one code step, where known

    Place place; // in the file, for messages
};

// What is done to the bytes p of a picture: (p - mean) * scale. One number, one for each channel, or none.
struct Normalise {
    std::vector<float> mean, scale;
    bool operator==(const Normalise&) const = default;
};

struct Input {
    std::string name = "x";
    tensor::Shape shape;
    std::int32_t zero = 0;       // int8: the code for 0
    std::optional<float> step{}; // int8: the value of one code step; numbers are quantised by it
    bool isUnsigned = false;     // int8: bytes of the input are codes, shifted by 128
    // Bounds of every element, if the file gives them.
    std::optional<std::pair<double, double>> range{};
    Place place;
    Normalise normalise{};
    bool isChannelsFirst = false; // in the file that the network was read from
};

struct Network {
    std::string name;
    Precision precision = Precision::F32;
    Input input;
    std::vector<Layer> layers;                      // each reads only values before its own
    std::vector<ValueId> outputs;                   // at least one
    std::optional<Training> training{};             // how it is trained, if the file says so; float32 only
    Convolution convolution = Convolution::Shifted; // of its training steps
    std::vector<std::string> labels{}; // of the elements of the first output, if a file names them
    std::vector<Problem> warnings{};   // from whoever read it
};

inline const std::string& nameOf(const Network& network, ValueId value) {
    return value == kInput ? network.input.name : network.layers[value - 1].name;
}
inline const tensor::Shape& shapeOf(const Network& network, ValueId value) {
    return value == kInput ? network.input.shape : network.layers[value - 1].shape;
}
// For a value of this network: F32, I8 or I32.
inline tensor::DType dtypeOf(const Network& network, ValueId value) {
    if (value != kInput) return network.layers[value - 1].dtype;
    return network.precision == Precision::F32 ? tensor::DType::F32 : tensor::DType::I8;
}
inline std::int32_t zeroOf(const Network& network, ValueId value) {
    return value == kInput ? network.input.zero : network.layers[value - 1].zero;
}
inline std::optional<float> stepOf(const Network& network, ValueId value) {
    return value == kInput ? network.input.step : network.layers[value - 1].step;
}
// If it is the same for all these values; constants are in codes of the others.
inline std::optional<float> stepOfAll(const Network& network, const std::vector<ValueId>& values) {
    std::optional<std::optional<float>> out;
    for (const ValueId id : values) {
        if (id != kInput && network.layers[id - 1].kind == Kind::Constant) continue;
        if (!out) out = stepOf(network, id);
        if (*out != stepOf(network, id)) return std::nullopt;
    }
    return out.value_or(std::nullopt);
}
// The extent along which a layer works: its `axis`, or the last one of its value.
inline std::size_t axisOf(const Layer& layer) { return layer.axis ? *layer.axis : layer.shape.size() - 1; }
// The value of this name, if there is one.
std::optional<ValueId> findValue(const Network& network, std::string_view name);

} // namespace lw::network
