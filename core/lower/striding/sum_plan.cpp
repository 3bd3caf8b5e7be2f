// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/sum_plan.h"

#include "core/lower/messages.h"
#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/stride_geometry.h"
#include "core/network/arithmetic.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/passes.h"

#include <algorithm>
#include <cstring>

namespace lw::lower::striding {

using network::Layer;
using tensor::DType;
using tensor::Tensor;

namespace {

tensor::Shape shapeOf(const Picture& picture) { return {picture.rows, picture.columns, picture.channels}; }

// The shape of what a layer with stride 1 computes.
Picture resultOf(const Layer& layer, const Picture& image) {
    if (layer.kind == network::Kind::Dense) return {1, 1, layer.weights.shape().back()};
    network::Axis rows = network::rowsOf(layer, shapeOf(image)),
                  columns = network::columnsOf(layer, shapeOf(image));
    return {static_cast<std::uint64_t>(rows.windows(false)),
            static_cast<std::uint64_t>(columns.windows(false)), layer.weights.shape().back()};
}

void copyElement(Tensor& to, std::uint64_t toElement, const Tensor& from, std::uint64_t fromElement) {
    const std::size_t size = tensor::sizeOf(from.dtype());
    std::memcpy(to.bytes().data() + toElement * size, from.bytes().data() + fromElement * size, size);
}

} // namespace

Result<SumPlan> planSums(Layer layer, const Picture& image, const network::Pair& stride,
                         const machine::CircuitLimits& circuit, bool fold) {
    const Picture result = resultOf(layer, image);
    return planSumsTo(result, std::move(layer), image, stride, circuit, fold);
}

Result<SumPlan> planSumsByPattern(const Layer& layer, const Picture& image,
                                  const machine::CircuitLimits& circuit, bool fold) {
    LW_TRY(SumPlan out, planSumsTo(resultOf(layer, image), firstLayerOf(layer, shapeOf(image)), image, {1, 1},
                                   circuit, fold));
    out.places.windows = layer.stride;
    return out;
}

Result<SumPlan> planSumsTo(const Picture& result, Layer layer, const Picture& image,
                           const network::Pair& stride, const machine::CircuitLimits& circuit, bool fold) {
    SumPlan out;
    out.image = image;
    out.places.tapRows = layer.dilation.rows;
    out.places.tapColumns = layer.dilation.columns;
    out.groupChannels = network::groupChannelsOf(layer, shapeOf(image));
    out.passes = network::passesOf(layer, out.groupChannels, circuit.arrayRows, fold);
    StripLimits limits{circuit.accumulatorRows, circuit.stripPixels, result.columns, stride.rows,
                       stride.columns};
    const auto steps = poolSteps(stride, circuit);
    if (stride.rows > 1 && steps)
        limits.stripColumns = std::uint64_t{circuit.poolDelay} + steps->front().columns;
    auto areas = cutIntoStrips(result.rows, result.columns, limits);
    if (!areas)
        return Problem{&messages::kUnitTooLarge,
                       {std::string(network::nameOf(layer.kind)), layer.name,
                        std::to_string(std::uint64_t{stride.rows} * stride.columns), circuit.name},
                       layer.place,
                       {},
                       {}};
    out.areas = *std::move(areas);
    const std::uint64_t granule = 16 / tensor::sizeOf(layer.weights.dtype());
    std::uint64_t longest = 0;
    for (const network::SumPass& pass : out.passes) longest = std::max<std::uint64_t>(longest, pass.length());
    const std::uint64_t columns =
        std::min<std::uint64_t>(circuit.arrayColumns, layer.weights.shape().back() / layer.groups);
    out.tileRows = longest;
    out.tileColumns = (columns + granule - 1) / granule * granule;
    out.layer = std::move(layer);
    return out;
}

std::vector<ChannelBlock> planBlocks(const SumPlan& sums, std::uint64_t kept, std::uint64_t arrayColumns) {
    const std::uint64_t all = sums.layer.weights.shape().back(), inGroup = all / sums.layer.groups;
    std::vector<ChannelBlock> out;
    for (std::uint32_t group = 0; group < sums.layer.groups; ++group) {
        const std::uint64_t end = (group + 1) * inGroup;
        for (std::uint64_t first = group * inGroup; first < end;) {
            const std::uint64_t border = first < kept ? std::min(kept, end) : end;
            const std::uint64_t count = std::min(arrayColumns, border - first);
            out.push_back({group, first, count, first < kept});
            first += count;
        }
    }
    return out;
}

Tensor tilesOf(const SumPlan& sums) {
    const Tensor& weights = sums.layer.weights;
    const std::uint64_t outputs = weights.shape().back();
    const std::uint64_t kernelColumns =
        sums.layer.kind == network::Kind::Dense ? 1 : sums.layer.kernel.columns;
    Tensor out(weights.dtype(), {sums.blocks.size() * sums.passes.size(), sums.tileRows, sums.tileColumns});
    std::uint64_t tile = 0;
    for (const ChannelBlock& block : sums.blocks)
        for (const network::SumPass& pass : sums.passes) {
            std::uint64_t to = tile++ * sums.tileRows * sums.tileColumns;
            for (std::uint64_t tap = 0; tap < pass.taps; ++tap)
                for (std::uint64_t c = 0; c < pass.channels; ++c, to += sums.tileColumns) {
                    const std::uint64_t at =
                        (pass.row * kernelColumns + pass.column + tap) * sums.groupChannels + pass.channel +
                        c;
                    for (std::uint64_t n = 0; n < block.count; ++n)
                        copyElement(out, to + n, weights, at * outputs + block.first + n);
                }
        }
    return out;
}

std::optional<Tensor> biasOf(const Layer& layer, std::int32_t inputZero) {
    const std::uint64_t outputs = layer.weights.shape().back();
    if (inputZero == 0 || layer.weights.dtype() != DType::I8) return layer.bias;
    Tensor out(DType::I32, {outputs});
    for (std::uint64_t n = 0; n < outputs; ++n) {
        std::int32_t sum = layer.bias ? layer.bias->at<std::int32_t>(n) : 0;
        for (std::uint64_t at = n; at < layer.weights.count(); at += outputs)
            sum = network::multiplyAdd(-inputZero, layer.weights.at<std::int8_t>(at), sum);
        out.set(n, sum);
    }
    return out;
}

namespace {

// One direction of a picture in blocks.
struct BlockAxis {
    std::uint64_t kernel = 0; // blocks that a window reaches
    std::uint64_t blocks = 0; // of all windows
    std::uint32_t behind = 0; // pixels of border that complete the last block
};
BlockAxis blocksOf(const network::Axis& axis) {
    const std::int64_t kernel = (axis.span() + axis.stride - 1) / axis.stride;
    const std::int64_t blocks = axis.windows(false) + kernel - 1;
    const std::int64_t behind = std::max<std::int64_t>(blocks * axis.stride - axis.before - axis.size, 0);
    return {static_cast<std::uint64_t>(kernel), static_cast<std::uint64_t>(blocks),
            static_cast<std::uint32_t>(behind)};
}

} // namespace

RegroupedSize regroupedSize(const Layer& layer, const Picture& image) {
    const BlockAxis rows = blocksOf(network::rowsOf(layer, shapeOf(image))),
                    columns = blocksOf(network::columnsOf(layer, shapeOf(image)));
    const double block = static_cast<double>(layer.stride.rows) * layer.stride.columns *
                         static_cast<double>(image.channels * tensor::sizeOf(layer.weights.dtype()));
    return {static_cast<double>(rows.blocks) * static_cast<double>(columns.blocks) * block,
            static_cast<double>(rows.kernel) * static_cast<double>(columns.kernel) * block *
                static_cast<double>(layer.weights.shape().back())};
}

Regrouped regroup(const Layer& layer, const Picture& image) {
    const BlockAxis rows = blocksOf(network::rowsOf(layer, shapeOf(image))),
                    columns = blocksOf(network::columnsOf(layer, shapeOf(image)));
    Regrouped out;
    const std::uint64_t perBlock = std::uint64_t{layer.stride.rows} * layer.stride.columns;
    out.image = {rows.blocks, columns.blocks, image.channels * perBlock};
    out.pad = {layer.pad.top, rows.behind, layer.pad.left, columns.behind};

    out.layer = layer;
    out.layer.stride = out.layer.dilation = {1, 1};
    out.layer.pad = {};
    out.layer.kernel = {static_cast<std::uint32_t>(rows.kernel), static_cast<std::uint32_t>(columns.kernel)};
    const std::uint64_t outputs = layer.weights.shape().back();
    Tensor weights(layer.weights.dtype(),
                   {out.layer.kernel.rows, out.layer.kernel.columns, out.image.channels, outputs});
    for (std::uint64_t y = 0; y < layer.kernel.rows; ++y)
        for (std::uint64_t x = 0; x < layer.kernel.columns; ++x)
            for (std::uint64_t c = 0; c < image.channels; ++c)
                for (std::uint64_t n = 0; n < outputs; ++n) {
                    const std::uint64_t row = y * layer.dilation.rows, column = x * layer.dilation.columns;
                    const std::uint64_t inBlock =
                        (row % layer.stride.rows * layer.stride.columns + column % layer.stride.columns) *
                            image.channels +
                        c;
                    const std::uint64_t tap =
                        row / layer.stride.rows * out.layer.kernel.columns + column / layer.stride.columns;
                    copyElement(weights, (tap * out.image.channels + inBlock) * outputs + n, layer.weights,
                                ((y * layer.kernel.columns + x) * image.channels + c) * outputs + n);
                }
    out.layer.weights = std::move(weights);
    return out;
}

Tensor regroupedPicture(const Regrouped& plan, const Layer& layer, const Tensor& picture,
                        std::int32_t outside) {
    const tensor::Shape& shape = picture.shape();
    Tensor out(picture.dtype(), {plan.image.rows, plan.image.columns, plan.image.channels});
    std::uint64_t to = 0;
    for (std::uint64_t row = 0; row < plan.image.rows; ++row)
        for (std::uint64_t column = 0; column < plan.image.columns; ++column)
            for (std::uint64_t y = 0; y < layer.stride.rows; ++y)
                for (std::uint64_t x = 0; x < layer.stride.columns; ++x)
                    for (std::uint64_t c = 0; c < shape[2]; ++c, ++to) {
                        const std::uint64_t r = row * layer.stride.rows + y,
                                            q = column * layer.stride.columns + x;
                        const bool isInside = r >= plan.pad.top && r - plan.pad.top < shape[0] &&
                                              q >= plan.pad.left && q - plan.pad.left < shape[1];
                        if (isInside)
                            copyElement(out, to, picture,
                                        ((r - plan.pad.top) * shape[1] + q - plan.pad.left) * shape[2] + c);
                        else if (picture.dtype() == DType::I8)
                            out.set(to, static_cast<std::int8_t>(outside));
                    }
    return out;
}

} // namespace lw::lower::striding
