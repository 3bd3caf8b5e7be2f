// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/digits_plain.h"
#include "tests/bench/guest.h"

#include "core/tensor/npy.h"

#include <cmath>
#include <cstring>

// The digits example, training only, against the same training in plain loops.
namespace lw::bench {

namespace {

tensor::Tensor read(const std::string& name) {
    auto tensor = tensor::readNpy(LW_ROOT "/examples/training/digits/" + name + ".npy");
    if (!tensor) giveUp(textOf(tensor.problem()));
    return *std::move(tensor);
}

template <typename T> std::vector<T> values(const tensor::Tensor& from) {
    std::vector<T> out(from.count());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<T>(tensor::valueAt(from, i));
    return out;
}

PlainTask task() {
    PlainTask task;
    task.pixels = values<float>(read("train_x"));
    task.labels = values<std::int32_t>(read("train_y"));
    task.order = values<std::int32_t>(read("order"));
    constexpr std::size_t kSizes[] = {64, 96, 48, 10};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string number = std::to_string(i + 1);
        task.layers.push_back(
            {kSizes[i], kSizes[i + 1], values<float>(read("W" + number)), values<float>(read("b" + number))});
    }
    return task;
}

tensor::Tensor stepCount(std::int32_t steps) {
    tensor::Tensor out(tensor::DType::I32, {1});
    std::memcpy(out.bytes().data(), &steps, 4);
    return out;
}

} // namespace

std::vector<Figure> digitsStep(Effort effort) {
    const PlainTask fresh = task();
    const auto steps = static_cast<std::int32_t>(fresh.order.size() / 64);
    Guest guest = Guest::fromFile(LW_ROOT "/examples/training/digits/program.lw");
    PlainTask plain = fresh;
    const std::vector<float> losses = trainPlainly(plain);
    guest.runToHalt();
    const std::vector<float> got = values<float>(guest.get("loss"));
    for (std::size_t i = 0; i < losses.size(); ++i) // the sums are added in another order
        if (std::abs(got[i] - losses[i]) > 0.02f * (1.0f + losses[i]))
            giveUp("the digits example and its anchor learn differently");

    // What comes before and after the training is taken off: a run of no steps does just that.
    const auto run = [&](std::int32_t count) {
        guest.reset();
        guest.set("steps", stepCount(count));
        return seconds(Clock::Cpu, [&] { guest.runToHalt(); });
    };
    const int times = choose(effort, 5, 1);
    std::vector<double> guests, anchors;
    for (int round = 0; round < roundsOf(effort); ++round) {
        double training = 0, spent = 0;
        for (int i = 0; i < times; ++i) {
            training += run(steps) - run(0);
            plain = fresh;
            spent += seconds(Clock::Cpu, [&] { trainPlainly(plain); });
        }
        guests.push_back(times * steps / training);
        anchors.push_back(times * steps / spent);
    }
    Figure figure = figureOf("digits_step", "steps/s", guests, anchors);
    figure.goal = 1.0;
    return {figure};
}

} // namespace lw::bench
