// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/processor/processor_runs.h"

#include "core/network/kinds.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "tests/core/lower/processor/random_layers.h"
#include "tests/core/lower/processor/random_recurrent.h"

#include <QTemporaryDir>

#include <algorithm>
#include <bit>
#include <fstream>

namespace lw::test {

namespace {

std::string kindsOf(const network::Network& network) {
    std::string out;
    for (const network::Layer& layer : network.layers) out += std::string(network::nameOf(layer.kind)) + " ";
    return out;
}

// Numbers of float32 times `factor`: so large that integers are more of them than 0.
void scale(tensor::Tensor& numbers, float factor) {
    for (std::uint64_t i = 0; i < numbers.count(); ++i) numbers.set(i, numbers.at<float>(i) * factor);
}

// What the processor of a seed has otherwise than kLarge.
Sizes sizesFor(std::uint32_t chain, std::uint32_t matrices, const PlainFormats& formats) {
    return with(kLarge, {{"nativeDimension", static_cast<std::uint32_t>(formats.native)},
                         {"chainVectors", chain},
                         {"matrices", matrices},
                         {"vectorMantissaBits", static_cast<std::uint32_t>(formats.vectorBits)},
                         {"matrixMantissaBits", static_cast<std::uint32_t>(formats.matrixBits)},
                         {"exponentBits", formats.areIntegers ? 0 : 5}});
}
PlainFormats formatsFor(std::uint32_t seed, std::uint32_t mostColumns, bool areIntegers) {
    return {4, static_cast<int>(3 + seed % 6), static_cast<int>(2 + seed % 5), mostColumns, areIntegers};
}

} // namespace

std::string machineFile(const QTemporaryDir& folder, const Sizes& sizes) {
    std::string json = *(*chips::chipNamed("nnp"))->builtIn("nnp-teaching");
    for (const auto& [key, value] : sizes) {
        const std::size_t at = json.find("\"value\": ", json.find("\"" + key + "\"")) + 9;
        json.replace(at, json.find(',', at) - at, std::to_string(value));
    }
    const std::string path = folder.filePath("machine.json").toStdString();
    std::ofstream(path) << json;
    return path;
}
Sizes with(Sizes sizes, const Sizes& others) {
    for (const auto& [key, value] : others) sizes[key] = value;
    return sizes;
}

std::vector<double> numbersOf(const tensor::Tensor& tensor) {
    std::vector<double> out;
    for (std::uint64_t i = 0; i < tensor.count(); ++i) out.push_back(tensor::valueAt(tensor, i));
    return out;
}

OnProcessor layersOnProcessor(std::uint32_t seed) {
    RandomLayers random(seed);
    const std::uint32_t chain = seed % 3 == 0 ? 3 + seed % 11 : 4096;
    const std::uint32_t matrices = seed % 4 == 0 ? 2 + seed % 37 : 4096;
    PlainFormats formats = formatsFor(seed, std::min(chain, matrices), seed % 8 == 5);
    formats.native = 4 + (seed % 9 == 2 ? 2 : 0) - (seed % 9 == 5 ? 2 : 0);
    if (formats.areIntegers) {
        scale(random.x, 4);
        for (network::Layer& layer : random.network.layers)
            if (!layer.weights.shape().empty()) scale(layer.weights, 16);
    }
    const Sizes sizes =
        with(sizesFor(chain, matrices, formats),
             {{"addSub0Vectors", seed % 5 == 0 ? 12 : 4096}, {"addSub1Vectors", seed % 7 == 0 ? 6 : 4096}});
    return {std::move(random.network), std::move(random.x), sizes, formats};
}
OnProcessor recurrentOnProcessor(std::uint32_t seed) {
    RandomRecurrent random(seed);
    const std::uint32_t matrices = seed % 3 == 0 ? 1 + seed % 17 : 4096;
    const std::uint32_t chain = seed % 5 == 0 ? 1 + seed % 4 : 4096;
    const PlainFormats formats = formatsFor(seed, std::min(chain, matrices), seed % 4 == 1);
    if (formats.areIntegers) {
        network::Layer& first = random.network.layers.front();
        scale(first.weights, 8);
        scale(first.recurrent.weights, 8);
    }
    return {std::move(random.network), std::move(random.x), sizesFor(chain, matrices, formats), formats};
}

Result<std::vector<tensor::Tensor>> ranOn(const network::Network& network, const std::string& machine,
                                          const tensor::Tensor& x, std::string& fault) {
    LW_TRY(const project::ProcessorLowered lowered, project::lowerForProcessor(network, machine, &x));
    LW_TRY(const project::LoadedProgram loaded, project::loadWritten(lowered.lowering, lowered.machine));
    LW_TRY(const auto processor, loaded.createMachine({}));
    const machine::Stop stop = processor->run({});
    if (stop.fault) fault = stop.fault->text + " " + stop.fault->advice;
    return project::outputsOf(*processor, lowered.lowering);
}

std::string differenceOf(const network::Network& network, const std::vector<tensor::Tensor>& got,
                         const std::vector<std::vector<double>>& wanted) {
    for (std::size_t i = 0; i < got.size(); ++i) {
        const std::vector<double>& plain = wanted[network.outputs[i]];
        for (std::uint64_t k = 0; k < got[i].count(); ++k) {
            const double x = tensor::valueAt(got[i], k);
            if (std::bit_cast<std::uint64_t>(x) != std::bit_cast<std::uint64_t>(plain[k]))
                return kindsOf(network) + network::nameOf(network, network.outputs[i]) + "[" +
                       std::to_string(k) + "]: " + std::to_string(x) + ", plainly " +
                       std::to_string(plain[k]);
        }
    }
    return {};
}

} // namespace lw::test
