// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/recompute_words.h"

#include "widgets/session/core_text.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace lw::recompute {

using lower::Memory;
using lower::Way;
using lower::recompute::Decision;
using lower::recompute::Engine;
using lower::recompute::Policy;
using lower::recompute::Report;
using session::counted;

namespace {

QString nameText(const std::string& name) { return QString::fromStdString(name); }
QString wholeText(double value) { return counted(static_cast<std::uint64_t>(std::llround(value))); }

} // namespace

QString policyText(Policy policy) {
    switch (policy) {
    case Policy::StoreAll: return Words::tr("store all");
    case Policy::Autograd: return Words::tr("autograd");
    case Policy::Masks: return Words::tr("masks");
    case Policy::Bf16: return Words::tr("bfloat16");
    case Policy::Bf16All: return Words::tr("all bfloat16");
    case Policy::ConvStored: return Words::tr("conv stored");
    case Policy::BnStored: return Words::tr("batch norm stored");
    case Policy::LocalRule: return Words::tr("local rule");
    case Policy::SqrtN: return Words::tr("every sqrt(n)-th");
    case Policy::Budget: return Words::tr("budget");
    }
    return {};
}

QString policyText(const std::string& name) {
    const auto* const at = std::ranges::find(lower::recompute::kPolicyNames, name);
    return policyText(static_cast<Policy>(at - lower::recompute::kPolicyNames.begin()));
}

QString policyTip(Policy policy) {
    switch (policy) {
    case Policy::StoreAll: return Words::tr("Every value is stored");
    case Policy::Autograd: return Words::tr("What each layer's backward pass reads is stored, as by PyTorch");
    case Policy::Masks:
        return Words::tr(
            "As autograd, but of an activation that is read for its mask alone one bit for each number "
            "is kept");
    case Policy::Bf16:
        return Words::tr(
            "As autograd, in bfloat16 where products and masks alone read a value: the gradients "
            "have the same bits");
    case Policy::Bf16All:
        return Words::tr(
            "As autograd, in bfloat16 all but what a max pool reads: the gradients have other bits, "
            "and each number is off by at most 1/256 of itself");
    case Policy::ConvStored:
        return Words::tr("Outputs of convolutions are stored; batch norms, activations and sums are computed "
                         "again");
    case Policy::BnStored:
        return Words::tr("Outputs of batch norms are stored; activations are computed again, and what a norm "
                         "read follows from its inverse");
    case Policy::LocalRule: return Words::tr("Each value by its own three costs");
    case Policy::SqrtN:
        return Words::tr("Every sqrt(n)-th value is stored, those between are computed again");
    case Policy::Budget: return Words::tr("The fewest modelled clocks within a number of bytes");
    }
    return {};
}

QString wayText(Way way) {
    switch (way) {
    case Way::Store: return Words::tr("store");
    case Way::Recompute: return Words::tr("recompute");
    case Way::Inverse: return Words::tr("inverse");
    case Way::Mask: return Words::tr("mask");
    case Way::Bf16: return Words::tr("bfloat16");
    }
    return {};
}

QString placeText(Memory memory) {
    return memory == Memory::Vmem ? QStringLiteral("VMEM") : QStringLiteral("HBM");
}

QString keptText(const lower::Kept& kept) {
    QString out = wayText(kept.way);
    if (kept.hasPlace()) out += QStringLiteral(", ") + placeText(kept.memory);
    if (kept.gradient == Memory::Hbm) out += QStringLiteral(", ") + Words::tr("gradient in HBM");
    return out;
}

QString clocksText(double clocks) {
    return clocks < 100 ? QString::number(clocks, 'g', 3) : wholeText(clocks);
}

QString breakEvenText(double bandwidth) {
    if (std::isinf(bandwidth)) return Words::tr("any");
    return bandwidth == 0 ? Words::tr("none") : QString::number(bandwidth, 'f', 2);
}

static QString optimumText(const lower::recompute::Optimum& optimum) {
    QString out = optimum.policy
                      ? Words::tr("The fastest that was found, as by %1.").arg(policyText(*optimum.policy))
                      : Words::tr("The fastest that was found.");
    if (optimum.isFewest)
        out +=
            QLatin1Char(' ') +
            Words::tr(
                "With nothing hidden no choice within the budget and without masks or bfloat16 takes fewer.");
    else if (optimum.boundClocks != 0)
        out += QLatin1Char(' ') +
               Words::tr("With nothing hidden none without masks or bfloat16 takes fewer than %1.")
                   .arg(session::clocksText(optimum.boundClocks));
    return out;
}

QString summaryText(const TrainingFacts& facts) {
    const Report& report = *facts.report;
    const lower::recompute::Usage& usage = report.usage;
    QString out = Words::tr("%1 on %2, batch of %3: peak %4 bytes, %5 of %6 in VMEM, %7 in HBM; modelled %8.")
                      .arg(nameText(report.network), nameText(report.model.machine))
                      .arg(report.model.batch)
                      .arg(counted(usage.peak), counted(usage.peakVmem),
                           counted(report.request.vmemBytes(report.model)), counted(usage.peakHbm),
                           session::clocksText(usage.clocks));
    if (const std::uint64_t limit = report.request.vmemBytes(report.model); usage.peakVmem > limit)
        out += QLatin1Char(' ') +
               Words::tr("That is %1 bytes of VMEM too many.").arg(counted(usage.peakVmem - limit));
    if (usage.recomputeClocks + usage.moveClocks > 0)
        out += QLatin1Char(' ') + Words::tr("Computing again takes %1 of them, moving %2.")
                                      .arg(counted(usage.recomputeClocks), counted(usage.moveClocks));
    if (usage.hiddenClocks > 0)
        out +=
            QLatin1Char(' ') + Words::tr("%1 more are hidden behind work.").arg(counted(usage.hiddenClocks));
    if (report.optimum && !facts.isReportStale) out += QLatin1Char(' ') + optimumText(*report.optimum);
    const auto paid = paidOf(facts);
    if (!paid.empty()) {
        double rule = 0;
        std::uint64_t chip = 0;
        for (const auto& one : paid) rule += one.counted, chip += one.paid;
        out += QLatin1Char(' ') + Words::tr("The chip paid %1 to have values again; the rule counts %2.")
                                      .arg(counted(chip), wholeText(rule));
    }
    if (!facts.refused.isEmpty()) return facts.refused;
    return facts.isReportStale ? Words::tr("Of the choice before: %1").arg(out) : out;
}

std::vector<scene::recompute::PaidClocks> paidOf(const TrainingFacts& facts) {
    if (!facts.run || facts.isReportStale) return {};
    return scene::recompute::paidClocks(*facts.report, facts.run->clocks());
}

QString paidText(const scene::recompute::PaidClocks& paid) {
    const QString out = Words::tr("on the chip: %1 clocks, where the rule counts %2")
                            .arg(counted(paid.paid), clocksText(paid.counted));
    return paid.disagrees ? out + QStringLiteral("; ") + Words::tr("it counts less for the other way") : out;
}

QString decisionText(const Report& report, const Decision& decision) {
    QStringList reads;
    for (std::size_t i = 0; i < decision.inputs.size(); ++i)
        reads << nameText(report.names[decision.inputs[i]]) + QStringLiteral(" (") +
                     placeText(decision.inputPlaces[i]) + QLatin1Char(')');
    const lower::recompute::Costs& costs = decision.costs;
    QStringList lines;
    lines
        << Words::tr(
               "%1: reads %2, %3 bytes; %4 operations, %5 per clock; gives %6 bytes (%7), %8 without padding")
               .arg(nameText(report.names[decision.value]), reads.join(QStringLiteral(", ")),
                    wholeText(decision.inputBytes), wholeText(decision.operations), wholeText(decision.width),
                    wholeText(decision.outputBytes), placeText(decision.place),
                    wholeText(decision.logicalOutputBytes));
    lines << (decision.isInputStored
                  ? Words::tr("to have it again: load %1 + compute %2 = %3 clocks")
                  : Words::tr("to have it again: what it reads again %1 + compute %2 = %3 clocks"))
                 .arg(clocksText(costs.loadInput), clocksText(costs.compute), clocksText(costs.again()));
    lines << Words::tr("to load it: %1 clocks").arg(clocksText(costs.loadOutput));
    lines << (decision.recomputes ? Words::tr("the rule: recompute") : Words::tr("the rule: store"));
    if (std::isfinite(decision.breakEvenBandwidth) && decision.breakEvenBandwidth > 0)
        lines << Words::tr("below %1 bytes per clock of %2 it is recomputed")
                     .arg(breakEvenText(decision.breakEvenBandwidth), placeText(decision.place));
    const lower::Kept& kept = report.plan.values[decision.value];
    lines << (report.request.keeps.contains(decision.value) ? Words::tr("kept by hand: %1")
                                                            : Words::tr("kept: %1"))
                 .arg(keptText(kept));
    return lines.join(QLatin1Char('\n'));
}

QString tradeText(const lower::recompute::TradePoint& point, bool isBudget) {
    const QString out =
        (isBudget ? Words::tr("a budget of %1 bytes (%2 in VMEM): %3")
                  : Words::tr("%4: %1 bytes (%2 in VMEM), %3"))
            .arg(counted(point.peak), counted(point.peakVmem), session::clocksText(point.clocks));
    const QString named = isBudget ? out : out.arg(policyText(point.name));
    return point.isBest ? named + QLatin1Char('\n') + Words::tr("nothing has fewer of both") : named;
}

// ---- steps and memory

QString stepText(const std::string& kind) {
    const auto* const at = std::ranges::find(lower::kStepNames, kind);
    switch (static_cast<lower::StepKind>(at - lower::kStepNames.begin())) {
    case lower::StepKind::Forward: return Words::tr("forward");
    case lower::StepKind::Pack: return Words::tr("to bfloat16");
    case lower::StepKind::Unpack: return Words::tr("from bfloat16");
    case lower::StepKind::Spill: return Words::tr("to HBM");
    case lower::StepKind::Loss: return Words::tr("loss");
    case lower::StepKind::Fetch: return Words::tr("from HBM");
    case lower::StepKind::Recompute: return Words::tr("again");
    case lower::StepKind::Mask: return Words::tr("mask");
    case lower::StepKind::NormReduce: return Words::tr("sums");
    case lower::StepKind::NormApply: return Words::tr("gradient through the norm");
    case lower::StepKind::DataGradient: return Words::tr("gradient of the input");
    case lower::StepKind::WeightGradient: return Words::tr("gradient of the weights");
    }
    return {};
}

std::string scheduleName(lower::Schedule schedule) {
    std::string out(nameOf(schedule));
    out.front() = 'S';
    return out;
}

QString stepText(const Report& report, std::size_t number) {
    if (number >= report.plan.steps.size()) return Words::tr("update of the parameters");
    const lower::KeepStep& step = report.plan.steps[number];
    return Words::tr("step %1, %2 of %3")
        .arg(number)
        .arg(stepText(std::string(nameOf(step.kind))), nameText(report.names[step.value]));
}

QString memoryStepText(const scene::recompute::MemoryUse& use, std::size_t number) {
    const scene::recompute::MemoryStep& step = use.steps[number];
    return (number == use.peakStep
                ? Words::tr("Step %1, %2 of %3, the peak: %4 bytes in VMEM, %5 in HBM, from "
                            "clock %6 on for %7.")
                : Words::tr("Step %1, %2 of %3: %4 bytes in VMEM, %5 in HBM, from clock %6 "
                            "on for %7."))
        .arg(number)
        .arg(stepText(step.kind), nameText(step.name), counted(step.vmem), counted(step.hbm),
             counted(step.clock), session::clocksText(step.clocks));
}

QString bandText(const scene::recompute::MemoryUse& use, std::size_t number) {
    const scene::recompute::MemoryBand& band = use.bands[number];
    const QString name = nameText(band.name);
    const QString what = band.part == "gradient"        ? Words::tr("the gradient of %1").arg(name)
                         : band.part == "statistics"    ? Words::tr("mean and deviation of %1").arg(name)
                         : band.part == "mask"          ? Words::tr("the mask of %1").arg(name)
                         : band.part == "packed"        ? Words::tr("%1 as bfloat16").arg(name)
                         : use.steps[band.from].isAgain ? Words::tr("%1, computed again").arg(name)
                                                        : name;
    return Words::tr("%1: %2 bytes in %3, steps %4 to %5")
        .arg(what, counted(band.bytes), nameText(band.place).toUpper())
        .arg(band.from)
        .arg(band.until - 1);
}

QString inverseText(const InversePoint& point) {
    QString out = Words::tr("%1, channel %2: gamma %3, off by at most %4 deviations")
                      .arg(nameText(point.norm))
                      .arg(point.channel)
                      .arg(QString::number(point.gamma, 'g', 6), QString::number(point.bound, 'g', 3));
    if (point.measured)
        out += QStringLiteral(", ") + Words::tr("measured %1").arg(QString::number(*point.measured, 'g', 3));
    if (point.isVetoed)
        out += QStringLiteral("; ") +
               (point.gamma == 0
                    ? Words::tr("not taken: with gamma 0 nothing leads back")
                    : Words::tr("not taken: that is more than %1").arg(lower::recompute::kInverseTolerance));
    return out;
}

QString liveText(const scene::recompute::MemoryUse& use, std::size_t step) {
    QStringList out;
    for (const scene::recompute::MemoryBand* band : scene::recompute::liveIn(use, step))
        out << (band->part == "gradient"     ? Words::tr("gradient of %1")
                : band->part == "statistics" ? Words::tr("deviation of %1")
                : band->part == "mask"       ? Words::tr("mask of %1")
                : band->part == "packed"     ? Words::tr("%1 as bfloat16")
                : band->place == "hbm"       ? Words::tr("%1 in HBM")
                                             : QStringLiteral("%1"))
                   .arg(nameText(band->name));
    return out.join(QStringLiteral(", "));
}

} // namespace lw::recompute
