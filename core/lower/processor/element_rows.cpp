// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/layer_rows.h"
#include "core/lower/processor/messages.h"
#include "core/network/reference.h"

#include <algorithm>

namespace lw::lower::processor {

namespace {

using network::Kind;

// Vectors that a chain works on: `turns` times `rows` of them.
struct Piece {
    std::uint64_t first = 0, rows = 1, turns = 1;
    std::uint64_t vectors() const { return rows * turns; }
    // Of a value or file that has them one after the other, from this vector on.
    Vectors of(std::string_view memory, std::uint64_t from) const { return {memory, from, rows}; }
};

// As many vectors at a time as `most`; pixel by pixel if each is given the same operand.
std::vector<Piece> piecesOf(const Packed& packed, std::uint64_t most, bool isByPixel) {
    std::vector<Piece> out;
    const std::uint64_t rows = isByPixel ? packed.tiles : std::min(packed.vectors(), most),
                        turns = isByPixel ? most / rows : 1;
    for (std::uint64_t done = 0; done < packed.vectors(); done += out.back().vectors()) {
        const std::uint64_t left = packed.vectors() - done;
        out.push_back({done, std::min(rows, left), std::min(turns, std::max<std::uint64_t>(left / rows, 1))});
    }
    return out;
}

Problem chainTooShort(const Writing& writing, const network::Layer& layer, std::uint64_t tiles,
                      std::uint64_t most) {
    return Problem{&messages::kChainTooShort,
                   {layer.name, std::to_string(tiles), writing.limits.name, std::to_string(most)},
                   {},
                   {},
                   {}};
}

// What is added before a sigmoid, so that what fills vectors up stays 0: for a pixel, in this file.
void writeFill(const Writing& writing, const Place& to, std::string_view file) {
    const Packed one{1, to.packed.channels, to.packed.tiles};
    tensor::Tensor fill(tensor::DType::F16, {one.tiles, writing.limits.nativeDimension});
    fillForSigmoid(fill, one);
    const std::uint64_t dram = writing.text.addVectors(to.name + ".fill", fill);
    copyVectors(writing, {kDram, dram}, {file, 0}, one.tiles);
}

// relu, sigmoid, tanh, add and mul; the second value of the last two goes to the operand's file first.
Outcome writeFunction(const Writing& writing, const network::Layer& layer, std::string_view activation,
                      std::span<const Place> from, const Place& to) {
    const machine::ProcessorLimits& limits = writing.limits;
    const bool isAdd = layer.kind == Kind::Add, isMul = layer.kind == Kind::Mul;
    const bool fills = activation == "v_sigm" && isFilledUp(to.packed, limits.nativeDimension);
    std::uint32_t most = limits.chainVectors;
    if (isAdd) most = std::min(most, limits.addSub0Vectors);
    if (isMul) most = std::min(most, limits.multiplyVectors);
    const std::string_view fillFile = isAdd ? kAddSub1 : kAddSub0;
    const std::uint32_t held = isAdd ? limits.addSub1Vectors : limits.addSub0Vectors;
    if (fills && to.packed.tiles > std::min({most, held, limits.largestStep}))
        return chainTooShort(writing, layer, to.packed.tiles, std::min({most, held, limits.largestStep}));
    if (fills) writeFill(writing, to, fillFile);
    for (const Piece& piece : piecesOf(to.packed, most, fills)) {
        const std::string_view file = isAdd ? kAddSub0 : kMultiply;
        if (isAdd || isMul)
            copyVectors(writing, {kInitial, from[1].first + piece.first}, {file, 0}, piece.vectors());
        writing.text.counts(piece.rows, 1, piece.turns);
        writing.text.read(piece.of(kInitial, from[0].first + piece.first));
        if (isAdd) writing.text.with("vv_add", piece.of(file, 0));
        if (isMul) writing.text.times(piece.of(file, 0));
        if (fills) writing.text.with("vv_add", {fillFile, 0});
        if (!activation.empty()) writing.text.apply(activation);
        writing.text.write(piece.of(kInitial, to.first + piece.first));
        writing.text.end();
    }
    return Done{};
}

tensor::Tensor listOf(const std::vector<float>& values) {
    return tensor::Tensor::of<float>(tensor::DType::F32, {values.size()}, values);
}

// batch_norm: times a number for each channel, plus another.
Outcome writeNorm(const Writing& writing, const network::Layer& layer, const Place& from, const Place& to) {
    const machine::ProcessorLimits& limits = writing.limits;
    const std::uint32_t tiles = to.packed.tiles, n = limits.nativeDimension;
    const std::uint32_t most = std::min({limits.chainVectors, limits.addSub0Vectors, limits.multiplyVectors});
    if (tiles > most) return chainTooShort(writing, layer, tiles, most);
    const network::FoldedNorm folded = network::foldNorm(layer);
    const Packed one{1, to.packed.channels, tiles};
    const std::uint64_t factor =
        writing.text.addVectors(to.name + ".factor", packed(listOf(folded.factor), one, n));
    const std::uint64_t summand =
        writing.text.addVectors(to.name + ".summand", packed(listOf(folded.summand), one, n));
    copyVectors(writing, {kDram, factor}, {kMultiply, 0}, tiles);
    copyVectors(writing, {kDram, summand}, {kAddSub0, 0}, tiles);
    const std::uint64_t together = tiles > limits.largestStep ? 1 : limits.chainVectors / tiles;
    for (std::uint64_t pixel = 0; pixel < to.packed.pixels; pixel += together) {
        writing.text.counts(tiles, 1, std::min(together, to.packed.pixels - pixel));
        writing.text.read({kInitial, from.first + pixel * tiles, tiles});
        writing.text.times({kMultiply, 0});
        writing.text.with("vv_add", {kAddSub0, 0});
        writing.text.write({kInitial, to.first + pixel * tiles, tiles});
        writing.text.end();
    }
    return Done{};
}

// Of the channels of each pixel, a chain's iteration for each; what fills its vectors up has no part in it.
Outcome writeSoftmax(const Writing& writing, const Place& from, const Place& to,
                     const network::Layer& layer) {
    const machine::ProcessorLimits& limits = writing.limits;
    const std::uint32_t tiles = to.packed.tiles;
    if (tiles > limits.chainVectors) return chainTooShort(writing, layer, tiles, limits.chainVectors);
    writing.text.set("length", to.packed.channels);
    const std::uint32_t together = tiles > limits.largestStep ? tiles : limits.chainVectors;
    for (const Piece& piece : piecesOf(to.packed, together, true)) {
        writing.text.counts(piece.rows, 1, piece.turns);
        writing.text.read(piece.of(kInitial, from.first + piece.first));
        writing.text.apply("v_softmax");
        writing.text.write(piece.of(kInitial, to.first + piece.first));
        writing.text.end();
    }
    return Done{};
}

} // namespace

Outcome writeElements(const Writing& writing, const network::Layer& layer, std::span<const Place> from,
                      const Place& to) {
    switch (layer.kind) {
    case Kind::Relu: return writeFunction(writing, layer, "v_relu", from, to);
    case Kind::Sigmoid: return writeFunction(writing, layer, "v_sigm", from, to);
    case Kind::Tanh: return writeFunction(writing, layer, "v_tanh", from, to);
    case Kind::BatchNorm: return writeNorm(writing, layer, from[0], to);
    case Kind::Softmax: return writeSoftmax(writing, from[0], to, layer);
    default: return writeFunction(writing, layer, mnemonicOf(layer.activation), from, to);
    }
}

Outcome writeConcat(const Writing& writing, const network::Layer& layer, std::span<const Place> from,
                    const Place& to) {
    const machine::ProcessorLimits& limits = writing.limits;
    std::uint64_t before = 0; // vectors of a pixel
    for (const Place& one : from) {
        const std::uint32_t tiles = one.packed.tiles;
        if (tiles > limits.chainVectors)
            return Problem{
                &messages::kChainTooShort,
                {layer.name, std::to_string(tiles), limits.name, std::to_string(limits.chainVectors)},
                {},
                {},
                {}};
        const std::uint64_t together = to.packed.tiles > limits.largestStep ? 1 : limits.chainVectors / tiles;
        for (std::uint64_t pixel = 0; pixel < to.packed.pixels; pixel += together) {
            writing.text.counts(tiles, 1, std::min(together, to.packed.pixels - pixel));
            writing.text.read({kInitial, one.first + pixel * tiles, tiles});
            writing.text.write({kInitial, to.first + pixel * to.packed.tiles + before, to.packed.tiles});
            writing.text.end();
        }
        before += tiles;
    }
    return Done{};
}

} // namespace lw::lower::processor
