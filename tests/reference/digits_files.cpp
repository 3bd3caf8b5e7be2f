// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/digits_double.h"
#include "tests/reference/examples.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace reference {

namespace {

void addSamples(Files& files, const std::string& name, const Samples& samples) {
    const std::vector<std::uint8_t> pixels(samples.pixels.values.begin(), samples.pixels.values.end());
    const std::vector<std::uint8_t> labels(samples.labels.begin(), samples.labels.end());
    files.push_back({name + "_x.npy", arrayOf<std::uint8_t>({labels.size(), kPixels}, pixels)});
    files.push_back({name + "_y.npy", arrayOf<std::uint8_t>({labels.size()}, labels)});
}

void addLayers(Files& files, const std::string& folder, const std::vector<Layer>& layers,
               const std::string& suffix) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Matrix& w = layers[i].weights;
        const std::string number = std::to_string(i + 1);
        files.push_back(
            {folder + "W" + number + suffix + ".npy", arrayOf<float>({w.rows, w.columns}, w.values)});
        files.push_back(
            {folder + "b" + number + suffix + ".npy", arrayOf<float>({w.columns}, layers[i].bias)});
    }
}

void addResult(Files& files, const DigitsTask& task, const DigitsResult& result) {
    std::vector<float> losses;
    for (const DigitsStep& step : result.steps) losses.push_back(step.loss);
    const DigitsStep& watched = result.steps[task.watchedStep];
    files.push_back({"expected/loss.npy", arrayOf<float>({losses.size()}, losses)});
    files.push_back({"expected/logits.npy", arrayOf<float>({kBatch, kClasses}, watched.logits.values)});
    addLayers(files, "expected/", watched.gradients, "_gradient");
    addLayers(files, "expected/", result.layers, "_trained");
    const std::vector<std::int32_t> correct{static_cast<std::int32_t>(result.trainCorrect),
                                            static_cast<std::int32_t>(result.testCorrect)};
    std::vector<float> accuracy;
    for (std::size_t i = 0; i < 2; ++i) {
        const float share = 1.0f / static_cast<float>((i ? task.test : task.train).labels.size());
        accuracy.push_back(multiply(share, static_cast<float>(correct[i])));
    }
    files.push_back({"expected/correct.npy", arrayOf<std::int32_t>({2}, correct)});
    files.push_back({"expected/accuracy.npy", arrayOf<float>({2}, accuracy)});
}

std::vector<float> valuesOf(const std::vector<Bounded>& numbers) {
    std::vector<float> out;
    for (const Bounded& n : numbers) out.push_back(static_cast<float>(n.value));
    return out;
}

// Every step from the weights that the chip's training has there.
void addDouble(Files& files, const DigitsTask& task, const DigitsResult& result) {
    const std::string folder = "expected_double/";
    std::vector<float> losses;
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
        const BoundedStep step = stepInDouble(task.train, task.order[i], result.steps[i].layers);
        losses.push_back(static_cast<float>(step.loss.value));
        if (i != task.watchedStep) continue;
        files.push_back({folder + "logits.npy", arrayOf<float>({kBatch, kClasses}, valuesOf(step.logits))});
        std::vector<Layer> gradients;
        for (const BoundedLayer& g : step.gradients)
            gradients.push_back(
                {Matrix(g.weights.size() / g.columns, g.columns, valuesOf(g.weights)), valuesOf(g.bias)});
        addLayers(files, folder, gradients, "_gradient");
    }
    files.push_back({folder + "loss.npy", arrayOf<float>({losses.size()}, losses)});
}

DigitsTask taskOf(const Request& request) {
    Samples all;
    const Array labels = readNpy(request.dataFolder + "/optdigits_labels_u8.npy");
    all.pixels = {labels.count(), kPixels,
                  floatsOf(readNpy(request.dataFolder + "/optdigits_images_u8.npy"))};
    for (std::size_t i = 0; i < labels.count(); ++i) all.labels.push_back(labels.at<std::uint8_t>(i));
    return digitsTask(all, request.seed);
}

// How far the chip's numbers of one name are from exact ones, over all steps; each number has its own bounds.
struct Distance {
    double difference = 0, likely = 0, bound = 0; // the largest ones
    double shareOfLikely = 0, shareOfBound = 0;

    void look(double chip, const Bounded& exact) {
        const double d = std::fabs(chip - exact.value);
        difference = std::max(difference, d);
        likely = std::max(likely, exact.likely());
        bound = std::max(bound, exact.bound);
        if (d == 0) return;
        shareOfLikely = std::max(shareOfLikely, d / exact.likely());
        shareOfBound = std::max(shareOfBound, d / exact.bound);
    }
    void look(const std::vector<float>& chip, const std::vector<Bounded>& exact) {
        for (std::size_t i = 0; i < chip.size(); ++i) look(chip[i], exact[i]);
    }
    bool tell(const std::string& name) const {
        std::printf("%-12s %9.6f %9.6f %5.1f %% %9.6f %5.1f %%\n", name.c_str(), difference, likely,
                    shareOfLikely * 100, bound, shareOfBound * 100);
        return shareOfLikely <= 1 && shareOfBound <= 1;
    }
};

bool isWithinBounds(const DigitsTask& task, const DigitsResult& result, std::size_t first, std::size_t end) {
    Distance loss, logits, weights[3], biases[3];
    for (std::size_t i = first; i < end; ++i) {
        const DigitsStep& chip = result.steps[i];
        const BoundedStep exact = stepInDouble(task.train, task.order[i], chip.layers);
        loss.look(chip.loss, exact.loss);
        logits.look(chip.logits.values, exact.logits);
        for (std::size_t l = 0; l < 3; ++l) {
            weights[l].look(chip.gradients[l].weights.values, exact.gradients[l].weights);
            biases[l].look(chip.gradients[l].bias, exact.gradients[l].bias);
        }
    }
    std::printf("steps %zu to %zu: largest difference; "
                "8 deviations, and most of its own that a number uses; bound, likewise\n",
                first, end - 1);
    bool good = loss.tell("loss");
    good = logits.tell("logits") && good;
    for (std::size_t l = 0; l < 3; ++l) {
        good = weights[l].tell("W" + std::to_string(l + 1) + "_gradient") && good;
        good = biases[l].tell("b" + std::to_string(l + 1) + "_gradient") && good;
    }
    return good;
}

} // namespace

Files digits(const Request& request) {
    const DigitsTask task = taskOf(request);
    Files files;
    addSamples(files, "train", task.train);
    addSamples(files, "test", task.test);
    std::vector<std::int32_t> order;
    for (const auto& batch : task.order) order.insert(order.end(), batch.begin(), batch.end());
    files.push_back({"order.npy", arrayOf<std::int32_t>({kSteps, kBatch}, order)});
    addLayers(files, "", task.layers, "");
    const DigitsResult result = trainOnChip(task);
    addResult(files, task, result);
    addDouble(files, task, result);
    return files;
}

bool digitsAreWithinBounds(const Request& request) {
    const DigitsTask task = taskOf(request);
    const DigitsResult result = trainOnChip(task);
    bool good = isWithinBounds(task, result, task.watchedStep, task.watchedStep + 1);
    good = isWithinBounds(task, result, 0, result.steps.size()) && good;
    const auto counts = [&](const char* name, const Samples& samples, std::size_t chip) {
        const BoundedCount exact = correctInDouble(samples, result.layers);
        const std::size_t apart = std::max(chip, exact.correct) - std::min(chip, exact.correct);
        std::printf("%s: %zu right, in double precision %zu; rounding could change %zu answers\n", name, chip,
                    exact.correct, exact.uncertain);
        good = good && apart <= exact.uncertain;
    };
    counts("training set", task.train, result.trainCorrect);
    counts("test set", task.test, result.testCorrect);
    return good;
}

} // namespace reference
