// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/training/trained_run.h"

#include "core/chips/catalog.h"
#include "core/lower/recompute/overlap.h"
#include "core/lower/recompute/step_order.h"
#include "core/project/lowered_program.h"
#include "core/project/training_costs.h"
#include "core/tensor/cast.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/training/plan_tasks.h"

#include <algorithm>

namespace lw::test {

using namespace lower;

recompute::Sublayers TrainedOn::setMachine(const std::string& name) {
    const auto chip = chips::chipNamed("training");
    LW_REQUIRE(bool(chip), "the training chip");
    const auto choice = chips::machineNamed(**chip, name);
    LW_REQUIRE(choice && choice->core, "a machine of the training chip");
    machine = *choice->core;
    auto sublayers =
        recompute::sublayersOf(network, recompute::costModelOf(machine, network.training->batch));
    LW_REQUIRE(bool(sublayers), "a network that can be trained");
    return *std::move(sublayers);
}

TrainedOn::TrainedOn(network::Network of, const std::string& name, recompute::Policy policy,
                     Schedule schedule)
    : network(std::move(of)) {
    const recompute::Sublayers sublayers = setMachine(name);
    const auto model = recompute::costModelOf(machine, network.training->batch);
    const auto inverses = recompute::inversesOf(network, sublayers, model);
    const auto stored = recompute::waysOf(recompute::Policy::StoreAll, sublayers, {}, inverses);
    const auto decisions = recompute::decide(sublayers, model, recompute::memoriesOf(stored));
    keep =
        recompute::keepPlanOf(sublayers, schedule, recompute::waysOf(policy, sublayers, decisions, inverses));
}

TrainedOn::TrainedOn(network::Network of, const std::string& name, std::span<const Kept> ways,
                     Schedule schedule, std::optional<std::uint64_t> vmemBytes)
    : network(std::move(of)) {
    const recompute::Sublayers sublayers = setMachine(name);
    keep = recompute::keepPlanOf(sublayers, schedule, ways);
    if (!vmemBytes) return;
    const auto model = recompute::costModelOf(machine, network.training->batch);
    keep = recompute::overlapped(sublayers, model, std::move(keep), {*vmemBytes, *vmemBytes});
}

TrainedRun run(const TrainedOn& of, const tests::Data& data, const training::Options& options,
               const std::function<void(std::string&)>& edit) {
    TrainedRun out;
    auto labels = data.labels;
    if (labels.dtype() != tensor::DType::F32) labels = *tensor::cast(labels, tensor::DType::I32);
    auto program = training::trainingProgram(of.network, of.keep, of.machine, {data.images, labels}, options);
    if (!program) {
        out.failure = textOf(program.problem());
        return out;
    }
    out.program = *std::move(program);
    if (edit) edit(out.program.text);
    source::DiskLoader disk; // for machines that are files
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    const auto answer = project::loadLowered(out.program, "trained", of.machine.name, loader, files);
    out.machine = machineFor(answer, out.failure);
    if (!out.machine) return out;
    const machine::Stop stop = out.machine->run({});
    if (stop.fault) out.failure = stop.fault->text + " (bundle " + std::to_string(stop.fault->bundle) + ")";
    out.clocks = stop.clock;
    return out;
}

tensor::Tensor TrainedRun::read(const std::string& name) const {
    auto out = project::readTensor(*machine, name);
    LW_REQUIRE(bool(out), "a tensor of the program");
    return *std::move(out);
}

tensor::Tensor TrainedRun::held(const TrainedOn& of, const Held& what) const {
    const auto& buffers = program.plan.memory.buffers;
    const auto last =
        std::find_if(buffers.rbegin(), buffers.rend(), [&](const auto& one) { return one.held == what; });
    LW_REQUIRE(last != buffers.rend(), "a tensor of the plan");
    const training::ImageLayout layout = training::layoutOf(of.network, what.value, program.plan.by);
    const std::uint64_t rowBytes = layout.lanes * sizeof(float);
    std::vector<std::byte> bytes(last->rows * rowBytes);
    const isa::SpaceId vmem{1};
    const auto read =
        machine->onlyCore().readSpace(vmem, (program.plan.tensors.row + last->row) * rowBytes, bytes, {});
    LW_REQUIRE(bool(read), "rows of vector memory");
    tensor::Shape shape = network::shapeOf(of.network, what.value);
    shape.insert(shape.begin(), layout.batch);
    tensor::Tensor out(tensor::DType::F32, shape);
    const std::uint64_t pixels = layout.rows * layout.columns;
    for (std::uint64_t image = 0; image < layout.batch; ++image)
        for (std::uint64_t pixel = 0; pixel < pixels; ++pixel)
            for (std::uint64_t c = 0; c < layout.channels; ++c) {
                const std::uint64_t row = (c / layout.lanes * pixels + pixel) * layout.batch + image;
                std::uint32_t word = 0;
                std::memcpy(&word, bytes.data() + row * rowBytes + c % layout.lanes * sizeof word,
                            sizeof word);
                out.set((image * pixels + pixel) * layout.channels + c, word);
            }
    return out;
}

namespace {

std::string compared(const std::string& name, const tensor::Tensor& got, const tensor::Tensor& expected) {
    if (got.count() != expected.count())
        return name + ": " + std::to_string(got.count()) + " numbers for " +
               std::to_string(expected.count()) + "\n";
    std::uint64_t different = 0, first = 0;
    for (std::uint64_t i = got.count(); i-- > 0;)
        if (got.at<std::uint32_t>(i) != expected.at<std::uint32_t>(i)) ++different, first = i;
    if (different == 0) return {};
    return name + ": " + std::to_string(different) + " of " + std::to_string(got.count()) +
           " differ, number " + std::to_string(first) + " is " + std::to_string(got.at<float>(first)) +
           ", not " + std::to_string(expected.at<float>(first)) + "\n";
}

} // namespace

std::string differences(const TrainedRun& run, const train::Step& step, const train::State& after) {
    std::string out;
    for (const training::ParameterTensor& one : run.program.parameters) {
        const std::size_t i = one.layer;
        const auto part = [&](const train::LayerWeights& weights) -> const tensor::Tensor& {
            return one.part == "weights" ? weights.weights
                   : one.part == "bias"  ? weights.bias
                   : one.part == "scale" ? weights.scale
                                         : weights.shift;
        };
        const bool isRunning = one.part == "mean" || one.part == "variance";
        const tensor::Tensor& now =
            isRunning ? (one.part == "mean" ? after.mean[i] : after.variance[i]) : part(after.weights[i]);
        if (!one.gradient.empty())
            out += compared(one.gradient, run.read(one.gradient), part(step.weightGradients[i]));
        out += compared(one.name, run.read(one.name), now);
    }
    return out;
}

std::vector<train::Task> plannedTasks(const KeepPlan& plan) {
    std::vector<train::Task> out = tests::tasksOf(plan);
    for (train::Task& task : out)
        std::erase_if(task.released, [](const Held& held) { return held.part == Part::Statistics; });
    return out;
}

train::Step planned(const TrainedOn& of, const train::State& state, const tests::Data& data) {
    const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
    auto step = train::run(of.network, state, data.images, data.labels, options, plannedTasks(of.keep));
    LW_REQUIRE(bool(step), "a step that was refused");
    return *std::move(step);
}

train::Step plain(const TrainedOn& of, const train::State& state, const tests::Data& data) {
    const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
    return tests::stepOf(of.network, state, data, options);
}

std::string differencesAfter(std::uint64_t steps, const TrainedOn& of, const tests::Data& data) {
    return differencesAfter(steps, of, data, plain);
}

std::string differencesAfter(std::uint64_t steps, const TrainedOn& of, const tests::Data& data,
                             const StepBy& stepBy) {
    const TrainedRun ran = run(of, data, {.steps = steps, .keepsGradients = true});
    if (!ran.failure.empty()) return ran.failure;
    const train::Options options{train::Arithmetic::Chip, of.machine.lanes, of.machine.sublanes};
    train::State state = train::stateOf(of.network, train::Arithmetic::Chip);
    train::Step step;
    for (std::uint64_t i = 0; i < steps; ++i) {
        step = stepBy(of, state, data);
        train::update(of.network, step, options, state);
    }
    return differences(ran, step, state);
}

recompute::Report decided(const network::Network& network, const std::string& machine,
                          const recompute::Request& request) {
    const auto model = project::trainingCosts(network, machine, {}, {});
    LW_REQUIRE(bool(model), "a machine of the training chip");
    auto report = recompute::reportOf(network, *model, request);
    LW_REQUIRE(report && *report, report ? "not stopped" : textOf(report.problem()).c_str());
    return **std::move(report);
}

Modelled modelled(const network::Network& network, const recompute::Report& report,
                  const std::string& machine, std::uint64_t clocks,
                  const std::function<bool(const KeepStep&)>& isMeant) {
    const auto emulated = project::emulatedSteps(network, report, machine);
    LW_REQUIRE(bool(emulated), emulated ? "" : textOf(emulated.problem()).c_str());
    Modelled out;
    for (std::size_t i = 0; i < emulated->size(); ++i) {
        const KeepStep& step = report.plan.steps[i];
        const project::StepError one{i, report.usage.steps[i].clocks, (*emulated)[i]};
        if (!isMeant(step) || one.emulated <= clocks) continue;
        ++out.count;
        if (std::abs(one.error()) >= 0.15)
            out.wrong += std::string(nameOf(step.kind)) + " " + report.names[step.value] + ", " +
                         std::to_string(report.model.batch) + " images: " + std::to_string(one.modelled) +
                         ", not " + std::to_string(one.emulated) + "\n";
    }
    return out;
}

} // namespace lw::test
