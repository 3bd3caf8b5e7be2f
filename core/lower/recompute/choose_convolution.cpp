// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/choose_convolution.h"

#include "core/base/check.h"
#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/report.h"
#include "core/network/taps_in_lanes.h"

namespace lw::lower::recompute {

using network::Convolution;

namespace {

Result<std::uint64_t> clocksBy(Convolution convolution, network::Network network, const CostModel& model) {
    network.convolution = convolution;
    LW_TRY(const auto report, reportOf(network, model, {}));
    LW_ASSERT(report, "nobody stops it");
    return report->usage.clocks;
}

Place placeOf(const network::Network& network) {
    const auto first = network::firstConvolution(network);
    return first ? network.layers[*first - 1].place : network.input.place;
}

} // namespace

Outcome chooseConvolution(network::Network& network, const CostModel& model) {
    if (network.convolution == Convolution::Shifted) return Done{};
    const std::string whyNot = network::whyNotInLanes(network, model.lanes, model.program.sublanes);
    if (!whyNot.empty()) {
        if (network.convolution == Convolution::Im2col)
            return Problem{&messages::kNoIm2col, {network.name, whyNot}, placeOf(network), {}, {}};
        network.convolution = Convolution::Shifted;
    }
    if (network.convolution != Convolution::Automatic) return Done{};
    LW_TRY(const std::uint64_t shifted, clocksBy(Convolution::Shifted, network, model));
    LW_TRY(const std::uint64_t together, clocksBy(Convolution::Im2col, network, model));
    network.convolution = together < shifted ? Convolution::Im2col : Convolution::Shifted;
    return Done{};
}

} // namespace lw::lower::recompute
