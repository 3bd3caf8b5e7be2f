// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/guest.h"
#include "tests/core/lower/recompute/trained_networks.h"

#include "core/project/load_network.h"
#include "core/project/lowered_program.h"
#include "core/project/step_clocks.h"
#include "core/project/train_network.h"
#include "core/project/training_costs.h"
#include "core/tensor/npy.h"
#include "core/trace/statistics.h"

#include <algorithm>
#include <cmath>

// Training steps on the chip: what they take, and how well that is known beforehand. But for the milliseconds
// all figures are counts of clocks and bytes, which no host changes.
namespace lw::bench {

namespace {

using lower::KeepStep;
using lower::Schedule;
using lower::recompute::Policy;
using lower::recompute::Request;
using tensor::DType;
using tensor::Tensor;

struct Task {
    network::Network network;
    Tensor images, labels;
};

Task residualDigits() {
    source::DiskLoader disk;
    source::Files files(disk);
    auto network = project::loadNetwork(LW_ROOT "/examples/networks/residual-digits/residual.json", files);
    return {orGiveUp(std::move(network)),
            orGiveUp(tensor::readNpy(LW_ROOT "/examples/data/optdigits_images_u8.npy")),
            orGiveUp(tensor::readNpy(LW_ROOT "/examples/data/optdigits_labels_u8.npy"))};
}

// A 3 x 3 layer of 64 channels, and one of 1 x 1 before it, so that its input has a gradient.
constexpr std::uint64_t kBatch = 64, kSize = 8, kChannels = 64;
Task wideLayer() {
    test::TrainedNetwork make({kSize, kSize, kChannels});
    make.conv(make.conv(network::kInput, kChannels, 1), kChannels, 3);
    Task out{make.done(), Tensor(DType::F32, {kBatch, kSize, kSize, kChannels}),
             Tensor(DType::F32, {kBatch, kSize, kSize, kChannels})};
    network::Training& training = out.network.training.emplace();
    training.batch = kBatch;
    training.loss = network::Loss::MeanSquares;
    return out;
}

// Multiply-accumulates of a step of it that are not of padding: gradients of both convolutions' weights,
// and of the second one's input, as many each as forward.
constexpr std::uint64_t kWideProducts =
    kBatch * kChannels * kChannels * (2 * kSize * kSize + 3 * (3 * kSize - 2) * (3 * kSize - 2));

// Steps on the emulated chip.
struct Ran {
    lower::recompute::Report decided;
    std::uint64_t clocks = 0;
    double matrixUse = 0;    // of all clocks, those in which left sides hold the matrix unit's port
    double mostProducts = 0; // multiply-accumulates that the array could do in these clocks
};

Ran stepsOf(const Task& task, const std::string& machineName, const Request& keeps, std::uint64_t steps) {
    const project::TrainingRequest request{
        .machine = machineName, .keeps = keeps, .options = {.steps = steps}};
    network::Network network = task.network;
    network.convolution = network::Convolution::Automatic;
    auto lowered = orGiveUp(project::lowerTraining(network, request, task.images, task.labels));
    source::MemoryLoader loader;
    source::Files files(loader);
    const auto answer = project::loadLowered(lowered.program, "trained", machineName, loader, files);
    if (!answer.loaded) giveUp("a lowered program cannot be assembled");
    const auto machine = orGiveUp(answer.loaded->createMachine({}));
    runToHalt(*machine);
    const chips::Performance& best = answer.loaded->machine.performance;
    const trace::Statistics counted =
        trace::statisticsOf(*machine, {best.operationsPerClock, best.farBytesPerClock, best.clockHz},
                            best.matrixUnit, best.farUnit);
    const auto clocks = static_cast<double>(machine->clock());
    return {std::move(lowered.decided), machine->clock(),
            static_cast<double>(counted.roofline.operations) / best.operationsPerClock / clocks,
            best.operationsPerClock * clocks};
}

Ran stepOf(const Task& task, const std::string& machineName, const Request& keeps) {
    return stepsOf(task, machineName, keeps, 1);
}

Figure counted(std::string key, std::string unit, double candidate, double anchor, double goal, bool atMost) {
    Figure out;
    out.key = std::move(key);
    out.unit = std::move(unit);
    out.candidate = candidate;
    out.anchor = anchor;
    out.ratio = out.lowest = out.highest = candidate / anchor;
    out.goal = goal;
    out.atMost = atMost;
    return out;
}

// Ten steps, since the first one brings its batch and the last one hides none.
constexpr std::uint64_t kSteps = 10;

// A way to keep values with equal bits.
struct Way {
    Request request;
    std::uint64_t peak = 0, clocks = 0; // as modelled
};
// By each schedule all fixed policies and all of the budget's curve, and what half of the bytes of storing
// everything allow; from the lowest peak on.
std::vector<Way> waysOf(network::Network network, std::uint64_t half) { // a copy
    network.convolution = network::Convolution::Automatic;
    const lower::recompute::CostModel model = orGiveUp(project::chosenCosts(network, "", {}, {}));
    std::vector<Way> out;
    for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
        const auto add = [&](Policy policy, std::optional<std::uint64_t> budget) {
            const Request request{.policy = policy, .schedule = schedule, .budget = budget};
            const auto report = lower::recompute::reportOf(network, model, request);
            if (report) out.push_back({request, (*report)->usage.peak, (*report)->usage.clocks});
        };
        for (const Policy policy : {Policy::StoreAll, Policy::Autograd, Policy::ConvStored, Policy::SqrtN})
            add(policy, {});
        const auto all = orGiveUp(lower::recompute::tradeOffOf(network, model, {.schedule = schedule}));
        for (const lower::recompute::TradePoint& point : all->curve) add(Policy::Budget, point.peak);
        add(Policy::Budget, half);
    }
    std::ranges::stable_sort(out, {}, &Way::peak);
    return out;
}

// The lowest peak in no more emulated clocks. What is modelled to take two hundredths more is not run.
Ran lowestPeak(const Task& task, const std::vector<Way>& ways, const Ran& other) {
    constexpr double kNear = 1.02;
    for (const Way& way : ways) {
        if (static_cast<double>(way.clocks) > kNear * static_cast<double>(other.decided.usage.clocks))
            continue;
        Ran ran = stepsOf(task, "", way.request, kSteps);
        if (ran.clocks <= other.clocks) return ran;
    }
    return other;
}

} // namespace

// The matrix unit over forward pass, gradients of input and weights, with everything that moves in and out.
std::vector<Figure> matrixUse(Effort) {
    std::vector<Figure> out;
    const Task task = wideLayer();
    for (const auto& [key, machine, goal] :
         {std::tuple("mxu_use", "training", 0.4), std::tuple("mxu_use_v2", "training-v2-observed", 0.6)}) {
        const Ran ran = stepOf(task, machine, {});
        const auto clocks = static_cast<double>(ran.clocks);
        out.push_back(counted(key, "clocks", ran.matrixUse * clocks, clocks, goal, false));
        const double useful = 100 * static_cast<double>(kWideProducts) / ran.mostProducts;
        out.back().note = std::to_string(std::lround(useful)) +
                          " % of the products that the array could do are of the layers";
    }
    return out;
}

// The exact optimum under a budget: fifty sublayers, with 16 MiB of VMEM for their values.
std::vector<Figure> planOptimum(Effort effort) {
    const network::Network network = test::residual(choose(effort, 12U, 2U));
    const std::string allForValues[] = {"vmem=16777216"};
    const lower::recompute::CostModel model = orGiveUp(project::trainingCosts(network, "", 64, allForValues));
    const Request request{.policy = Policy::Budget, .budget = std::uint64_t{24} << 20};
    std::size_t sublayers = 0;
    Figure out = milliseconds(effort, "plan_optimum", 1000, [&] {
        const auto report = orGiveUp(lower::recompute::reportOf(network, model, request));
        if (!report || !report->optimum || !report->optimum->isProven) giveUp("an optimum is not proven");
        sublayers = report->sublayers.size();
    });
    out.note = std::to_string(sublayers) + " sublayers";
    return {out};
}

// Bytes at the peak of the best policy with equal bits, whatever its schedule, beside those of storing
// everything and of what PyTorch keeps, in no more clocks than either takes; and what half of the bytes of
// storing everything costs in clocks.
std::vector<Figure> policies(Effort) {
    const Task task = residualDigits();
    const Ran all = stepsOf(task, "", {.policy = Policy::StoreAll}, kSteps);
    const Ran torch = stepsOf(task, "", {.policy = Policy::Autograd}, kSteps);
    const std::uint64_t half = all.decided.usage.peak / 2;
    const std::vector<Way> ways = waysOf(task.network, half);
    std::vector<Figure> out;
    const Ran& fastest = torch.clocks <= all.clocks ? torch : all;
    const Ran best = lowestPeak(task, ways, fastest);
    for (const auto& [key, other, goal] :
         {std::tuple("policies_store_all", &all, 0.5), std::tuple("policies_autograd", &torch, 0.75)}) {
        Figure figure = counted(key, "bytes", static_cast<double>(best.decided.usage.peak),
                                static_cast<double>(other->decided.usage.peak), goal, true);
        figure.note = std::to_string(best.clocks) + " clocks against " + std::to_string(other->clocks) +
                      ", " + std::string(nameOf(best.decided.request.policy)) + " " +
                      std::string(nameOf(best.decided.request.schedule));
        out.push_back(std::move(figure));
    }
    std::optional<Ran> halved;
    for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
        Ran ran = stepsOf(task, "", {.policy = Policy::Budget, .schedule = schedule, .budget = half}, kSteps);
        if (!halved || ran.clocks < halved->clocks) halved = std::move(ran);
    }
    out.push_back(counted("policies_half", "clocks", static_cast<double>(halved->clocks),
                          static_cast<double>(all.clocks), 1, true));
    out.back().note = std::to_string(halved->decided.usage.peak) + " bytes against " +
                      std::to_string(all.decided.usage.peak) + ", " +
                      std::string(nameOf(halved->decided.request.schedule));
    return out;
}

// How far the model of a whole step is from the emulated one, at worst.
std::vector<Figure> modelError(Effort) {
    const Task task = residualDigits();
    Figure out;
    for (const Schedule schedule : {Schedule::S0, Schedule::S1, Schedule::S2}) {
        // Gradients that wait need more at least.
        const std::uint64_t little = schedule == Schedule::S0 ? 8'000'000 : 8'700'000;
        for (Request request :
             {Request{.policy = Policy::StoreAll}, Request{.policy = Policy::Autograd},
              Request{.policy = Policy::ConvStored}, Request{.policy = Policy::BnStored},
              Request{.policy = Policy::LocalRule}, Request{.policy = Policy::SqrtN},
              Request{.policy = Policy::Masks}, Request{.policy = Policy::Bf16},
              Request{.policy = Policy::Bf16All}, Request{.policy = Policy::Budget, .budget = 9'500'000},
              Request{.policy = Policy::Budget, .budget = little}}) {
            request.schedule = schedule;
            const Ran ran = stepOf(task, "", request);
            const auto clocks = static_cast<double>(ran.clocks);
            const auto modelled = static_cast<double>(ran.decided.usage.clocks);
            const double error = std::abs(modelled - clocks) / clocks;
            if (error <= out.ratio) continue;
            out = counted("model_error", "clocks", std::abs(modelled - clocks), clocks, 0.1, true);
            out.note = std::string(nameOf(request.policy)) + ", " + std::string(nameOf(schedule));
        }
    }
    return {out};
}

// How far the model of a step's parts is, each alone, moves between memories among them: at worst of those
// that take more than a thousand clocks.
std::vector<Figure> sublayerError(Effort) {
    const network::Network network = residualDigits().network;
    Figure out;
    for (const char* const machine : {"training", "training-v2-observed"})
        for (const Request& request : {Request{.policy = Policy::Budget, .budget = 8'000'000},
                                       Request{.policy = Policy::StoreAll, .vmemBudget = 6'000'000}}) {
            const auto model = orGiveUp(project::trainingCosts(network, machine, {}, {}));
            const auto decided = orGiveUp(lower::recompute::reportOf(network, model, request));
            const auto clocks = orGiveUp(project::emulatedSteps(network, *decided, machine));
            const project::StepError worst = project::worstOf(*decided, clocks);
            if (std::abs(worst.error()) <= out.ratio) continue;
            const auto emulated = static_cast<double>(worst.emulated);
            out = counted("model_error_sublayer", "clocks", std::abs(worst.error()) * emulated, emulated,
                          0.15, true);
            const KeepStep& step = decided->plan.steps[worst.step];
            out.note = std::string(nameOf(step.kind)) + " " + decided->names[step.value] + ", " + machine;
        }
    return {out};
}

} // namespace lw::bench
