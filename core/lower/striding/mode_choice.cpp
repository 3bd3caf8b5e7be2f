// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/mode_choice.h"

#include "core/lower/messages.h"
#include "core/lower/striding/layer_limits.h"
#include "core/lower/striding/sum_plan.h"

#include <algorithm>

namespace lw::lower::striding {

using network::Layer;

namespace {

constexpr std::uint64_t kMostWeightBytes = std::uint64_t{1} << 30; // the most data that a program may have

// Why this circuit cannot do the layer in this mode, if so.
std::optional<std::string> unusableHere(const LayerPlan& plan, const Layer& layer, Mode mode,
                                        const machine::CircuitLimits& circuit) {
    const StrideGeometry& geometry = plan.geometry;
    if (mode == Mode::Direct) return "the host computes it; it is not a program of the circuit";
    if (mode == Mode::MatrixMax && plan.settings.matrixBlock == 0)
        return "a block of pixels as wide as the stride does not fit the array";
    if (mode == Mode::SpaceToDepth) {
        const RegroupedSize size =
            regroupedSize(layer, {geometry.inputRows, geometry.inputColumns, geometry.inputChannels});
        if (size.pictureBytes > static_cast<double>(circuit.bufferBytes))
            return "the picture in blocks does not fit the unified buffer";
        if (size.weightBytes > static_cast<double>(std::min(kMostWeightBytes, circuit.weightBytes)))
            return "the rearranged weights do not fit the dynamic memory";
    }
    if (rowOf(mode).masking != Masking::None &&
        geometry.firstRows * geometry.firstColumns > circuit.bufferBytes)
        return "a mask as large as the first tensor does not fit the unified buffer";
    return unusable(mode, plan.facts, plan.settings.numbers);
}

// The first mode that is exact whatever the input; nothing when the circuit can do none of them.
bool chooseProven(LayerPlan& plan, const Layer& layer, const machine::CircuitLimits& circuit) {
    plan.wasChosen = true;
    for (const ModeRow& row : modes()) {
        if (row.mode == Mode::Direct) continue;
        Reason reason = reasonFor(row.mode, plan.facts, plan.settings.numbers);
        if (const auto why = unusableHere(plan, layer, row.mode, circuit))
            reason = {"not usable", *why, {}, false};
        if (const auto window = checkWindow(layer, row.mode, circuit); !window)
            reason = {"not usable", textOf(window.problem()), {}, false};
        if (reason.exact) {
            plan.settings.mode = row.mode;
            plan.reason = std::move(reason);
            return true;
        }
        plan.rejected.push_back({row.mode, std::move(reason)});
    }
    return false;
}

} // namespace

Outcome chooseMode(LayerPlan& plan, const Layer& layer, const machine::CircuitLimits& circuit,
                   const Options& options) {
    plan.settings.numbers = maskNumbersOf(plan.facts, options.maskFactor);
    const std::uint32_t side = std::min(circuit.arrayRows, circuit.arrayColumns);
    plan.settings.matrixBlock = side / layer.stride.columns * layer.stride.columns;
    if (!options.mode) {
        if (chooseProven(plan, layer, circuit)) return Done{};
        // Picking zeros and adding up is exact for every layer: the obstacle is the size of the window.
        return checkWindow(layer, Mode::SelectSum, circuit);
    }
    plan.settings.mode = *options.mode;
    if (const auto why = unusableHere(plan, layer, *options.mode, circuit))
        return Problem{&messages::kModeUnusable,
                       {std::string(nameOf(*options.mode)), layer.name, *why},
                       layer.place,
                       {},
                       {}};
    plan.reason = reasonFor(*options.mode, plan.facts, plan.settings.numbers);
    return checkWindow(layer, *options.mode, circuit);
}

} // namespace lw::lower::striding
