// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/report.h"

#include <utility>

namespace lw::lower::processor {

Json jsonOf(const Report& report) {
    Json layers = Json::list();
    for (const LayerReport& layer : report.layers)
        layers.push_back({{"name", layer.name},
                          {"kind", layer.kind},
                          {"shape", layer.shape},
                          {"vectors", layer.vectors},
                          {"matrices", layer.matrices},
                          {"instructions", layer.instructions},
                          {"operations", layer.operations},
                          {"useful", layer.useful}});
    Json uses = Json::list();
    for (const Use& use : report.uses)
        uses.push_back({{"of", std::string(use.of)}, {"taken", use.taken}, {"room", use.room}});
    Json losses = Json::list();
    for (const RangeLoss& loss : report.losses)
        losses.push_back({{"layer", loss.layer},
                          {"numbers", loss.numbers},
                          {"infinite", loss.infinite},
                          {"zero", loss.zero},
                          {"notFinite", loss.notFinite},
                          {"fractions", loss.fractions},
                          {"clamped", loss.clamped}});
    return {{"network", report.network},
            {"machine", report.machine},
            {"instructions", report.instructions},
            {"dramMatrices", report.dramMatrices},
            {"dramVectors", report.dramVectors},
            {"dramBytes", report.dramBytes},
            {"initialVectors", report.initialVectors},
            {"weightsResident", report.areWeightsResident},
            {"uses", std::move(uses)},
            {"losses", std::move(losses)},
            {"layers", std::move(layers)}};
}

} // namespace lw::lower::processor
