// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recompute_text.h"

#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "core/project/step_clocks.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lw::cli {

using lower::Kept;
using lower::Way;
using lower::recompute::Decision;
using lower::recompute::Engine;
using lower::recompute::InverseChannel;
using lower::recompute::Policy;
using lower::recompute::TradePoint;

namespace {

std::string whole(double value) { return groupedText(static_cast<std::uint64_t>(std::llround(value))); }
std::string clocks(double value) { return value < 100 ? significantText(value, 3) : whole(value); }

std::string breakEvenText(double bandwidth) {
    if (std::isinf(bandwidth)) return "any";
    return bandwidth == 0 ? "none" : fixedText(bandwidth, 2);
}

std::string keptText(const Kept& kept) {
    return std::string(nameOf(kept.way)) + (kept.hasPlace() ? " " + std::string(nameOf(kept.memory)) : "") +
           (kept.gradient == lower::Memory::Hbm ? ", gradient hbm" : "");
}

std::string inputsText(const lower::recompute::Report& report, const Decision& decision) {
    std::string out;
    for (std::size_t i = 0; i < decision.inputs.size(); ++i)
        out += (i == 0 ? "" : ", ") + report.names[decision.inputs[i]] + " " +
               std::string(nameOf(decision.inputPlaces[i]));
    return out;
}

std::string decisionsText(const lower::recompute::Report& report) {
    std::vector<std::vector<std::string>> rows{{"sublayer", "kind", "reads", "bytes", "operations",
                                                "per clock", "bytes out", "unpadded", "place", "load in",
                                                "compute", "load out", "rule", "below B/clk", "kept"}};
    for (const Decision& decision : report.decisions)
        rows.push_back({report.names[decision.value], report.kinds[decision.value],
                        inputsText(report, decision), whole(decision.inputBytes), whole(decision.operations),
                        whole(decision.width), whole(decision.outputBytes),
                        whole(decision.logicalOutputBytes), std::string(nameOf(decision.place)),
                        clocks(decision.costs.loadInput) + (decision.isInputStored ? "" : " again"),
                        clocks(decision.costs.compute), clocks(decision.costs.loadOutput),
                        decision.recomputes ? "recompute" : "store",
                        breakEvenText(decision.breakEvenBandwidth),
                        keptText(report.plan.values[decision.value])});
    return tableText(rows, {3, 4, 5, 6, 7, 9, 10, 11, 13});
}

bool isTaken(const lower::recompute::Report& report, network::ValueId norm) {
    const network::ValueId from = report.sublayers[norm].inputs[0];
    return report.plan.values[from].way == Way::Inverse;
}

// Of how many bytes of VMEM the rest of a sentence tells.
std::string whatVmemIs(const lower::recompute::Report& report) {
    if (report.request.vmemBudget) return {};
    return report.model.besidesBytes ? " that parameters leave" : " (what parameters take is not counted)";
}

std::string fewerText(std::uint64_t fewer, std::uint64_t of) {
    const std::string least = percentText(1, 1000);
    return (1000 * fewer < of ? "less than " + least : percentText(fewer, of)) + " fewer";
}

// How a budget's choice came about, and how well it is known.
std::string optimumText(const lower::recompute::Report& report) {
    if (!report.optimum) return {};
    const lower::recompute::Optimum& optimum = *report.optimum;
    std::string out = "the fastest that was found within the budget";
    if (optimum.policy) out += ", that of " + std::string(nameOf(*optimum.policy));
    if (optimum.isFewest)
        return out + "; proven: none without masks or bfloat16 takes fewer clocks with nothing hidden\n";
    if (optimum.boundClocks == 0) return out + "\n";
    const std::uint64_t bound = optimum.boundClocks, clocks = report.usage.clocks + report.usage.hiddenClocks;
    return out + "; with nothing hidden it takes " + groupedText(clocks) +
           " clocks, and none without masks or bfloat16 fewer than " + groupedText(bound) + " (" +
           fewerText(clocks - bound, clocks) + ")\n";
}

} // namespace

std::string inversesText(const lower::recompute::Report& report, const InverseErrors& measured) {
    std::string out;
    for (const auto& [value, channels] : report.inverses) {
        const auto vetoed = std::ranges::count_if(channels, &InverseChannel::isVetoed);
        const bool isLeft = report.request.policy == Policy::BnStored && vetoed != 0;
        if (!isTaken(report, value) && !isLeft) continue;
        const auto worst = std::ranges::max_element(channels, {}, &InverseChannel::bound);
        out += "inverse of " + report.names[value] +
               (worst->isZero ? ": nothing leads back at the first step (gamma 0)"
                              : ": off by at most " + significantText(worst->bound, 3) +
                                    " deviations at the first step (gamma " +
                                    significantText(static_cast<double>(worst->gamma), 6) + ")");
        if (const auto errors = measured.find(value); errors != measured.end())
            out += ", by " + significantText(std::ranges::max(errors->second), 3) + " as measured";
        if (vetoed != 0)
            out += std::string(isTaken(report, value) ? "; taken by hand all the same: " : "; not taken: ") +
                   countText(static_cast<std::uint64_t>(vetoed), "channel") +
                   (worst->isZero ? " with gamma 0 or" : "") + " beyond " +
                   realText(lower::recompute::kInverseTolerance);
        out += "\n";
    }
    return out;
}

std::string roundedText(const lower::recompute::Report& report, const RoundingErrors& measured) {
    if (std::ranges::count(report.plan.values, Way::Bf16, &Kept::way) == 0) return {};
    const auto rounded = lower::recompute::roundedValues(report.sublayers, report.plan);
    if (rounded.empty())
        return "bfloat16: gradients keep their bits, since products and masks alone read what is kept so\n";
    std::string out;
    for (const network::ValueId value : rounded) {
        out += "bfloat16 of " + report.names[value] +
               ": gradients have other bits; each number is off by at most " +
               significantText(lower::recompute::kBf16Bound, 3) + " of itself";
        if (const auto off = measured.find(value); off != measured.end())
            out += ", by " + significantText(off->second, 3) + " as measured";
        out += "\n";
    }
    return out;
}

std::string recomputeText(const lower::recompute::Report& report) {
    const lower::recompute::Usage& usage = report.usage;
    std::string out = report.network + " on " + report.model.machine + ", " +
                      countText(report.model.batch, "image") + " of " +
                      std::string(tensor::nameOf(report.model.element)) + ": policy " +
                      std::string(nameOf(report.request.policy)) + ", schedule " +
                      std::string(nameOf(report.request.schedule)) +
                      (report.convolution == network::Convolution::Im2col ? ", im2col" : "") + "\n";
    out += decisionsText(report) + inversesText(report) + roundedText(report);
    out += "peak " + groupedText(usage.peak) + " bytes; in VMEM " + groupedText(usage.peakVmem) + " of " +
           groupedText(report.request.vmemBytes(report.model)) + whatVmemIs(report) + ", in HBM " +
           groupedText(usage.peakHbm) + "\n";
    out +=
        "modelled " + groupedText(usage.clocks) + " clocks, of them " + groupedText(usage.recomputeClocks) +
        " computing again, " + groupedText(usage.moveClocks) + " moving" +
        (usage.hiddenClocks == 0 ? "" : "; " + groupedText(usage.hiddenClocks) + " more hidden behind work") +
        "\n";
    return out + optimumText(report);
}

std::string emulatedText(const lower::recompute::Report& report, const std::vector<std::uint64_t>& clocks) {
    const auto errorText = [](double error) {
        return (error < 0 ? "" : "+") + fixedText(100 * error, 1) + " %";
    };
    const auto stepText = [&](std::size_t i) {
        const lower::KeepStep& step = report.plan.steps[i];
        return std::string(nameOf(step.kind)) + " " + report.names[step.value];
    };
    std::vector<std::vector<std::string>> rows{{"step", "modelled", "emulated", "error"}};
    project::StepError whole;
    for (std::size_t i = 0; i < clocks.size(); ++i) {
        const project::StepError one{i, report.usage.steps[i].clocks, clocks[i]};
        rows.push_back({stepText(i), groupedText(one.modelled), groupedText(one.emulated),
                        one.emulated > project::kClocksThatCount ? errorText(one.error()) : ""});
        whole.modelled += one.modelled;
        whole.emulated += one.emulated;
    }
    std::string out = tableText(rows, {1, 2, 3}) + "emulated " + groupedText(whole.emulated) +
                      " clocks, modelled " + errorText(whole.error());
    const project::StepError worst = project::worstOf(report, clocks);
    if (worst.emulated != 0)
        out += "; of steps above " + groupedText(project::kClocksThatCount) + " clocks at worst " +
               errorText(worst.error()) + ", " + stepText(worst.step);
    return out + "\n";
}

std::string tradeOffText(const lower::recompute::TradeOff& tradeOff) {
    std::vector<std::vector<std::string>> rows{{"policy", "peak bytes", "in VMEM", "clocks", ""}};
    for (const std::vector<TradePoint>* const points : {&tradeOff.policies, &tradeOff.curve})
        for (const TradePoint& point : *points)
            rows.push_back({point.name, groupedText(point.peak), groupedText(point.peakVmem),
                            groupedText(point.clocks), point.isBest ? "best" : ""});
    return tableText(rows, {1, 2, 3}) +
           (tradeOff.isProven ? "" : "the curve has the best of the choices that were looked at\n");
}

} // namespace lw::cli
