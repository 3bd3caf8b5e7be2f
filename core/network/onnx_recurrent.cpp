// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_pieces.h"
#include "core/network/recurrent.h"

#include <numeric>

// LSTM and GRU: a layer for each output that is read.
namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

enum Inputs : std::size_t { kX, kW, kR, kB, kLengths, kHidden, kCell, kPeephole };

// What both operators read, with a direction in front of the extents of each constant.
struct Read {
    std::uint64_t gates = 4, hidden = 0, steps = 0, features = 0;
    bool isBatchFirst = false;
};

Result<Tensor> constantOf(Use& use, std::size_t input, const Shape& wanted) {
    LW_TRY(Tensor out, use.constant(input));
    if (out.shape() != wanted)
        return use.wrong("\"" + use.node().inputs[input] + "\" has the shape " +
                         tensor::shapeText(out.shape()) + ", not " + tensor::shapeText(wanted));
    LW_TRY([[maybe_unused]] const Done counted, use.countNumbers(out.count()));
    return out;
}

// [1, outputs, inputs] as [inputs][outputs].
Tensor turned(const Tensor& given) {
    const std::uint64_t outputs = given.shape()[1], inputs = given.shape()[2];
    Tensor out(DType::F32, {inputs, outputs});
    for (std::uint64_t n = 0; n < outputs; ++n)
        for (std::uint64_t i = 0; i < inputs; ++i) out.set(i * outputs + n, given.at<float>(n * inputs + i));
    return out;
}
Tensor part(const Tensor& given, std::uint64_t first, std::uint64_t count) {
    Tensor out(DType::F32, {count});
    for (std::uint64_t i = 0; i < count; ++i) out.set(i, given.at<float>(first + i));
    return out;
}

// Nothing if all are zeros, as exporters write them.
std::optional<Tensor> unlessZero(const Tensor& given) {
    Tensor out = part(given, 0, given.count());
    for (std::uint64_t i = 0; i < out.count(); ++i)
        if (out.at<float>(i) != 0) return out;
    return {};
}

Outcome checkAttributes(Use& use, std::vector<std::string> usual) {
    LW_TRY(const std::string direction, use.text("direction", "forward"));
    if (direction != "forward")
        return use.wrong(
            "the direction is " + direction +
            "; only forward is supported (a reverse layer is a forward one between two reversals of "
            "its sequence)");
    const Attributes& given = use.node().attributes;
    if (const auto at = given.find("activations"); at != given.end()) {
        use.ignore("activations");
        std::string all;
        for (const std::string& one : at->second.texts) all += (all.empty() ? "" : ", ") + one;
        if (at->second.texts != usual)
            return use.wrong("its activations are " + all + "; Sigmoid for gates and Tanh are supported");
    }
    for (const char* const name : {"clip", "activation_alpha", "activation_beta"})
        if (given.contains(name))
            return use.wrong(std::string(name) +
                             " is set, which is not supported; export the network without it");
    LW_TRY(const std::int64_t together, use.integer("input_forget", 0));
    if (together != 0) return use.wrong("input_forget is set, which is not supported");
    use.ignore("output_sequence"); // in old files; what counts is which outputs are read
    return Done{};
}

// One item whose steps come one after the other.
Outcome readExtents(Use& use, Read& read) {
    LW_TRY(const std::int64_t layout, use.integer("layout", 0));
    if (layout != 0 && layout != 1) return use.wrong("its layout is " + std::to_string(layout));
    read.isBatchFirst = layout == 1;
    LW_TRY(const Value x, use.value(kX));
    LW_TRY(const Shape seen, use.extentsOf(kX));
    if (seen.size() != 3) return use.wrong("X has " + std::to_string(seen.size()) + " extents, not 3");
    const bool hasBatchInFront = x.layout != Layout::Plain && !use.isOneItem();
    if (hasBatchInFront && !read.isBatchFirst)
        return use.wrong(
            "its steps, the first extent of X, are open or the items of a batch; export the network "
            "for a fixed number of steps and a batch of 1");
    const std::uint64_t batch = seen[read.isBatchFirst ? 0 : 1];
    if (batch != 1 && !hasBatchInFront)
        return use.wrong("X is a batch of " + std::to_string(batch) +
                         " sequences; a batch of 1 is supported: export the network for that");
    read.steps = seen[read.isBatchFirst ? 1 : 0];
    read.features = seen[2];
    LW_TRY(const Tensor* const r, use.anyConstant(kR));
    if (r->shape().size() != 3 || r->count() == 0)
        return use.wrong("R has the shape " + tensor::shapeText(r->shape()) +
                         ", not [1, gates * hidden, hidden]");
    read.hidden = r->shape()[2];
    LW_TRY(const std::int64_t stated, use.integer("hidden_size", static_cast<std::int64_t>(read.hidden)));
    if (stated != static_cast<std::int64_t>(read.hidden))
        return use.wrong("hidden_size is " + std::to_string(stated) + ", and R is of " +
                         std::to_string(read.hidden));
    return Done{};
}

Outcome checkLengths(Use& use, const Read& read) {
    if (!use.has(kLengths)) return Done{};
    LW_TRY(const Tensor* const lengths, use.anyConstant(kLengths));
    for (std::uint64_t i = 0; i < lengths->count(); ++i)
        if (tensor::valueAt(*lengths, i) != static_cast<double>(read.steps))
            return use.wrong("sequence_lens is " + tensor::textAt(*lengths, i) + ", and X has " +
                             std::to_string(read.steps) +
                             " steps; sequences of other lengths are not supported");
    return Done{};
}

Result<Layer> layerOf(Use& use, const Read& read, Kind kind) {
    Layer layer;
    layer.kind = kind;
    const std::uint64_t width = read.gates * read.hidden;
    LW_TRY(const Tensor w, constantOf(use, kW, {1, width, read.features}));
    LW_TRY(const Tensor r, constantOf(use, kR, {1, width, read.hidden}));
    layer.weights = turned(w);
    layer.recurrent.weights = turned(r);
    if (use.has(kB)) {
        LW_TRY(const Tensor both, constantOf(use, kB, {1, 2 * width}));
        layer.bias = part(both, 0, width);
        layer.recurrent.bias = part(both, width, width);
    }
    const Shape state{1, 1, read.hidden};
    if (use.has(kHidden)) {
        LW_TRY(const Tensor h, constantOf(use, kHidden, state));
        layer.recurrent.initialHidden = unlessZero(h);
    }
    if (kind == Kind::Lstm && use.has(kCell)) {
        LW_TRY(const Tensor c, constantOf(use, kCell, state));
        layer.recurrent.initialCell = unlessZero(c);
    }
    if (kind == Kind::Lstm && use.has(kPeephole)) {
        LW_TRY(const Tensor p, constantOf(use, kPeephole, {1, 3 * read.hidden}));
        layer.recurrent.peephole = part(p, 0, p.count());
    }
    return layer;
}

// X as rows of features, one after the other.
Result<Value> sequenceOf(Use& use, const Read& read) {
    LW_TRY(Value x, use.value(kX));
    const Shape rows{read.steps, read.features}, image{1, read.steps, read.features};
    const bool isThere =
        (use.shapeOf(x) == rows || use.shapeOf(x) == image) && hasSameOrder(x.view, straight(x.view.item));
    if (isThere) return x;
    std::vector<std::uint32_t> axes(x.view.item.size());
    std::iota(axes.begin(), axes.end(), 0u);
    return use.moved(x, axes, image, ".steps");
}

Outcome recurrent(Use& use, Kind kind, std::vector<std::string> usual) {
    Read read;
    read.gates = kind == Kind::Lstm ? 4 : 3;
    LW_TRY([[maybe_unused]] const Done attributes, checkAttributes(use, std::move(usual)));
    LW_TRY(const std::int64_t linear, use.integer("linear_before_reset", 0));
    LW_TRY([[maybe_unused]] const Done extents, readExtents(use, read));
    LW_TRY([[maybe_unused]] const Done lengths, checkLengths(use, read));
    LW_TRY(Layer layer, layerOf(use, read, kind));
    layer.recurrent.linearBeforeReset = kind == Kind::Gru && linear != 0;
    LW_TRY(const Value x, sequenceOf(use, read));
    LW_TRY(const Value given, use.value(kX));
    const bool isItem = read.isBatchFirst && given.layout != Layout::Plain;
    // A whole value of [steps, 1, features] always has a batch of 1, wherever that is.
    if (!isItem) use.import().isOneItem = true;
    Shape states{1, 1, read.hidden};
    Shape all =
        read.isBatchFirst ? Shape{1, read.steps, 1, read.hidden} : Shape{read.steps, 1, 1, read.hidden};
    if (isItem)
        for (Shape* const one : {&states, &all}) one->erase(one->begin());
    const Layout layout = isItem ? Layout::Item : Layout::Plain;
    for (std::size_t i = 0; i < use.outputs(); ++i) {
        layer.recurrent.output = static_cast<RecurrentOutput>(i);
        LW_TRY([[maybe_unused]] const Done one,
               use.giveOne(i, layer, {x}, layout, straight(i == 0 ? all : states)));
    }
    return Done{};
}

} // namespace

Outcome lstm(Use& use) {
    if (use.outputs() > 3) return use.wrong("it has more than 3 outputs");
    return recurrent(use, Kind::Lstm, {"Sigmoid", "Tanh", "Tanh"});
}
Outcome gru(Use& use) {
    if (use.outputs() > 2) return use.wrong("it has more than 2 outputs");
    return recurrent(use, Kind::Gru, {"Sigmoid", "Tanh"});
}

} // namespace lw::network::onnx
