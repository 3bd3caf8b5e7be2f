// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reach.h"

#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/messages.h"
#include "core/network/outputs.h"

#include <algorithm>
#include <iterator>

namespace lw::network {

std::int64_t Reach::size(std::int64_t read) const {
    const Axis axis{read, kernel, stride, dilation, before, after};
    switch (how) {
    case How::Same: return read;
    case How::Window: return axis.windows(ceil);
    case How::Spread: return transposedSize(axis, extra);
    }
    return 0;
}

namespace {

Reach windowOf(const Layer& layer, Direction direction, Reach::How how) {
    const bool isRows = direction == Direction::Rows;
    const auto of = [&](const Pair& pair) { return std::int64_t{isRows ? pair.rows : pair.columns}; };
    return {.how = how,
            .kernel = of(layer.kernel),
            .stride = of(layer.stride),
            .dilation = of(layer.dilation),
            .before = isRows ? layer.pad.top : layer.pad.left,
            .after = isRows ? layer.pad.bottom : layer.pad.right,
            .extra = how == Reach::How::Spread ? of(layer.outputPadding) : 0,
            .ceil = layer.ceil};
}

// Of a value that is an image.
bool isImage(const Network& network, ValueId id) { return shapeOf(network, id).size() == 3; }

constexpr const char* kOfConstant = "it reads a constant, and gives another one at the borders";

// Why an element of what the layer computes may depend on all of an image; empty: it does not. `inputs` are
// the layer's without constants.
std::string whyGlobal(const Network& network, const Layer& layer, const std::vector<ValueId>& inputs) {
    for (const ValueId id : inputs)
        if (!isImage(network, id)) return "what it reads is no image";
    switch (layer.kind) {
    case Kind::Dense: return "each of its numbers is a sum over the whole image";
    case Kind::Softmax:
    case Kind::LogSoftmax:
        return axisOf(layer) == 2
                   ? ""
                   : "it divides by a sum along " + std::string(axisOf(layer) == 0 ? "rows" : "columns");
    case Kind::Concat:
        return axisOf(layer) == 2
                   ? ""
                   : "it puts images beside each other, so that sizes decide what stands where";
    case Kind::Take: return axisOf(layer) == 2 ? "" : "it takes rows or columns by their number";
    case Kind::Resample: return "it resizes to a size that its file states";
    case Kind::Flatten:
    case Kind::Reshape: return "it makes something else than an image of it";
    case Kind::Transpose: return "it changes what rows and columns are";
    case Kind::Conv:
    case Kind::ConvTranspose: return inputs.empty() ? kOfConstant : "";
    case Kind::MaxPool:
    case Kind::AveragePool: {
        if (inputs.empty()) return kOfConstant;
        const tensor::Shape& image = shapeOf(network, inputs[0]);
        const bool isAll = layer.kernel.rows == image[0] && layer.kernel.columns == image[1] &&
                           layer.shape[0] == 1 && layer.shape[1] == 1;
        return isAll ? "its window is the whole image" : "";
    }
    default: return {};
    }
}

Reach reachOf(const Layer& layer, Direction direction) {
    switch (layer.kind) {
    case Kind::Conv:
    case Kind::MaxPool:
    case Kind::AveragePool: return windowOf(layer, direction, Reach::How::Window);
    case Kind::ConvTranspose: return windowOf(layer, direction, Reach::How::Spread);
    case Kind::UpsampleNearest:
    case Kind::DepthToSpace: {
        const std::int64_t factor = direction == Direction::Rows ? layer.factor.rows : layer.factor.columns;
        return {.how = Reach::How::Spread, .kernel = factor, .stride = factor};
    }
    // The edge that is repeated beyond the image is no padding: two pixels come out for each one.
    case Kind::UpsampleBilinear: {
        const bool isHalf = layer.sampling == Sampling::HalfPixel;
        const std::int64_t low = direction == Direction::Rows ? layer.pad.top : layer.pad.left,
                           high = direction == Direction::Rows ? layer.pad.bottom : layer.pad.right;
        return {.how = Reach::How::Spread,
                .kernel = isHalf ? 4 : 3,
                .stride = 2,
                .before = 1 + low,
                .after = (isHalf ? 1 : 0) + high};
    }
    default: return {};
    }
}

// A constant that is the same for all pixels.
bool isEverywhere(const Layer& constant) {
    const tensor::Shape& shape = constant.shape;
    return shape.size() <= 1 || (shape.size() == 3 && shape[0] == 1 && shape[1] == 1);
}

} // namespace

LocalPart localPartOf(const Network& network, Direction direction) {
    LocalPart out;
    const auto refuse = [&](const Layer& layer, const std::string& why) {
        out.refused = {
            &messages::kNotLocal, {std::string(nameOf(layer.kind)), layer.name, why}, layer.place, {}, {}};
    };
    std::vector<bool> isConstant(network.layers.size() + 1);
    for (std::size_t i = 0; i < network.layers.size() && !out.refused; ++i) {
        const Layer& layer = network.layers[i];
        std::vector<ValueId> inputs = layer.inputs; // without the constants that it reads
        std::erase_if(inputs, [&](ValueId id) { return isConstant[id]; });
        isConstant[i + 1] = inputs.empty();
        if (layer.kind == Kind::Constant && !isEverywhere(layer))
            refuse(layer, "its numbers differ from pixel to pixel");
        else if (const std::string why = whyGlobal(network, layer, inputs); !why.empty())
            refuse(layer, why);
        else
            out.line.layers.push_back({layer.name, reachOf(layer, direction), std::move(inputs)});
    }
    out.line.outputs = distinctOutputs(network);
    std::erase_if(out.line.outputs, [&](ValueId id) { return id > out.line.layers.size(); });
    return out;
}

Result<Line> lineOf(const Network& network, Direction direction) {
    LocalPart part = localPartOf(network, direction);
    if (part.refused) return *part.refused;
    return std::move(part.line);
}

std::vector<std::int64_t> sizesOf(const Line& line, std::int64_t input) {
    std::vector<std::int64_t> out{input};
    for (const Line::Layer& layer : line.layers)
        out.push_back(
            layer.inputs.empty() ? 0 : std::max<std::int64_t>(layer.reach.size(out[layer.inputs[0]]), 0));
    return out;
}

} // namespace lw::network
