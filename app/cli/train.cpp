// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/machine_options.h"
#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "app/cli/number_text.h"
#include "app/cli/recompute_request.h"
#include "app/cli/recompute_text.h"
#include "app/cli/run_loop.h"
#include "app/cli/train_use.h"
#include "app/cli/training_arguments.h"
#include "core/base/check.h"
#include "core/base/file.h"
#include "core/network/network_json.h"
#include "core/project/load_network.h"
#include "core/project/lowered_program.h"
#include "core/project/released_read.h"
#include "core/project/train_network.h"
#include "core/project/training_costs.h"
#include "core/project/training_origin.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

// lw train: the training of a network as a program of the training chip.
namespace lw::cli {

namespace {

constexpr std::uint64_t kMostSteps = 1'000'000'000;

std::string decimal(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", value);
    return text;
}

std::string passesText(std::size_t passes, std::string_view of) {
    return groupedText(passes) + (passes == 1 ? " pass" : " passes") +
           " of the vector units in the bundles of " + std::string(of) + "\n";
}

// What a schedule gains over another order of steps; and what is computed again for nothing.
std::string sharedText(const project::TrainingLowered& lowered) {
    const lower::Schedule schedule = lowered.decided.request.schedule;
    const auto [transposes, products] = lowered.program.shared;
    const std::string again = products == 0 ? "" : "computed again: " + passesText(products, "products");
    if (schedule == lower::Schedule::S0) return again;
    const std::string name = "schedule " + std::string(nameOf(schedule));
    if (transposes == 0) return again + name + " changes the order of steps here, and shares no bundles\n";
    return again + name + ": " + passesText(transposes, "transposing");
}

// Batches are whole: what fills none of them is not used.
std::string restText(std::uint64_t images, std::uint32_t batch) {
    if (images % batch == 0) return {};
    return countText(images % batch, "image") + " of " + groupedText(images) + " fill" +
           (images % batch == 1 ? "s" : "") + " no batch, and " + (images % batch == 1 ? "is" : "are") +
           " not used\n";
}

std::string planText(const network::Network& network, const project::TrainingLowered& lowered,
                     std::uint64_t steps, const machine::CoreLimits& machine) {
    const lower::recompute::Report& decided = lowered.decided;
    const auto bytes = [&](std::uint64_t rows) { return groupedText(rows * machine.rowBytes()); };
    const lower::training::StepPlan& plan = lowered.program.plan;
    return network.name + " on " + machine.name + ": " + countText(steps, "step") + " of " +
           countText(network.training->batch, "image") + ", " + std::string(nameOf(decided.request.policy)) +
           ", " + std::string(nameOf(decided.request.schedule)) +
           (decided.convolution == network::Convolution::Im2col ? ", im2col" : "") + "\n" +
           groupedText(lowered.program.bundles) + " bundles; scalar memory " +
           groupedText(lowered.program.smemWords) + " of " + groupedText(machine.smemWords) + " words, " +
           countText(lowered.program.descriptors, "descriptor") + "; vector memory " + bytes(plan.rows) +
           " of " + groupedText(machine.vmemBytes()) + " bytes: parameters and what they need " +
           bytes(plan.squares.row) + ", values, gradients and a batch " + bytes(plan.memory.rows) +
           "; planned are at most " + groupedText(decided.usage.peak) +
           " bytes of values and gradients at once, and " + groupedText(decided.usage.peakHbm) + " in HBM\n" +
           sharedText(lowered);
}

Json planJson(const project::TrainingLowered& lowered, std::uint64_t steps,
              const machine::CoreLimits& machine) {
    const lower::training::StepPlan& plan = lowered.program.plan;
    return {{"steps", steps},
            {"machine", machine.name},
            {"policy", nameOf(lowered.decided.request.policy)},
            {"schedule", nameOf(lowered.decided.request.schedule)},
            {"convolution", nameOf(lowered.decided.convolution)},
            {"bundles", lowered.program.bundles},
            {"smemWords", lowered.program.smemWords},
            {"descriptors", lowered.program.descriptors},
            {"passesBesideTransposes", lowered.program.shared.transposes},
            {"passesBesideProducts", lowered.program.shared.products},
            {"vmemBytes", plan.rows * machine.rowBytes()},
            {"tensorBytes", plan.memory.rows * machine.rowBytes()},
            {"peak", lowered.decided.usage.peak},
            {"peakHbm", lowered.decided.usage.peakHbm}};
}

// Runs the program and reports the outcome.
Result<Exit> runIt(const network::Network& network, const project::TrainingLowered& lowered,
                   const project::TrainingRequest& request, const std::string& kernel, Console& console) {
    LW_TRY(const project::LoadedProgram loaded, project::loadWritten(lowered.program, request.machine));
    chips::RunOptions options;
    options.kernel = kernel;
    LW_TRY(const auto machine, loaded.createMachine(options));
    machine::Timeline timeline(*machine);
    const RunEnd end = runToEnd(timeline, {}, console, [&](const machine::Machine& running) {
        const auto done = project::trainedSteps(running);
        const std::string loss =
            done.empty() ? "" : ", loss " + decimal(static_cast<double>(done.back().loss));
        return ", step " + groupedText(done.size()) + " of " + groupedText(request.options.steps) + loss;
    });
    const auto steps = project::trainedSteps(*machine);
    const bool hasLabels = network.training->loss == network::Loss::SoftmaxCrossEntropy;
    Json list = Json::list();
    for (const project::TrainedStep& step : steps)
        list.push_back({{"loss", step.loss}, {"correct", step.correct}, {"clock", step.clock}});
    console.document()["losses"] = std::move(list);
    console.document()["clocks"] = machine->clock();
    if (!machine->halted()) {
        console.line(stopText(*machine, end));
        console.document()["stop"] = stopJson(*machine, end);
        if (const auto read = project::releasedRead(network, lowered.decided.plan, lowered.program, *machine))
            console.problem(*read);
        return exitOf(end);
    }
    const std::uint64_t count = steps.size(), batch = network.training->batch;
    std::string text = groupedText(machine->clock()) + " clocks, " + groupedText(machine->clock() / count) +
                       " a step\nloss " + decimal(static_cast<double>(steps.front().loss)) + " at first, " +
                       decimal(static_cast<double>(steps.back().loss)) + " at last";
    if (hasLabels)
        text += "; right of the last batch " + std::to_string(steps.back().correct) + " of " +
                std::to_string(batch);
    if (hasLabels && count > 1) {
        std::uint64_t right = 0;
        for (const project::TrainedStep& step : steps) right += step.correct;
        text += ", of all " + groupedText(count * batch) + " images " + groupedText(right);
    }
    console.line(text);
    RunUse use = useOf(*machine, loaded.machine.performance);
    console.line(use.text);
    console.document()["busyClocks"] = std::move(use.busyClocks);
    console.document()["bytesMoved"] = use.bytesMoved;
    console.progress("some steps by each schedule");
    const auto [bySchedule, schedules] = usesBySchedule(network, request);
    console.endProgress();
    console.print(bySchedule);
    console.document()["schedules"] = schedules;
    const auto bad = std::ranges::find_if(
        steps, [](const project::TrainedStep& step) { return !std::isfinite(step.loss); });
    if (bad != steps.end())
        console.problem(
            {&messages::kLossNotFinite,
             {std::to_string(bad - steps.begin() + 1), std::isnan(bad->loss) ? "NaN" : "infinite"},
             {},
             {},
             {}});
    return Exit::Pass;
}

// The error bound of each inverse in use at the first step, and its error on the first batch.
Outcome tellInverses(const network::Network& network, const lower::recompute::Report& decided,
                     const tensor::Tensor& images, const tensor::Tensor& labels, Console& console) {
    const auto isInverse = [](const lower::Kept& kept) { return kept.way == lower::Way::Inverse; };
    if (std::ranges::none_of(decided.plan.values, isInverse)) return Done{};
    LW_TRY(const auto errors, project::inverseErrors(network, decided.model.element, images, labels));
    console.print(inversesText(decided, errors));
    return Done{};
}

// The same for what is kept in bfloat16.
Outcome tellRounded(const network::Network& network, const lower::recompute::Report& decided,
                    const tensor::Tensor& images, const tensor::Tensor& labels, Console& console) {
    const auto rounded = lower::recompute::roundedValues(decided.sublayers, decided.plan);
    if (rounded.empty()) {
        console.print(roundedText(decided));
        return Done{};
    }
    LW_TRY(const auto errors, project::roundingErrors(network, rounded, images, labels));
    console.print(roundedText(decided, errors));
    return Done{};
}

// Layers that begin with the same numbers, as where a graph of ONNX uses them twice: each learns its own.
void warnOfShared(const network::Network& network, Console& console) {
    const auto hasOwn = [](const network::Layer& layer) {
        return !layer.isInitial && layer.weights.count() > 1 &&
               (layer.kind == network::Kind::Conv || layer.kind == network::Kind::Dense);
    };
    for (auto one = network.layers.begin(); one != network.layers.end(); ++one)
        for (auto other = network.layers.begin(); hasOwn(*one) && other != one; ++other)
            if (hasOwn(*other) && other->weights == one->weights)
                console.problem({&messages::kSharedWeights, {other->name, one->name}, one->place, {}, {}});
}

// What is trained, and where its file does not say how, the network as it is trained.
struct Trained {
    network::Network network;
    bool isByOptions = false;
};

constexpr std::string_view kTrainedNetwork = "network.json";

// The program with what the window needs to recognise it: a file that says all of the network. That comes
// first, since it may be what was read, which is not written over.
Outcome write(const std::string& folder, project::TrainingMade made, const Trained& trained,
              const project::TrainingLowered& lowered) {
    std::vector<std::string> files{std::string(project::kLoweredProgram)};
    for (const lower::DataFile& file : lowered.program.files) files.push_back(file.name);
    if (trained.isByOptions) {
        made.network = absolutePath(source::pathIn(folder, std::string(kTrainedNetwork)));
        files.emplace_back(kTrainedNetwork);
        const network::NetworkFiles beside = network::formatNetwork(trained.network, "network");
        for (const network::TensorFile& file : beside.tensors) files.push_back(file.name);
        if (beside.labels) files.push_back(beside.labelsFile);
    }
    LW_TRY([[maybe_unused]] const Done own, project::checkOwn(folder, std::move(files)));
    if (trained.isByOptions) {
        std::error_code failed; // told by what is written there
        std::filesystem::create_directories(folder, failed);
        LW_TRY([[maybe_unused]] const Done saved,
               project::saveNetwork(trained.network, made.network, {made.images, made.labels}));
    }
    LW_TRY([[maybe_unused]] const Done written, project::writeLowered(lowered.program, folder));
    LW_TRY([[maybe_unused]] const Done reported,
           project::writeReport(folder, lower::recompute::jsonOf(lowered.decided).text(1) + "\n"));
    return project::writeOrigin(folder, project::trainingOrigin(made, lowered.decided));
}

Result<Exit> train(Trained trained, const Arguments& arguments, Console& console) {
    network::Network& network = trained.network;
    LW_TRY(const bool isSet, setTraining(network, arguments));
    trained.isByOptions |= isSet;
    auto data = arguments.value("--data"), labels = arguments.value("--labels");
    if (!data && !labels) {
        LW_TRY(const auto own, project::trainingDataOf(arguments.operands().front()));
        if (own) data = own->images, labels = own->labels;
    }
    if (!data || !labels) return Problem{&messages::kNoTrainingData, {}, {}, {}, {}};
    LW_TRY(const std::string kernel, kernelOf(arguments));
    project::TrainingRequest request;
    request.machine = arguments.value("--machine").value_or("");
    if (chips::isMachinePath(request.machine)) request.machine = absolutePath(request.machine);
    LW_TRY(request.keeps, recomputeRequestOf(network, arguments));
    LW_TRY([[maybe_unused]] const Done set, setConvolution(network, arguments));
    LW_TRY(request.options.steps, arguments.number("--steps", 1, kMostSteps, 1));
    request.options.keepsGradients = arguments.has("--gradients");
    request.options.forgetsReleased = arguments.has("--forget-released");
    const std::string& path = arguments.operands().front();
    LW_TRY(const tensor::Tensor images, project::readExamples(path, *data));
    LW_TRY(const tensor::Tensor given, project::readExamples(path, *labels));
    const auto made = project::lowerTraining(network, request, images, given);
    if (!made) return project::inFile(made.problem(), {*data, *labels});
    const project::TrainingLowered& lowered = *made;
    LW_TRY(const machine::CoreLimits machine, project::coreNamed(request.machine));
    if (const auto warning = lower::recompute::beyondVmem(network, lowered.decided))
        console.problem(*warning);
    warnOfShared(network, console);
    console.print(planText(network, lowered, request.options.steps, machine) +
                  restText(images.shape()[0], network.training->batch));
    LW_TRY([[maybe_unused]] const Done told, tellInverses(network, lowered.decided, images, given, console));
    LW_TRY([[maybe_unused]] const Done rounded,
           tellRounded(network, lowered.decided, images, given, console));
    console.document()["training"] = planJson(lowered, request.options.steps, machine);
    if (const auto folder = arguments.value("--output")) {
        LW_TRY([[maybe_unused]] const Done written,
               write(*folder,
                     {.network = absolutePath(arguments.operands().front()),
                      .machine = request.machine,
                      .images = absolutePath(*data),
                      .labels = absolutePath(*labels),
                      .steps = request.options.steps},
                     trained, lowered));
    }
    return arguments.has("--run") ? runIt(network, lowered, request, kernel, console) : Exit::Pass;
}

} // namespace

Result<Exit> runTrain(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::Files files(disk);
    const network::Section section = sectionOf(arguments);
    const auto network = networkFrom(arguments, section, files, console);
    if (!network) return Exit::Usage;
    const Result<Exit> trained =
        train({.network = *network, .isByOptions = section != network::Section{}}, arguments, console);
    if (trained) return *trained;
    console.problem(trained.problem(), &files);
    return Exit::Usage;
}

} // namespace lw::cli
