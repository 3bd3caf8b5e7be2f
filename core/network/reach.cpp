// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reach.h"

#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/messages.h"
#include "core/network/outputs.h"
#include "core/network/part_of_node.h"

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

std::string wordOf(Direction direction) { return direction == Direction::Rows ? "rows" : "columns"; }

// A layer that makes more or fewer rows or columns of an image: resizing, as a file calls it.
struct Resizing {
    Direction direction = Direction::Rows;
    std::uint64_t old = 0, size = 0;
    bool isWhole() const { return size % old == 0; }
    std::string text() const {
        return "it resizes " + std::to_string(old) + ' ' + wordOf(direction) + " to " + std::to_string(size);
    }
};

// Elements that follow each other, some of them several times.
bool repeats(const std::vector<std::int64_t>& indices, std::uint64_t old) {
    if (indices.size() <= old || indices.front() != 0 || indices.back() + 1 != static_cast<std::int64_t>(old))
        return false;
    for (std::size_t i = 1; i < indices.size(); ++i)
        if (indices[i] != indices[i - 1] && indices[i] != indices[i - 1] + 1) return false;
    return true;
}

std::optional<Resizing> resizingOf(const Network& network, const Layer& layer) {
    if (layer.kind != Kind::Take && layer.kind != Kind::Resample) return std::nullopt;
    const std::size_t axis = axisOf(layer);
    const tensor::Shape& image = shapeOf(network, layer.inputs[0]);
    if (image.size() != 3 || axis > 1 || layer.shape[axis] < 2) return std::nullopt;
    if (layer.kind == Kind::Take && !repeats(layer.indices, image[axis])) return std::nullopt;
    return Resizing{axis == 0 ? Direction::Rows : Direction::Columns, image[axis], layer.shape[axis]};
}

// The name of the node in the file.
std::string nodeOf(const Layer& layer) {
    const std::string_view name = layer.name;
    return std::string(name.ends_with(kPartOfNode) ? name.substr(0, name.size() - kPartOfNode.size()) : name);
}

// Of the two layers of a node that resizes rows and columns, the one without a whole factor.
const Layer& resizerOf(const Network& network, const Layer& layer) {
    const auto last = findValue(network, nodeOf(layer));
    const auto own = resizingOf(network, layer);
    if (!own || !own->isWhole() || !last || *last == kInput) return layer;
    const Layer& other = network.layers[*last - 1];
    const auto others = resizingOf(network, other);
    return others && !others->isWhole() ? other : layer;
}

// Its second element is where it must be if the last elements of both coincide.
bool alignsCorners(const Layer& layer, const Resizing& resizing) {
    if (layer.kind != Kind::Resample || layer.weights.shape()[1] != 2 || resizing.size <= resizing.old)
        return false;
    const auto at = static_cast<double>(resizing.old - 1) / static_cast<double>(resizing.size - 1);
    return layer.indices[2] == 0 && layer.weights.at<float>(3) == static_cast<float>(at);
}

std::string whyNotResized(const Layer& layer, const Resizing& resizing) {
    if (alignsCorners(layer, resizing))
        return resizing.text() + " with align_corners, so that the size decides where every element lies";
    if (!resizing.isWhole())
        return resizing.text() + ", which is not a whole factor: each reads others, depending on its number";
    return resizing.text() + " by weights, and of that only bilinear upsampling by 2 can be cut into tiles";
}

constexpr const char* kOfConstant = "it reads a constant, and gives another one at the borders";

// Whether images of different sizes meet: one of them is a row or a column for the whole other one, as long
// as the picture has this size. In a tile it would be another value.
bool repeatsOne(const Network& network, const std::vector<ValueId>& inputs) {
    return std::ranges::any_of(inputs, [&](ValueId id) {
        const tensor::Shape &first = shapeOf(network, inputs[0]), &own = shapeOf(network, id);
        return own[0] != first[0] || own[1] != first[1];
    });
}

// Why an element of the layer's result may depend on a whole image; empty: it does not. `inputs` are
// the layer's without constants.
std::string whyGlobal(const Network& network, const Layer& layer, const std::vector<ValueId>& inputs) {
    for (const ValueId id : inputs)
        if (!isImage(network, id)) return "what it reads is not an image";
    if (repeatsOne(network, inputs)) return std::string(kRepeatsOne);
    const Layer& resizer = resizerOf(network, layer);
    if (const auto resizing = resizingOf(network, resizer)) return whyNotResized(resizer, *resizing);
    switch (layer.kind) {
    case Kind::Dense: return "each of its numbers is a sum over the whole image";
    case Kind::Lstm:
    case Kind::Gru: return "what it holds at a step depends on all steps before";
    case Kind::Softmax:
    case Kind::LogSoftmax:
        return axisOf(layer) == 2
                   ? ""
                   : "it divides by a sum along " + std::string(axisOf(layer) == 0 ? "rows" : "columns");
    case Kind::ArgMax:
        return axisOf(layer) == 2 ? ""
                                  : "it compares all " + std::string(axisOf(layer) == 0 ? "rows" : "columns");
    case Kind::Concat:
        return axisOf(layer) == 2
                   ? ""
                   : "it puts images beside each other, so that sizes decide what stands where";
    case Kind::Take: return axisOf(layer) == 2 ? "" : "it takes rows or columns by their number";
    case Kind::Resample: return "it is a sum over rows or columns by their number";
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
        return isAll ? "its window is the whole image, as that of a global pool is" : "";
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
    // The edge repeated beyond the image is not padding: two pixels come out for each one.
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

// The picture's nearest sizes at which a resizing without a whole factor would have one, because strides
// divide them: empty if that does not help.
std::string sizesThatAre(const Network& network, const Line& line, const Layer& layer,
                         const Resizing& resizing) {
    if (resizing.isWhole()) return {};
    Fraction scale;
    for (ValueId id = layer.inputs[0]; id != kInput; id = line.layers[id - 1].inputs[0]) {
        if (id > line.layers.size() || line.layers[id - 1].inputs.empty()) return {};
        const Fraction step = line.layers[id - 1].reach.scale();
        scale = Fraction::reduced(scale.over * step.over, scale.under * step.under);
    }
    const bool isRows = resizing.direction == Direction::Rows;
    const auto has = static_cast<std::int64_t>(network.input.shape[isRows ? 0 : 1]);
    const std::int64_t below = has / scale.under * scale.under;
    if (scale.under == 1 || below == has) return {};
    return "; of a picture with " + (below == 0 ? "" : std::to_string(below) + " or ") +
           std::to_string(below + scale.under) + ' ' + wordOf(resizing.direction) + " it is one";
}

// A constant that is the same for all pixels.
bool isEverywhere(const Layer& constant) {
    const tensor::Shape& shape = constant.shape;
    return shape.size() <= 1 || (shape.size() == 3 && shape[0] == 1 && shape[1] == 1);
}

} // namespace

LocalPart localPartOf(const Network& network, Direction direction) {
    LocalPart out;
    const auto refuse = [&](const Layer& layer, std::string why) {
        const auto resizing = resizingOf(network, resizerOf(network, layer));
        if (resizing) why += sizesThatAre(network, out.line, layer, *resizing);
        out.refused = {&messages::kNotLocal,
                       {resizing ? "resize" : std::string(nameOf(layer.kind)),
                        resizing ? nodeOf(layer) : layer.name, std::move(why)},
                       layer.place,
                       {},
                       {}};
    };
    std::vector<bool> isConstant(network.layers.size() + 1);
    for (std::size_t i = 0; i < network.layers.size() && !out.refused; ++i) {
        const Layer& layer = network.layers[i];
        std::vector<ValueId> inputs = layer.inputs; // without the constants it reads
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
