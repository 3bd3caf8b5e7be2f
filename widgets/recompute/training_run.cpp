// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/training_run.h"

#include "core/base/check.h"
#include "core/base/json.h"
#include "core/machine/record_run.h"
#include "core/project/derivation.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"
#include "core/project/train_network.h"
#include "core/source/files.h"
#include "widgets/recompute/training_files.h"

#include <QElapsedTimer>

namespace lw::recompute {

namespace {

constexpr std::uint64_t kPieceClocks = 50'000;
constexpr qint64 kTellMilliseconds = 200;

} // namespace

Result<project::TrainingLowered> lowered(const TrainingFacts& facts, std::uint64_t steps) {
    const TrainingRequest& request = facts.request;
    const std::string network = request.network.toStdString();
    LW_TRY(const tensor::Tensor images, project::readExamples(network, request.images.toStdString()));
    LW_TRY(const tensor::Tensor labels, project::readExamples(network, request.labels.toStdString()));
    auto made = project::lowerDecided(*facts.network, *facts.report, request.machine.toStdString(),
                                      {.steps = steps, .keepsGradients = true}, images, labels);
    if (!made)
        return project::inFile(made.problem(), {request.images.toStdString(), request.labels.toStdString()});
    return made;
}

Result<QString> writeProgram(const TrainingFacts& facts, std::uint64_t steps, const QString& folder) {
    LW_TRY(const project::TrainingLowered made, lowered(facts, steps));
    const std::string path = folder.toStdString();
    LW_TRY([[maybe_unused]] const Done written, project::writeLowered(made.program, path));
    LW_TRY([[maybe_unused]] const Done reported,
           project::writeReport(path, lower::recompute::jsonOf(*facts.report).text(1) + "\n"));
    LW_TRY([[maybe_unused]] const Done named, project::writeOrigin(path, originOf(facts, steps)));
    return QString::fromStdString(source::pathIn(path, project::kLoweredProgram));
}

Outcome runProgram(const TrainingFacts& facts, std::uint64_t steps, const std::atomic<bool>& stop,
                   const std::function<void(StepRunPtr)>& tell) {
    LW_TRY(project::TrainingLowered made, lowered(facts, steps));
    LW_TRY(const project::LoadedProgram loaded,
           project::loadWritten(made.program, facts.request.machine.toStdString()));
    LW_TRY(const auto machine, loaded.createMachine({}));
    const lower::training::StepBundles& begins = made.program.begins;
    scene::recompute::StepRun run(*machine->onlyCore().target().spec,
                                  {begins.steps, begins.update, begins.end});
    QElapsedTimer told;
    told.start();
    while (!stop) {
        const machine::Stop end = machine::recordRun(
            *machine, scene::recompute::StepRun::kEventsPerClock,
            [&](std::span<const machine::Event> events) { run.take(events); }, &stop,
            machine->clock() + kPieceClocks);
        if (stop) break;
        if (end.fault) return Problem{&project::messages::kLoweredFault, {end.fault->text}, {}, {}, {}};
        if (!machine->halted() && told.elapsed() < kTellMilliseconds) continue;
        tell(std::make_shared<const scene::recompute::StepRun>(run));
        told.restart();
        if (machine->halted()) break;
    }
    return Done{};
}

} // namespace lw::recompute
