// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/conv_plain.h"
#include "tests/bench/guest.h"
#include "tests/bench/kernel_choice.h"
#include "tests/core/lower/recompute/trained_networks.h"

#include "core/project/lowered_program.h"
#include "core/project/train_network.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

// Training steps of a convolutional network, 1-32-64-64 channels on 8 x 8 images in batches of 64, on the
// emulated chip, against plain loops and against PyTorch, each on one thread.
namespace lw::bench {

namespace {

constexpr std::uint64_t kBatch = 64, kPixels = 64;
constexpr float kRate = 0.05F;
// A multiplication and an addition for each: the three products of each layer, but for the gradient of the
// images. 22 * 22 taps of an image and a channel lie in it.
constexpr double kProducts = 64.0 * (484.0 * (2 * 1 * 32 + 3 * 32 * 64 + 3 * 64 * 64) + 3 * 64 * 64 * 10);

// The same task for both sides.
struct Task {
    network::Network network = test::digits();
    tensor::Tensor images{tensor::DType::F32, {kBatch, 8, 8, 1}}, labels{tensor::DType::I32, {kBatch}};
    PlainConvNet plain;
    std::vector<float> pixels;
    std::vector<std::int32_t> classes;

    Task() {
        std::mt19937 random(7);
        std::uniform_real_distribution<float> pixel(0, 1);
        for (std::uint64_t i = 0; i < images.count(); ++i) pixels.push_back(pixel(random));
        for (std::uint64_t i = 0; i < kBatch; ++i) classes.push_back(static_cast<std::int32_t>(i % 10));
        std::memcpy(images.bytes().data(), pixels.data(), images.bytes().size());
        std::memcpy(labels.bytes().data(), classes.data(), labels.bytes().size());
        network.convolution = network::Convolution::Automatic;
        network::Training& training = network.training.emplace();
        training.batch = kBatch;
        training.optimiser.rate = plain.rate = kRate;
        for (network::Layer& layer : network.layers) {
            if (layer.weights.count() == 0) continue;
            const std::vector<float> weights = fill(layer.weights, random);
            const std::uint64_t outputs = layer.weights.shape().back();
            if (layer.kind == network::Kind::Dense)
                plain.dense = weights;
            else
                plain.blocks.push_back({layer.weights.shape()[2], outputs, weights,
                                        std::vector<float>(outputs, 1), std::vector<float>(outputs, 0)});
        }
    }

  private:
    static std::vector<float> fill(tensor::Tensor& weights, std::mt19937& random) {
        const auto inputs = static_cast<float>(weights.count() / weights.shape().back());
        std::normal_distribution<float> number(0, std::sqrt(2 / inputs));
        std::vector<float> out;
        for (std::uint64_t i = 0; i < weights.count(); ++i) out.push_back(number(random));
        std::memcpy(weights.bytes().data(), out.data(), weights.bytes().size());
        return out;
    }
};

Guest guestFor(const Task& task, std::uint64_t steps) {
    using lower::recompute::Policy;
    const project::TrainingRequest request{
        .machine = "", .keeps = {.policy = Policy::Autograd}, .options = {.steps = steps}};
    const auto lowered = orGiveUp(project::lowerTraining(task.network, request, task.images, task.labels));
    source::MemoryLoader loader;
    source::Files files(loader);
    return Guest::of(project::loadLowered(lowered.program, "trained", "", loader, files), files);
}

// Steps per second of PyTorch, or why there are none.
struct Answer {
    double rate = 0;
    std::string why;
};
Answer stepsOfTorch(int steps) {
    const std::string command =
        "/usr/bin/python3 " LW_ROOT "/tests/bench/conv_step.py " + std::to_string(steps) + " 2>/dev/null";
    FILE* const out = popen(command.c_str(), "r");
    if (!out) return {0, "python3 cannot be started"};
    Answer answer;
    const bool isRead = std::fscanf(out, "%lf", &answer.rate) == 1;
    if (pclose(out) != 0 || !isRead) return {0, "PyTorch is not installed"};
    return answer;
}

} // namespace

std::vector<Figure> convStep(Effort effort) {
    const Task task;
    const auto steps = static_cast<std::uint64_t>(choose(effort, 4, 1));
    Guest guest = guestFor(task, steps);
    PlainConvNet plain = task.plain;
    std::vector<float> losses;
    const auto train = [&] {
        plain = task.plain;
        losses.clear();
        for (std::uint64_t i = 0; i < steps; ++i)
            losses.push_back(stepPlainly(plain, task.pixels, task.classes));
    };
    Figure figure =
        measure(effort, {.key = "conv_step",
                         .unit = "MACs/s",
                         .work = kProducts * static_cast<double>(steps),
                         .candidate = [&] { guest.runToHalt(); },
                         .anchor = train,
                         .goal = goalOf(0.5, 0.25, 0.25),
                         .prepare = [&] { guest.reset(); },
                         .check =
                             [&] {
                                 const auto told = project::trainedSteps(guest.machine());
                                 for (std::size_t i = 0; i < steps; ++i)
                                     if (std::abs(told[i].loss - losses[i]) > 0.02F * (1 + losses[i]))
                                         giveUp("the convolutional network and its anchor learn differently");
                             }});
    figure.note = "layers of 32 and 64 channels: the kernel leaves out the rest of the array";
    return {figure};
}

// Rounds one after the other, since PyTorch has a process of its own.
std::vector<Figure> convStepTorch(Effort effort) {
    const Task task;
    const auto steps = static_cast<std::uint64_t>(choose(effort, 4, 1));
    Guest guest = guestFor(task, steps);
    std::vector<double> chip, torch;
    std::string why;
    for (int round = 0; round < roundsOf(effort); ++round) {
        guest.reset();
        chip.push_back(static_cast<double>(steps) / seconds(Clock::Cpu, [&] { guest.runToHalt(); }));
        const Answer answer = stepsOfTorch(choose(effort, 10, 1));
        why = answer.why;
        if (why.empty()) torch.push_back(answer.rate);
    }
    Figure figure = figureOf("conv_step_torch", "steps/s", chip, why.empty() ? torch : std::vector<double>());
    figure.goal = 0.25;
    figure.note = why;
    return {figure};
}

} // namespace lw::bench
