// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/processor/processor_runs.h"

#include "core/network/kinds.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"

#include <QTemporaryDir>

#include <bit>
#include <fstream>

namespace lw::test {

namespace {

std::string kindsOf(const network::Network& network) {
    std::string out;
    for (const network::Layer& layer : network.layers) out += std::string(network::nameOf(layer.kind)) + " ";
    return out;
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

void scale(tensor::Tensor& numbers, float factor) {
    for (std::uint64_t i = 0; i < numbers.count(); ++i) numbers.set(i, numbers.at<float>(i) * factor);
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
