// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/kinds.h"

#include <algorithm>
#include <array>

namespace lw::network {

namespace {

using Keys = std::string_view;
constexpr Keys kWindow[] = {"kernel", "weights"};
constexpr Keys kConvMore[] = {"stride", "pad", "dilation", "groups", "bias", "activation", "requant"};
constexpr Keys kTransposeMore[] = {"stride",     "pad",  "dilation",   "groups",
                                   "output_pad", "bias", "activation", "requant"};
constexpr Keys kPool[] = {"kernel"};
constexpr Keys kPoolMore[] = {"stride", "pad", "dilation", "ceil"};
constexpr Keys kAverageMore[] = {"stride", "pad", "dilation", "ceil", "count_include_pad", "requant"};
constexpr Keys kAddMore[] = {"activation", "requant", "factors"};
constexpr Keys kRequant[] = {"requant"};
constexpr Keys kNorm[] = {"scale", "shift", "mean", "variance"};
constexpr Keys kNormMore[] = {"epsilon"};
constexpr Keys kWeights[] = {"weights"};
constexpr Keys kDenseMore[] = {"bias", "activation", "requant"};
constexpr Keys kRecurrent[] = {"weights", "recurrence"};
constexpr Keys kLstmMore[] = {"bias", "recurrence_bias", "peephole", "initial_h", "initial_c", "output"};
constexpr Keys kGruMore[] = {"bias", "recurrence_bias", "initial_h", "linear_before_reset", "output"};
constexpr Keys kFactor[] = {"factor"};
constexpr Keys kBilinearMore[] = {"sampling", "pad"};
constexpr Keys kDepthMore[] = {"mode"};
constexpr Keys kBounds[] = {"low", "high"};
constexpr Keys kAxis[] = {"axis"};
constexpr Keys kAlpha[] = {"alpha"};
constexpr Keys kLrn[] = {"size", "alpha", "beta", "k"};
constexpr Keys kShape[] = {"shape"};
constexpr Keys kOrder[] = {"order"};
constexpr Keys kIndices[] = {"indices"};
constexpr Keys kTakeMore[] = {"axis", "fill"};
constexpr Keys kSelectMore[] = {"fill"};
constexpr Keys kResample[] = {"indices", "weights"};

constexpr std::array kKinds{
    KindRow{Kind::Conv, "conv", kWindow, kConvMore, 1, true,
            "convolution (cross-correlation); weights [kernel rows][kernel columns][input channels / "
            "groups][output channels]; taps in the padding are 0"},
    KindRow{Kind::ConvTranspose, "conv_transpose", kWindow, kTransposeMore, 1, true,
            "transposed convolution; the same order of the weights; `pad` is cut from the output, "
            "`output_pad` [rows, columns] added to it"},
    KindRow{Kind::MaxPool, "max_pool", kPool, kPoolMore, 1, true,
            "maximum of each window; padding never wins"},
    KindRow{
        Kind::AveragePool, "average_pool", kPool, kAverageMore, 1, true,
        "mean of each window, over the elements it covers, with `count_include_pad` also over its "
        "padding, which is 0; a second value [rows, columns, 1] says by what each window's sum is divided "
        "instead, clamped in an int8 network; with `requant` its sum, which that scales",
        2},
    KindRow{Kind::Relu, "relu", {}, {}, 1, true, "max(x, 0)"},
    KindRow{Kind::Sigmoid, "sigmoid", {}, {}, 1, false, "1 / (1 + exp(-x))"},
    KindRow{Kind::Tanh, "tanh", {}, {}, 1, false, "hyperbolic tangent"},
    KindRow{Kind::Clip,
            "clip",
            {},
            kBounds,
            1,
            false,
            "max(x, `low`), then min(of that, `high`), both float32; what is not given bounds nothing; NaN "
            "stays"},
    KindRow{Kind::LeakyRelu,
            "leaky_relu",
            kAlpha,
            {},
            1,
            false,
            "max(x, 0) + `alpha` * min(x, 0); both roundings are of float32"},
    KindRow{Kind::PRelu,
            "prelu",
            kWeights,
            {},
            1,
            false,
            "the same, with one number of `weights` for each channel, or one for all"},
    KindRow{Kind::Elu, "elu", kAlpha, {}, 1, false, "x where it is above 0, else `alpha` * (exp(x) - 1)"},
    KindRow{Kind::Exp, "exp", {}, {}, 1, false, "e to the power of x"},
    KindRow{Kind::Log, "log", {}, {}, 1, false, "natural logarithm; of numbers below 0 NaN"},
    KindRow{Kind::Add,
            "add",
            {},
            kAddMore,
            2,
            true,
            "sum of two values; an extent of 1 is repeated to that of the other; "
            "`factors` are two whole numbers by which int8 values are multiplied before"},
    KindRow{Kind::Requantise, "requantise", kRequant, {}, 1, true, "int8 or int32 as int8 of another scale"},
    KindRow{Kind::Mul, "mul", {}, kRequant, 2, true, "product of two values, which fit as those of add"},
    KindRow{Kind::Table, "table", kWeights, kRequant, 1, true,
            "of an int8 network: the number of `weights`, int32, at the place of the code: [256] from "
            "-128 on, or [256][channels]"},
    KindRow{Kind::Div,
            "div",
            {},
            {},
            2,
            false,
            "the first value divided by the second; they fit as those of add"},
    KindRow{Kind::Concat,
            "concat",
            {},
            kAxis,
            1,
            true,
            "its values one after the other along the extent `axis` (0 of rows, 1 of columns, 2 of channels; "
            "the last one unless said); the other extents are equal. In an int8 network they have one code "
            "for 0",
            kAnyNumber},
    KindRow{Kind::BatchNorm, "batch_norm", kNorm, kNormMore, 1, false,
            "(x - mean) / sqrt(variance + epsilon) * scale + shift, each of the four one number for each "
            "channel; epsilon is 1e-5 unless said"},
    KindRow{
        Kind::Lrn,
        "lrn",
        kLrn,
        {},
        1,
        false,
        "x / (`k` + `alpha` / `size` * s) ^ `beta`, with s the sum of the squares of `size` channels around "
        "it, as many of them as there are; half of what is beside it, rounded down, goes before it"},
    KindRow{Kind::Softmax,
            "softmax",
            {},
            kAxis,
            1,
            false,
            "exp(x) / sum of exp(x) along the extent `axis`, "
            "the last one unless said"},
    KindRow{Kind::LogSoftmax, "log_softmax", {}, kAxis, 1, false, "the logarithm of softmax"},
    KindRow{
        Kind::ArgMax,
        "argmax",
        {},
        kAxis,
        1,
        true,
        "which element along the extent `axis`, the last one unless said, is the largest, counted from 0, "
        "of equals the first; NaN is larger than all. The extent becomes 1; the numbers are float32, of int8 codes int32"},
    KindRow{Kind::Dense, "dense", kWeights, kDenseMore, 1, true,
            "fully connected; weights [inputs][outputs]; an image is read in its row-major order"},
    KindRow{
        Kind::Lstm, "lstm", kRecurrent, kLstmMore, 1, false,
        "reads [1, steps, features] or [steps, features], and holds h and c from step to step: i = sigmoid(W_i x + "
        "R_i h + P_i c + b_i), f the same; c = f c + i tanh(W_c x + R_c h + b_c); o = sigmoid(W_o x + R_o h + "
        "P_o c + b_o) with this c; h = o tanh(c). `weights` [features][4 hidden], `recurrence` [hidden][4 hidden] "
        "and both biases have the gates side by side in the order i, o, f, c, `peephole` [3 hidden] i, o, f. "
        "`output`: \"sequence\" (unless said) is h of every step, \"last\" h and \"cell\" c after the last, "
        "[hidden]"},
    KindRow{
        Kind::Gru, "gru", kRecurrent, kGruMore, 1, false,
        "the same with h alone: z = sigmoid(W_z x + R_z h + b_z), r the same; n = tanh(W_h x + R_h (r h) + b_h), "
        "with `linear_before_reset` tanh(W_h x + b_h + r (R_h h + its bias)); h = (1 - z) n + z h. Gates in the "
        "order z, r, h"},
    KindRow{Kind::UpsampleNearest,
            "upsample_nearest",
            kFactor,
            {},
            1,
            true,
            "each pixel becomes `factor` [rows, columns] equal ones"},
    KindRow{
        Kind::UpsampleBilinear,
        "upsample_bilinear",
        {},
        kBilinearMore,
        1,
        true,
        "twice as many rows and columns: between two neighbours two pixels, of 3/4 of the nearer one and 1/4 of "
        "the other; with `sampling` \"asymmetric\" (\"half_pixel\" unless said) each pixel, and the mean of it "
        "and the next. The edge is repeated beyond the image; `pad` is cut from the output"},
    KindRow{
        Kind::DepthToSpace, "depth_to_space", kFactor, kDepthMore, 1, true,
        "channels become `factor` [rows, columns] pixels: block by block (`mode` \"dcr\", unless said), or "
        "the pixels of a channel side by side (\"crd\")"},
    KindRow{Kind::Flatten, "flatten", {}, {}, 1, true, "an image as one row, in row-major order"},
    KindRow{Kind::Reshape,
            "reshape",
            kShape,
            {},
            1,
            true,
            "the same elements in row-major order as a value of the shape `shape`"},
    KindRow{Kind::Transpose,
            "transpose",
            kOrder,
            {},
            1,
            true,
            "extents in another order: `order` says for each one which extent it was"},
    KindRow{Kind::Take, "take", kIndices, kTakeMore, 1, true,
            "along the extent `axis` (the last one unless said) the elements that `indices` lists, from 0; "
            "-1 stands for `fill`, 0 unless said, \"-inf\" and \"inf\" for infinities"},
    KindRow{
        Kind::Resample, "resample", kResample, kAxis, 1, false,
        "along the extent `axis` (the last one unless said) sums of elements with weights [elements][taps]; "
        "`indices` lists as many for each one, from 0; added from the first tap on"},
    KindRow{
        Kind::Select,
        "select",
        {},
        kSelectMore,
        2,
        true,
        "the first value, an image, where the second, its mask [rows, columns, 1], is anything but +0, and "
        "where it is +0 the third, or else `fill`: 0 unless said, \"-inf\" and \"inf\" for infinities. In an "
        "int8 network `fill` is the nearest code",
        3},
    KindRow{Kind::Constant, "constant", kWeights, {}, 0, true, "the tensor `weights`, whatever the input"},
};

std::string listed(std::span<const std::string_view> keys) {
    std::string out;
    for (const std::string_view key : keys) ((out += out.empty() ? "`" : ", `") += key) += '`';
    return out;
}

} // namespace

std::span<const KindRow> kinds() { return kKinds; }

const KindRow& rowOf(Kind kind) {
    const auto at = static_cast<std::size_t>(kind);
    LW_ASSERT(at < kKinds.size() && kKinds[at].kind == kind, "the kinds are not in the order of their type");
    return kKinds[at];
}

const KindRow* findKind(std::string_view name) {
    const auto at =
        std::find_if(kKinds.begin(), kKinds.end(), [&](const KindRow& row) { return row.name == name; });
    return at == kKinds.end() ? nullptr : &*at;
}

std::string inputsText(const KindRow& row) {
    if (row.most != 0 && row.most != kAnyNumber)
        return std::to_string(row.inputs) + " or " + std::to_string(row.most) + " values";
    return std::to_string(row.inputs) + (row.inputs == 1 ? " value" : " values") +
           (row.most == kAnyNumber ? " or more" : "");
}

std::string kindsTable() {
    std::string out = "| kind | must have | may have | int8 | meaning |\n|---|---|---|---|---|\n";
    for (const KindRow& row : kKinds) {
        out += "| `" + std::string(row.name) + "` | " + listed(row.required) + " | " + listed(row.optional);
        out += std::string(row.int8 ? " | yes | " : " | no | ") + std::string(row.meaning) + " |\n";
    }
    return out;
}

std::optional<ValueId> findValue(const Network& network, std::string_view name) {
    if (network.input.name == name) return kInput;
    for (std::size_t i = 0; i < network.layers.size(); ++i)
        if (network.layers[i].name == name) return i + 1;
    return std::nullopt;
}

} // namespace lw::network
