// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/convolutions.h"
#include "tests/bench/guest.h"

#include "core/lower/striding/direct.h"
#include "core/network/reference.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/project/strided_run.h"
#include "core/tensor/npy.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

// A published network with random weights (ResNet-50; a smoke run: SqueezeNet), from its file: read, computed
// by `lw net run`, and put on the circuit, run and compared, as `lw stride` does. The anchor of the last two
// are its convolutions alone by oneDNN, one after the other, weights in the form it likes best.
namespace lw::bench {

namespace {

using tensor::DType;
using tensor::Tensor;

constexpr std::uint64_t kSide = 224, kColours = 3; // of the image that both networks read

// By channels, as the file reads it, and by pixels.
struct Image {
    Tensor byChannels{DType::F32, {1, kColours, kSide, kSide}},
        byPixels{DType::F32, {kSide, kSide, kColours}};

    Image() {
        std::mt19937 random(1);
        for (std::uint64_t pixel = 0; pixel < kSide * kSide; ++pixel)
            for (std::uint64_t c = 0; c < kColours; ++c) {
                const float value = static_cast<float>(random() % 256) / 255 - 0.5f;
                byChannels.set(c * kSide * kSide + pixel, value);
                byPixels.set(pixel * kColours + c, value);
            }
    }
};

// The file with weights, which is gone afterwards.
class WeightedFile {
  public:
    WeightedFile(const std::string& name, const Image& image)
        : m_folder(std::filesystem::temp_directory_path() / ("lw-bench-" + std::to_string(getpid())))
        , m_path(m_folder / "network.onnx") {
        std::filesystem::create_directory(m_folder);
        const std::string input = (m_folder / "x.npy").string();
        const std::string command = LW_REFERENCE " onnx-weights " LW_ROOT "/tests/reference/zoo/" + name +
                                    " 1 '" + input + "' '" + m_path.string() + "'";
        if (!tensor::writeNpy(input, image.byChannels) || std::system(command.c_str()) != 0)
            giveUp("no weights for " + name);
    }
    ~WeightedFile() {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    WeightedFile(const WeightedFile&) = delete;
    WeightedFile& operator=(const WeightedFile&) = delete;

    network::Network read() const {
        source::DiskLoader disk;
        source::Files files(disk);
        auto network = project::loadNetwork(m_path.string(), files);
        if (!network) giveUp(textOf(network.problem()));
        return *std::move(network);
    }
    double megabytes() const { return static_cast<double>(std::filesystem::file_size(m_path)) / 1e6; }

  private:
    std::filesystem::path m_folder, m_path;
};

// From the file to the verdict on the default machine.
Tensor onCircuit(const WeightedFile& file, const Tensor& image) {
    const network::Network network = file.read();
    auto lowered = project::lowerNetwork(network, {}, {});
    if (!lowered) giveUp(textOf(lowered.problem()));
    project::StridedRun run(*lowered, {}, image);
    for (std::size_t part = 0; part < lowered->parts.size(); ++part) {
        const auto machine = run.begin(part);
        if (!machine) giveUp(textOf(machine.problem()));
        (*machine)->run({});
        const auto unexpected = run.finish(part, **machine);
        if (!unexpected || *unexpected != 0) giveUp("the run of a network is not as predicted");
    }
    return run.outputs().front();
}

} // namespace

std::vector<Figure> networks(Effort effort) {
    const Image made;
    const Tensor& image = made.byPixels;
    const WeightedFile file(choose(effort, "light_resnet50.onnx", "light_squeezenet.onnx"), made);
    const network::Network network = file.read();
    const Convolutions<float, float> convolutions(network);
    const auto circuit = project::circuitNamed({});
    if (!circuit) giveUp(textOf(circuit.problem()));
    const network::ReferenceOptions options = lower::striding::directOptions(*circuit, true);
    Tensor computed, ran;
    const auto sameBits = [&] {
        if (!(computed == ran)) giveUp("the circuit and lw net run differ");
    };
    Figure reading =
        measure(effort, {.key = "network_read", .unit = "MB/s", .work = file.megabytes(), .candidate = [&] {
                             (void)file.read();
                         }});
    reading.note = std::to_string(static_cast<int>(file.megabytes())) + " MB in " +
                   std::to_string(file.megabytes() / reading.candidate) + " s";
    const std::string note = convolutions.call() ? "" : kNoOneDnn;
    Figure running = measure(effort, {.key = "network_run",
                                      .unit = "images/s",
                                      .work = 1,
                                      .candidate =
                                          [&] {
                                              std::vector<Tensor> values =
                                                  network::computeAll(network, image, options);
                                              computed = std::move(values[network.outputs.front()]);
                                          },
                                      .anchor = convolutions.call(),
                                      .goal = 0.1});
    Figure verdict = measure(effort, {.key = "network_verdict",
                                      .unit = "images/s",
                                      .work = 1,
                                      .candidate = [&] { ran = onCircuit(file, image); },
                                      .anchor = convolutions.call(),
                                      .goal = 1.0 / 30,
                                      .check = sameBits});
    running.note = verdict.note = note;
    return {reading, running, verdict};
}

} // namespace lw::bench
