// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"
#include "core/lower/striding/direct.h"
#include "core/lower/striding/kernel_striding.h"
#include "core/lower/striding/sum_plan.h"
#include "core/network/reference.h"
#include "core/tensor/batch.h"

#include <algorithm>
#include <cmath>

// What a lowered network computes, without its program: layer by layer, in the order of the program's sums.
namespace lw::lower::striding {

using network::Kind;
using network::Layer;
using network::Network;
using network::ValueId;
using tensor::Tensor;

namespace {

// In the order of the program's sums.
network::ReferenceOptions optionsFor(const LayerPlan& plan) {
    network::ReferenceOptions out;
    if (plan.sums) out.passes = plan.sums->passes;
    return out;
}

Tensor compute(const Network& network, const Layer& layer, const std::vector<Tensor>& values,
               const network::ReferenceOptions& options) {
    std::vector<const Tensor*> inputs;
    for (const ValueId id : layer.inputs) inputs.push_back(&values[id]);
    return network::computeLayer(network, layer, inputs, options);
}

// Whether taps of the kernel fall on this place of it, filled up to whole blocks; the rest is zeros.
bool isReached(std::uint64_t place, std::uint32_t taps, std::uint32_t dilation) {
    return place % dilation == 0 && place / dilation < taps;
}

// Whether an element on blocks multiplies a zero with which its kernel was filled up by infinity or NaN.
// `blocks` is the regrouped picture.
bool fillsWithNan(const Layer& layer, const Regrouped& regrouped, const Tensor& blocks, std::uint64_t row,
                  std::uint64_t column) {
    const network::Pair stride = layer.stride, kernel = regrouped.layer.kernel;
    const std::uint64_t channels = regrouped.image.channels / (std::uint64_t{stride.rows} * stride.columns);
    for (std::uint64_t y = 0; y < std::uint64_t{kernel.rows} * stride.rows; ++y)
        for (std::uint64_t x = 0; x < std::uint64_t{kernel.columns} * stride.columns; ++x) {
            if (isReached(y, layer.kernel.rows, layer.dilation.rows) &&
                isReached(x, layer.kernel.columns, layer.dilation.columns))
                continue;
            const std::uint64_t block =
                (row + y / stride.rows) * regrouped.image.columns + column + x / stride.columns;
            const std::uint64_t pixel = y % stride.rows * stride.columns + x % stride.columns;
            const std::uint64_t first = block * regrouped.image.channels + pixel * channels;
            for (std::uint64_t c = 0; c < channels; ++c)
                if (!std::isfinite(valueAt(blocks, first + c))) return true;
        }
    return false;
}

// The layer on blocks of pixels, in its own order of sums.
Prediction ofBlocks(const Network& network, const LayerPlan& plan, const Layer& layer, const Tensor& picture,
                    const Tensor& direct) {
    const Regrouped regrouped = regroup(layer, pictureOf(picture.shape()));
    Network alone;
    alone.precision = network.precision;
    alone.input.zero = network::zeroOf(network, layer.inputs[0]);
    alone.input.shape = {regrouped.image.rows, regrouped.image.columns, regrouped.image.channels};
    Layer blocks = regrouped.layer;
    blocks.inputs = {network::kInput};
    const Tensor input = regroupedPicture(regrouped, layer, picture, alone.input.zero);
    const Tensor* const inputs[] = {&input};
    Prediction out{network::computeLayer(alone, blocks, inputs, optionsFor(plan)), {}};
    out.causes.resize(direct.count(), Cause::None);
    for (std::uint64_t i = 0; i < direct.count(); ++i) {
        if (sameNumber(out.values, direct, i)) continue;
        const std::uint64_t pixel = i / plan.geometry.channels;
        const bool isFilled = std::isnan(valueAt(out.values, i)) &&
                              fillsWithNan(layer, regrouped, input, pixel / plan.geometry.columns,
                                           pixel % plan.geometry.columns);
        out.causes[i] = isFilled ? Cause::BlockNotFinite : Cause::OtherOrder;
    }
    return out;
}

Prediction ofStrided(const Network& network, const LayerPlan& plan, const std::vector<Tensor>& values,
                     const Tensor& direct) {
    const Layer& layer = network.layers[plan.index];
    const Tensor& picture = values[layer.inputs[0]];
    if (plan.settings.mode == Mode::SpaceToDepth) return ofBlocks(network, plan, layer, picture, direct);
    const Layer first = firstLayerOf(layer, picture.shape());
    return predict(plan.settings, plan.geometry, compute(network, first, values, optionsFor(plan)));
}

// A strided layer of some part, and its entry in the part's report.
struct StridedLayer {
    const LayerPlan* plan = nullptr;
    LayerReport* entry = nullptr;
};
// By layer of the network; null where there is none.
std::vector<StridedLayer> stridedLayers(std::span<Lowering> parts) {
    std::vector<StridedLayer> out(parts.front().plan.network->layers.size());
    for (Lowering& part : parts) {
        auto entry = part.report.layers.begin();
        for (const LayerPlan& layer : part.plan.layers) {
            if (!layer.isStrided) continue;
            LW_REQUIRE(entry != part.report.layers.end(), "a report with an entry for each strided layer");
            out[layer.index] = {&layer, &*entry++};
        }
    }
    return out;
}

// The values of one image: as the circuit computes them and as they should be.
std::pair<Expectation::Values, Expectation::Values> expectImage(const NetworkPlan& plan,
                                                                std::span<const StridedLayer> strided,
                                                                std::span<const Replaced> replaced,
                                                                std::uint64_t image, const Tensor& input) {
    const Network& network = *plan.network;
    const network::ReferenceOptions options = directOptions(plan.circuit, plan.options.fold);
    Expectation::Values values{input}, direct{input};
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const Layer& what = network.layers[i];
        const auto other = std::ranges::find(replaced, i + 1, &Replaced::constant);
        direct.push_back(other == replaced.end() ? compute(network, what, direct, options) : other->contents);
        const bool isSame = std::all_of(what.inputs.begin(), what.inputs.end(),
                                        [&](ValueId id) { return values[id] == direct[id]; });
        Tensor here = isSame ? direct.back() : compute(network, what, values, options);
        if (strided[i].plan) {
            Prediction prediction = ofStrided(network, *strided[i].plan, values, here);
            reportWrong(*strided[i].entry, image, prediction, here);
            here = std::move(prediction.values);
        }
        values.push_back(std::move(here));
    }
    return {std::move(values), std::move(direct)};
}

void clear(LayerReport& layer) {
    layer.elements = layer.wrong = layer.signedZeros = 0;
    layer.maximalError = 0;
    layer.causes.clear();
    layer.wrongElements.clear();
}

} // namespace

Expectation expectRun(std::span<Lowering> parts, const Tensor& input, std::span<const Replaced> replaced) {
    const NetworkPlan& plan = parts.front().plan;
    const tensor::Shape& shape = plan.network->input.shape;
    LW_REQUIRE(input.count() == plan.options.images * *tensor::countOf(shape),
               "an input of the network's shape");
    const std::vector<StridedLayer> strided = stridedLayers(parts);
    for (const StridedLayer& layer : strided)
        if (layer.entry) clear(*layer.entry);
    Expectation out;
    for (std::uint64_t image = 0; image < plan.options.images; ++image) {
        auto [values, direct] =
            expectImage(plan, strided, replaced, image, tensor::itemOf(input, image, shape));
        out.values.push_back(std::move(values));
        out.direct.push_back(std::move(direct));
    }
    return out;
}

namespace {

// With several images, with an extra extent for them.
Tensor ofAllImages(std::span<const Expectation::Values> images, ValueId value) {
    if (images.size() == 1) return images.front()[value];
    std::vector<Tensor> items;
    for (const Expectation::Values& values : images) items.push_back(values[value]);
    return tensor::stacked(items);
}

} // namespace

void giveInputs(std::span<Lowering> parts, const Expectation& expected) {
    for (Lowering& part : parts)
        for (const ValueId id : part.plan.part.brings)
            for (const PlannedTensor& tensor : part.plan.tensors)
                if (tensor.name == part.plan.hostNames[id] && !tensor.file.empty())
                    part.files.push_back({tensor.file, ofAllImages(expected.values, id)});
}

} // namespace lw::lower::striding
