// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/recompute/paid_clocks.h"
#include "widgets/recompute/inverse_canvas.h"
#include "widgets/recompute/training_facts.h"

#include <QCoreApplication>
#include <QString>

// What is said of training steps.
namespace lw::recompute {

inline constexpr double kStale = 0.4; // opacity of numbers of what was asked before

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Recompute)
};

QString policyText(lower::recompute::Policy policy);
QString policyText(const std::string& name);        // as the core calls it
QString policyTip(lower::recompute::Policy policy); // what it stores
QString wayText(lower::Way way);
QString placeText(lower::Memory memory);   // "VMEM"
QString keptText(const lower::Kept& kept); // "store, VMEM"
QString clocksText(double clocks);         // three digits of few
QString breakEvenText(double bandwidth);   // "409.60", "any", "none"
// What the request takes; of a report that is stale that it is of another one.
QString summaryText(const TrainingFacts& facts);
// Of the step that was run; empty: none was, or something else was decided since.
std::vector<scene::recompute::PaidClocks> paidOf(const TrainingFacts& facts);
QString paidText(const scene::recompute::PaidClocks& paid);
// All that is known of a value's decision, in lines.
QString decisionText(const lower::recompute::Report& report, const lower::recompute::Decision& decision);

QString tradeText(const lower::recompute::TradePoint& point, bool isBudget);
std::string scheduleName(lower::Schedule schedule); // "S0"
// A step of the plan; after the last one the update.
QString stepText(const lower::recompute::Report& report, std::size_t step);
QString stepText(const std::string& kind); // "norm_reduce", as the core calls it
QString memoryStepText(const scene::recompute::MemoryUse& use, std::size_t step);
QString bandText(const scene::recompute::MemoryUse& use, std::size_t band);
QString liveText(const scene::recompute::MemoryUse& use, std::size_t step); // all tensors
QString inverseText(const InversePoint& point);                             // a channel of a batch norm

} // namespace lw::recompute
