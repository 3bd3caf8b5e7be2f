// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/training_facts.h"

namespace lw::recompute {

Result<lower::recompute::CostModel> askedOf(const lower::recompute::CostModel& machine, const WhatIf& what) {
    lower::recompute::CostModel out = machine;
    out.element = what.element;
    LW_TRY([[maybe_unused]] const Done applied, lower::recompute::applyWhatIf(out, what.more.toStdString()));
    if (what.offChip) out.hbm.bandwidth = *what.offChip;
    if (what.vector) out.vectorWidth = *what.vector;
    return out;
}

bool TrainingFacts::hasSameTradeOff(const TrainingFacts& other) const {
    return network == other.network && model == other.model && vmemBytes() == other.vmemBytes() &&
           request.keeps.schedule == other.request.keeps.schedule &&
           request.keeps.places == other.request.keeps.places;
}

} // namespace lw::recompute
