// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/digits.h"
#include "tests/reference/examples.h"

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

void addResult(Files& files, const std::string& folder, const DigitsTask& task, const DigitsResult& result) {
    files.push_back({folder + "loss.npy", arrayOf<float>({result.losses.size()}, result.losses)});
    files.push_back({folder + "logits.npy", arrayOf<float>({kBatch, kClasses}, result.logits.values)});
    addLayers(files, folder, result.gradients, "_gradient");
    addLayers(files, folder, result.layers, "_trained");
    const std::vector<std::int32_t> correct{static_cast<std::int32_t>(result.trainCorrect),
                                            static_cast<std::int32_t>(result.testCorrect)};
    std::vector<float> accuracy;
    for (std::size_t i = 0; i < 2; ++i) {
        const float share = 1.0f / static_cast<float>((i ? task.test : task.train).labels.size());
        accuracy.push_back(multiply(share, static_cast<float>(correct[i])));
    }
    files.push_back({folder + "correct.npy", arrayOf<std::int32_t>({2}, correct)});
    files.push_back({folder + "accuracy.npy", arrayOf<float>({2}, accuracy)});
}

} // namespace

Files digits(const Request& request) {
    Samples all;
    const Array labels = readNpy(request.dataFolder + "/optdigits_labels_u8.npy");
    all.pixels = {labels.count(), kPixels,
                  floatsOf(readNpy(request.dataFolder + "/optdigits_images_u8.npy"))};
    for (std::size_t i = 0; i < labels.count(); ++i) all.labels.push_back(labels.at<std::uint8_t>(i));
    const DigitsTask task = digitsTask(all, request.seed);

    Files files;
    addSamples(files, "train", task.train);
    addSamples(files, "test", task.test);
    std::vector<std::int32_t> order;
    for (const auto& batch : task.order) order.insert(order.end(), batch.begin(), batch.end());
    files.push_back({"order.npy", arrayOf<std::int32_t>({kSteps, kBatch}, order)});
    addLayers(files, "", task.layers, "");
    addResult(files, "expected/", task, trainOnChip(task));
    addResult(files, "expected_double/", task, trainInDouble(task));
    return files;
}

} // namespace reference
