// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/borders.h"

#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/sum_plan.h"
#include "core/lower/striding/transposed_phases.h"

namespace lw::lower::striding {

using network::Kind;
using network::Layer;

network::Padding borderFor(const network::Network& network, const LayerPlan& plan, std::size_t input) {
    if (input != 0) return {};
    const Layer& layer = network.layers[plan.index];
    const tensor::Shape& image = network::shapeOf(network, layer.inputs[0]);
    if (plan.isStrided && plan.settings.mode == Mode::SpaceToDepth)
        return regroup(layer, pictureOf(image)).pad;
    switch (layer.kind) {
    case Kind::Conv: return layer.pad;
    case Kind::ConvTranspose: return borderOfPhases(layer, pictureOf(image));
    case Kind::UpsampleBilinear: return plan.halo;
    case Kind::MaxPool:
    case Kind::AveragePool: return borderOfPool(layer, image);
    default: return {};
    }
}

Border borderKind(const network::Network& network, const Layer& layer) {
    if (layer.kind == Kind::AveragePool && network.precision == network::Precision::F32)
        return Border::MinusZero;
    return layer.kind == Kind::MaxPool ? Border::Lowest : Border::Zero;
}

} // namespace lw::lower::striding
