// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/gradient_work.h"

#include "core/base/check.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"
#include "core/project/train_network.h"
#include "core/source/files.h"
#include "widgets/recompute/training_files.h"
#include "widgets/recompute/training_run.h"

#include <algorithm>
#include <cmath>

namespace lw::recompute {

namespace {

struct Ran {
    std::vector<std::pair<std::string, tensor::Tensor>> gradients;
    std::uint64_t clocks = 0;
};

Result<Ran> ran(const TrainingFacts& facts) {
    LW_TRY(const project::TrainingLowered made, lowered(facts, 1));
    LW_TRY(const project::LoadedProgram loaded,
           project::loadWritten(made.program, facts.request.machine.toStdString()));
    LW_TRY(const auto machine, loaded.createMachine({}));
    const machine::Stop end = machine->run({});
    if (end.fault) return Problem{&project::messages::kLoweredFault, {end.fault->text}, {}, {}, {}};
    Ran out;
    out.clocks = machine->clock();
    for (const lower::training::ParameterTensor& one : made.program.parameters) {
        if (one.gradient.empty()) continue;
        LW_TRY(tensor::Tensor gradient, project::readTensor(*machine, one.gradient));
        out.gradients.emplace_back(facts.network->layers[one.layer].name + " " + one.part,
                                   std::move(gradient));
    }
    return out;
}

// Where a value's input follows from its inverse, how far that can be off.
std::optional<double> boundOf(const lower::recompute::Report& report) {
    std::optional<double> out;
    for (const lower::recompute::Decision& decision : report.decisions)
        for (const network::ValueId input : decision.inputs) {
            if (report.plan.values[input].way != lower::Way::Inverse) continue;
            const auto found = report.inverses.find(decision.value);
            if (found == report.inverses.end()) continue;
            for (const lower::recompute::InverseChannel& channel : found->second)
                out = std::max(out.value_or(0), channel.bound);
        }
    return out;
}

void compare(GradientPair& pair, Gradients& all) {
    for (std::uint64_t i = 0; i < pair.own.count(); ++i) {
        const auto a = std::bit_cast<std::uint32_t>(static_cast<float>(valueAt(pair.own, i)));
        const auto b = std::bit_cast<std::uint32_t>(static_cast<float>(valueAt(pair.other, i)));
        if (a == b)
            ++pair.equal;
        else
            pair.worst = std::max(pair.worst, std::fabs(valueAt(pair.own, i) - valueAt(pair.other, i)));
    }
    all.elements += pair.own.count();
    all.equal += pair.equal;
}

} // namespace

Result<GradientsPtr> comparedGradients(const TrainingFacts& facts, lower::recompute::Policy policy) {
    TrainingFacts beside = facts;
    beside.request.keeps.policy = policy;
    beside.request.keeps.budget.reset();
    beside.request.keeps.keeps.clear();
    beside.request.keeps.places.clear();
    LW_TRY(beside.report, decided(beside));
    auto out = std::make_shared<Gradients>();
    out->own = facts.report;
    out->other = beside.report;
    LW_TRY(Ran own, ran(facts));
    LW_TRY(Ran other, ran(beside));
    out->ownClocks = own.clocks;
    out->otherClocks = other.clocks;
    for (const lower::recompute::Report* const report : {out->own.get(), out->other.get()})
        if (const auto bound = boundOf(*report)) out->bound = std::max(out->bound.value_or(0), *bound);
    LW_ASSERT(own.gradients.size() == other.gradients.size(), "both train the same network");
    for (std::size_t i = 0; i < own.gradients.size(); ++i) {
        GradientPair& pair = out->tensors.emplace_back();
        pair.name = own.gradients[i].first;
        pair.own = std::move(own.gradients[i].second);
        pair.other = std::move(other.gradients[i].second);
        compare(pair, *out);
    }
    return GradientsPtr(std::move(out));
}

} // namespace lw::recompute
