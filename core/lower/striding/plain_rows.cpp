// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"

#include "core/network/geometry.h"

#include <algorithm>

// Layers without sums that go element by element, and the dispatch to the others.
namespace lw::lower::striding {

using network::Kind;
using network::Layer;

namespace {

// A part of a picture's pixels, with that many of their channels.
struct Piece {
    const Area& part;
    std::uint64_t channel, channels;
};

// The second of two values for a piece of the first one: extents of 1 are repeated. Returns how many lanes it
// has.
std::uint64_t loadRepeated(Emission& out, const std::string& to, const Frame& from, const Picture& full,
                           const Piece& piece) {
    const auto& [part, channel, channels] = piece;
    const bool hasRows = from.rows > 1 || full.rows == 1, hasColumns = from.columns > 1 || full.columns == 1,
               hasLanes = from.channels > 1 || full.channels == 1;
    Loops loops = from.pixels(part.rows, part.columns);
    if (!hasRows) loops.s1 = 0;
    if (!hasColumns) loops.s0 = 0;
    out.text.row("vload" + std::string(suffixOf(from.dtype)),
                 {to, from.at(hasRows ? part.row : 0, hasColumns ? part.column : 0, hasLanes ? channel : 0),
                  out.text.pattern(loops), std::to_string(hasLanes ? channels : 1)});
    return hasLanes ? channels : 1;
}

// max(x, 0) + slope * min(x, 0)
void writeLeaky(Emission& out, const LayerPlan& plan, StripRows& strip, std::uint64_t channel,
                std::uint64_t channels) {
    loadPixel(out, "v6", plan.slopes, plan.reads[0].channels + channel, channels);
    loadPixel(out, "v7", plan.slopes, channel, channels);
    out.text.row("vrelu.f", {strip.spare(1), strip.data()});
    out.text.row("vmin.f", {strip.data(), strip.data(), "v6", "by=1"});
    out.text.row("vmul.f", {strip.data(), strip.data(), "v7", "by=1"});
    out.text.row("vadd.f", {strip.data(), strip.spare(1), strip.data()});
}

// The value where its mask is not 0. Elsewhere a selection leaves zeros: counted from the bits of what is
// there they are that, whatever bits the value has.
void writeSelected(Emission& out, const LayerPlan& plan, StripRows& strip, const Piece& piece) {
    strip.load(strip.data(), plan.reads[0], piece.part, piece.channel, piece.channels);
    strip.load(strip.spare(1), plan.reads[1], piece.part, 0, 1);
    const bool hasOther = plan.reads.size() > 2, hasFill = !plan.fill.empty();
    const std::string other = hasOther ? strip.spare(2) : "v6", by = hasOther ? "by=0" : "by=1";
    if (hasOther)
        strip.load(other, plan.reads[2], piece.part, piece.channel, piece.channels);
    else if (hasFill)
        loadPixel(out, other, plan.fill, 0, piece.channels);
    if (hasOther || hasFill) out.text.row("vsub.i", {strip.data(), strip.data(), other, by});
    out.text.row("vsel", {strip.data(), strip.data(), strip.spare(1), "by=2"}, "masked");
    if (hasOther || hasFill) out.text.row("vadd.i", {strip.data(), strip.data(), other, by});
}

// Sum, product or quotient of two values.
void writeTogether(Emission& out, const LayerPlan& plan, StripRows& strip, const Piece& piece) {
    const Layer& layer = layerOf(out, plan);
    // The one with the shape of both is the first: neither sum nor product depends on the order.
    const std::size_t whole = shapeOf(*out.plan.network, layer.inputs[0]) == layer.shape ? 0 : 1;
    strip.load(strip.data(), plan.reads[whole], piece.part, piece.channel, piece.channels);
    const std::uint64_t lanes =
        loadRepeated(out, strip.spare(1), plan.reads[1 - whole], pictureOf(layer.shape), piece);
    // Each with the number that a tensor has for it.
    const auto eachWith = [&](std::string_view mnemonic, const std::string& numbers) {
        for (const std::size_t input : {whole, 1 - whole}) {
            const std::string value = input == whole ? strip.data() : strip.spare(1);
            loadPixel(out, "v6", numbers, input * out.plan.circuit.arrayColumns,
                      input == whole ? piece.channels : lanes);
            out.text.row(mnemonic, {value, value, "v6", "by=1"});
        }
    };
    if (!plan.weights.empty()) eachWith("vmul.i", plan.weights);
    if (!plan.ownZeros.empty()) eachWith("vsub.i", plan.ownZeros);
    out.text.row(strip.typed(layer.kind == Kind::Mul   ? "vmul"
                             : layer.kind == Kind::Div ? "vdiv"
                                                       : "vadd"),
                 {strip.data(), strip.data(), strip.spare(1), lanes == piece.channels ? "by=0" : "by=2"});
}

// The table of these channels, or the single one for all, into v6.
void loadTable(Emission& out, const LayerPlan& plan, std::uint64_t channel, std::uint64_t channels) {
    const bool isOne = layerOf(out, plan).weights.count() == network::kCodes;
    const auto bytes = static_cast<std::int64_t>(isOne ? 4 : plan.reads[0].channels * 4);
    out.text.row("vload.w",
                 {"v6", addressText(plan.table, isOne ? 0 : channel * 4),
                  out.text.pattern({network::kCodes, bytes}), std::to_string(isOne ? 1 : channels)});
}

// Row by row what an element-wise layer does with a strip.
void writeElements(Emission& out, const LayerPlan& plan) {
    const Layer& layer = layerOf(out, plan);
    std::uint64_t number = 0;
    const Picture full = pictureOf(layer.shape);
    overStrips(out, full, [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
        StripRows strip(out, plan, number++ % 2 == 0 ? 0 : 3);
        if (layer.kind == Kind::Select)
            writeSelected(out, plan, strip, {part, channel, channels});
        else if (plan.reads.size() == 2)
            writeTogether(out, plan, strip, {part, channel, channels});
        else
            strip.load(strip.data(), plan.reads[0], part, channel, channels);
        if (!plan.zeros.empty()) {
            loadPixel(out, "v6", plan.zeros, channel, channels);
            out.text.row("vsub.i", {strip.data(), strip.data(), "v6", "by=1"}, "counted from the code for 0");
        }
        switch (layer.kind) {
        case Kind::Relu: strip.activate(network::Activation::Relu); break;
        case Kind::Sigmoid: strip.activate(network::Activation::Sigmoid); break;
        case Kind::Tanh: strip.activate(network::Activation::Tanh); break;
        case Kind::Clip:
            loadPixel(out, "v6", plan.bounds, 0, channels);
            loadPixel(out, "v7", plan.bounds, out.plan.circuit.arrayColumns, channels);
            out.text.row("vmax.f", {strip.data(), strip.data(), "v6", "by=1"});
            out.text.row("vmin.f", {strip.data(), strip.data(), "v7", "by=1"});
            break;
        case Kind::Table:
            if (part.row == 0 && part.column == 0) loadTable(out, plan, channel, channels);
            out.text.row("vtable", {strip.data(), strip.data(), "v6"});
            break;
        case Kind::LeakyRelu:
        case Kind::PRelu: writeLeaky(out, plan, strip, channel, channels); break;
        case Kind::BatchNorm:
            loadTwoPixels(out, plan.norm, plan.reads[0].channels, channel, channels);
            out.text.row("vnorm", {strip.data(), strip.data(), "v7"});
            break;
        default: strip.activate(layer.activation); break;
        }
        if (!plan.zeros.empty() && layer.kind == Kind::Relu)
            out.text.row("vadd.i", {strip.data(), strip.data(), "v6", "by=1"});
        loadFactors(out, plan, channel, channels);
        strip.requantise(layer.requant);
        strip.store(part, channel);
    });
}

// Each strip is stored once for each of the pixels that come from one of its own, a step further each time.
void writeUpsampled(Emission& out, const LayerPlan& plan) {
    const network::Pair& factor = layerOf(out, plan).factor;
    const Frame& from = plan.reads[0];
    std::uint64_t number = 0;
    overStrips(out, from.picture(), [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
        StripRows strip(out, plan, number++ % 2 == 0 ? 0 : 3);
        strip.load(strip.data(), from, part, channel, channels);
        for (std::uint64_t y = 0; y < factor.rows; ++y)
            for (std::uint64_t x = 0; x < factor.columns; ++x)
                strip.storeApart(
                    {part.row * factor.rows + y, part.rows, part.column * factor.columns + x, part.columns},
                    channel, factor);
    });
}

} // namespace

void writePlainLayer(Emission& out, const LayerPlan& plan) {
    switch (layerOf(out, plan).kind) {
    case Kind::Flatten: out.text.comment("the same bytes under another shape: nothing to do"); return;
    case Kind::Constant: return;
    case Kind::MaxPool:
    case Kind::AveragePool: writePool(out, plan); return;
    case Kind::UpsampleNearest: writeUpsampled(out, plan); return;
    case Kind::UpsampleBilinear: writeBilinear(out, plan); return;
    case Kind::DepthToSpace:
    case Kind::Concat:
    case Kind::Reshape:
    case Kind::Transpose:
    case Kind::Take: writeMoves(out, plan); return;
    default: writeElements(out, plan); return;
    }
}

void writeRegrouping(Emission& out, const LayerPlan& plan) {
    out.text.comment("blocks of pixels become channels");
    const Frame &from = plan.reads[0], &to = *plan.regrouped;
    const network::Pair& stride = plan.geometry.stride;
    Frame phase = to; // one pixel of each block
    phase.channels = from.channels;
    const std::string_view suffix = suffixOf(from.dtype);
    for (std::uint64_t y = 0; y < stride.rows; ++y)
        for (std::uint64_t x = 0; x < stride.columns; ++x)
            overStrips(
                out, phase.picture(), [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
                    out.text.row(
                        "vload" + std::string(suffix),
                        {"v0",
                         from.fromCorner(part.row * stride.rows + y, part.column * stride.columns + x,
                                         channel),
                         out.text.pattern(from.pixels(part.rows, part.columns, stride.rows, stride.columns)),
                         std::to_string(channels)});
                    out.text.row(
                        "vstore" + std::string(suffix),
                        {to.at(part.row, part.column, (y * stride.columns + x) * from.channels + channel),
                         "v0", out.text.pattern(to.pixels(part.rows, part.columns))});
                });
}

} // namespace lw::lower::striding
