// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/network/exports.h"

namespace lw::test::onnx {

namespace {

using Writer = ExportWriter;
using Value = std::string;

// 1x1 to more channels, one filter for each of them, 1x1 to fewer, and what came in where it fits.
Value invertedResidual(Writer& w, const Value& x, std::int64_t in, std::int64_t out, std::int64_t stride,
                       Value (*activation)(Writer&, const Value&),
                       Value (*gate)(Writer&, const Value&, std::int64_t)) {
    const std::int64_t wide = 2 * in;
    Value y = activation(w, w.conv(x, in, wide, {}));
    y = activation(w, w.conv(y, wide, wide, {3, stride, 1, wide}));
    if (gate) y = gate(w, y, wide);
    y = w.conv(y, wide, out, {});
    return stride == 1 && in == out ? w.node("Add", {x, y}) : y;
}
Value relu6(Writer& w, const Value& x) { return w.relu6(x); }
Value hardSwish(Writer& w, const Value& x) { return w.hardSwish(x); }
Value silu(Writer& w, const Value& x) { return w.silu(x); }
Value hardGate(Writer& w, const Value& x, std::int64_t channels) {
    const Value squeezed = w.relu(w.conv(w.node("GlobalAveragePool", {x}), channels, 4, {}));
    return w.node("Mul", {w.hardSigmoid(w.conv(squeezed, 4, channels, {})), x});
}
Value siluGate(Writer& w, const Value& x, std::int64_t channels) {
    const Value squeezed = w.silu(w.conv(w.mean(x, true), channels, 4, {}));
    return w.node("Mul", {x, w.node("Sigmoid", {w.conv(squeezed, 4, channels, {})})});
}
template <typename Block>
Value mobile(Writer& w, Value (*activation)(Writer&, const Value&), const Block& block) {
    Value x = activation(w, w.conv("x", 3, 8, {3, 2, 1}));
    x = block(x, 8, 12, 2);
    x = block(x, 12, 12, 1);
    x = activation(w, w.conv(x, 12, 16, {}));
    return w.linear(w.flatten(w.node("GlobalAveragePool", {x})), 16, 10);
}
Value mobileNet2(Writer& w) {
    return mobile(w, relu6, [&](const Value& x, auto in, auto out, auto stride) {
        return invertedResidual(w, x, in, out, stride, relu6, nullptr);
    });
}
Value mobileNet3(Writer& w) {
    return mobile(w, hardSwish, [&](const Value& x, auto in, auto out, auto stride) {
        return invertedResidual(w, x, in, out, stride, hardSwish, hardGate);
    });
}
Value efficientNet(Writer& w) {
    return mobile(w, silu, [&](const Value& x, auto in, auto out, auto stride) {
        return invertedResidual(w, x, in, out, stride, silu, siluGate);
    });
}

// BatchNorm2d that was not folded, and x.view(x.size(0), -1).
Value resNet(Writer& w) {
    Value x = w.maxPool(w.relu(w.batchNorm(w.conv("x", 3, 8, {5, 2, 2}), 8)), {3, 2, 1});
    for (const std::int64_t stride : {1, 2}) {
        const std::int64_t out = 8 * stride, in = 8;
        Value y = w.relu(w.batchNorm(w.conv(x, in, out, {3, stride, 1}), out));
        y = w.batchNorm(w.conv(y, out, out, {3, 1, 1}), out);
        x = w.relu(w.node("Add", {y, stride == 1 ? x : w.batchNorm(w.conv(x, in, out, {1, 2}), out)}));
    }
    x = w.node("GlobalAveragePool", {x});
    return w.linear(w.view(x, {w.size(x, 0), w.integer(-1)}), 16, 10);
}
// view() of a picture with pixels: the weights after it see the file's order.
Value flattened(Writer& w) {
    const Value x = w.relu(w.conv("x", 3, 4, {3, 2, 1}));
    return w.linear(w.view(x, {w.size(x, 0), w.integer(-1)}), 4 * 8 * 8, 5);
}

template <typename Up> Value uNet(Writer& w, const Up& up) {
    const Value top = w.relu(w.conv("x", 3, 6, {3, 1, 1}));
    const Value deep = w.relu(w.conv(w.maxPool(top, {2, 2}), 6, 8, {3, 1, 1}));
    const Value joined = w.concat({up(deep, top), top});
    return w.conv(w.relu(w.conv(joined, 14, 6, {3, 1, 1})), 6, 2, {});
}
Value uNetTransposed(Writer& w) {
    return uNet(w, [&](const Value& x, const Value&) { return w.convTranspose(x, 8, 8, {2, 2}); });
}
Value uNetNearest(Writer& w) {
    return uNet(w, [&](const Value& x, const Value&) { return w.resize(x, "nearest", "asymmetric", 2); });
}
Value uNetNearestLike(Writer& w) {
    return uNet(
        w, [&](const Value& x, const Value& top) { return w.resizeLike(x, "nearest", "asymmetric", top); });
}
Value uNetLinear(Writer& w) {
    return uNet(w,
                [&](const Value& x, const Value&) { return w.resize(x, "linear", "pytorch_half_pixel", 2); });
}
Value uNetLinearLike(Writer& w) {
    return uNet(
        w, [&](const Value& x, const Value& top) { return w.resizeLike(x, "linear", "half_pixel", top); });
}
Value uNetCorners(Writer& w) {
    return uNet(w, [&](const Value& x, const Value&) { return w.resize(x, "linear", "align_corners", 2); });
}

// Kernels with gaps, beside the mean of the whole picture that is spread over it again.
Value deepLab(Writer& w) {
    const Value x = w.relu(w.conv("x", 3, 8, {3, 2, 1}));
    const Value near = w.relu(w.conv(x, 8, 6, {}));
    const Value far = w.relu(w.conv(x, 8, 6, {3, 1, 2, 1, 2})),
                farther = w.relu(w.conv(x, 8, 6, {3, 1, 4, 1, 4}));
    const Value all = w.relu(w.conv(w.node("GlobalAveragePool", {x}), 8, 6, {}));
    const Value joined = w.concat({near, far, farther, w.resizeLike(all, "linear", "half_pixel", x)});
    return w.resizeLike(w.conv(joined, 24, 4, {}), "linear", "half_pixel", "x");
}
Value dilated(Writer& w) {
    const Value x = w.relu(w.conv("x", 3, 8, {3, 2, 1}));
    const Value far = w.relu(w.conv(x, 8, 6, {3, 1, 2, 1, 2})),
                farther = w.relu(w.conv(x, 8, 6, {3, 2, 4, 2, 4}));
    return w.concat({w.maxPool(far, {3, 2, 1}), farther});
}

// Patches of a picture as rows of a matrix, and a layer for each of them.
Value patches(Writer& w) {
    const Value x = w.conv("x", 3, 12, {4, 4});
    const Value list = w.transpose(w.view(x, {w.size(x, 0), w.integer(12), w.integer(-1)}), {0, 2, 1});
    const Value moved = w.node("Add", {list, w.weights({1, 16, 12}, 0.2f)});
    return w.node("Add", {w.node("MatMul", {moved, w.weights({12, 10}, 0.5f)}), w.weights({10}, 0.1f)});
}
Value normalisedPatches(Writer& w) {
    return w.node("LayerNormalization", {patches(w), w.weights({10}, 0.5f, 1), w.weights({10}, 0.1f)},
                  integerAttribute("axis", -1) + realAttribute("epsilon", 1e-6f));
}

// Half of the channels is computed, then channels are dealt out anew.
Value shuffleNet(Writer& w) {
    const Value x = w.relu(w.conv("x", 3, 8, {3, 2, 1}));
    const std::vector<Value> halves = w.halves(x, 4);
    const Value y = w.conv(w.relu(w.conv(halves[1], 4, 4, {})), 4, 4, {3, 1, 1, 4});
    const Value all = w.concat({halves[0], w.relu(w.conv(y, 4, 4, {}))});
    const Value batch = w.size(all, 0), rows = w.size(all, 2), columns = w.size(all, 3);
    const Value grouped = w.view(all, {batch, w.integer(2), w.integer(4), rows, columns});
    const Value dealt = w.view(w.transpose(grouped, {0, 2, 1, 3, 4}), {batch, w.integer(-1), rows, columns});
    return w.linear(w.mean(w.conv(dealt, 8, 5, {3, 2, 1}), false), 5, 3);
}

// Every second pixel as a channel, pools beside each other, a finer picture beside a coarser one.
Value yolo(Writer& w) {
    constexpr std::int64_t kEnd = 0x7fffffffffffffff;
    const auto corner = [&](std::int64_t row, std::int64_t column) {
        return w.slice(w.slice("x", 2, row, kEnd, 2), 3, column, kEnd, 2);
    };
    const Value fine =
        w.silu(w.conv(w.concat({corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)}), 12, 8, {3, 1, 1}));
    const Value coarse = w.silu(w.conv(fine, 8, 8, {3, 2, 1}));
    const Value pools = w.concat({coarse, w.maxPool(coarse, {3, 1, 1}), w.maxPool(coarse, {5, 1, 2})});
    const Value joined = w.concat({w.resize(w.conv(pools, 24, 8, {}), "nearest", "asymmetric", 2), fine});
    const Value raw = w.conv(joined, 16, 2 * 5, {});
    return w.node("Sigmoid", {w.transpose(w.reshape(raw, w.integers({1, 2, 5, 8, 8})), {0, 1, 3, 4, 2})});
}

// What comes before, between and after: normalised input, padding of its own, slopes, averages,
// probabilities.
Value padded(Writer& w) {
    const Value x = w.node(
        "Div", {w.node("Sub", {"x", w.weights({1, 3, 1, 1}, 0.2f)}), w.weights({1, 3, 1, 1}, 0.1f, 1)});
    const Value y = w.node("LeakyRelu", {w.conv(w.pad(x, "reflect", {2, 1, 1, 2}), 3, 6, {4, 2})},
                           realAttribute("alpha", 0.1f));
    const Value z =
        w.node("PRelu", {w.conv(w.pad(y, "constant", {1, 1, 1, 1}), 6, 6, {3}), w.weights({6, 1, 1}, 0.5f)});
    const Value pooled = w.averagePool(w.pad(z, "constant", {1, 1, 1, 1}), {3, 2});
    return w.node("LogSoftmax", {w.linear(w.flatten(pooled), 6 * 4 * 4, 7)}, integerAttribute("axis", 1));
}
Value pooled(Writer& w) {
    const Value x = w.relu(w.conv("x", 3, 6, {3, 1, 1}));
    return w.concat({w.averagePool(x, {3, 2, 1}), w.maxPool(x, {2, 2}, true)});
}

struct Kind {
    const char* name;
    Value (*make)(Writer&);
    std::int64_t batch; // -1: of any size
    std::vector<std::uint64_t> versions;
};
const std::vector<Kind> kKinds{{"MobileNet v2", mobileNet2, 1, {11, 13, 17}},
                               {"MobileNet v3", mobileNet3, 1, {11, 13, 17}},
                               {"EfficientNet", efficientNet, -1, {11, 17, 18}},
                               {"ResNet", resNet, -1, {11, 13, 17}},
                               {"view of a picture", flattened, -1, {11, 13, 17}},
                               {"U-Net, transposed", uNetTransposed, -1, {11, 17}},
                               {"U-Net, nearest", uNetNearest, -1, {11, 13, 18}},
                               {"U-Net, nearest to a size", uNetNearestLike, -1, {11, 13, 17}},
                               {"U-Net, linear", uNetLinear, 1, {11, 13}},
                               {"U-Net, linear to a size", uNetLinearLike, -1, {13, 18}},
                               {"U-Net, corners", uNetCorners, 1, {11, 17}},
                               {"DeepLab", deepLab, -1, {13, 17}},
                               {"dilations", dilated, 1, {11, 17}},
                               {"patches", patches, -1, {13, 17}},
                               {"patches, normalised", normalisedPatches, -1, {17}},
                               {"ShuffleNet v2", shuffleNet, -1, {11, 13, 18}},
                               {"YOLO", yolo, 1, {11, 17}},
                               {"padded", padded, 1, {11, 13, 17}},
                               {"pooled", pooled, 1, {11, 17}}};

} // namespace

std::vector<Export> exports() {
    constexpr std::int64_t kBatch = 2; // of files that leave it open
    std::vector<Export> out;
    for (const Kind& kind : kKinds)
        for (const std::uint64_t version : kind.versions) {
            Writer writer(version, {kind.batch, 3, 16, 16});
            const Value output = kind.make(writer);
            out.push_back({kind.name + std::string(", ") + std::to_string(version),
                           writer.model({output}),
                           {kind.batch < 0 ? kBatch : kind.batch, 3, 16, 16}});
        }
    return out;
}

} // namespace lw::test::onnx
