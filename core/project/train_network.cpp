// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/train_network.h"

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/base/json_value.h"
#include "core/chips/catalog.h"
#include "core/lower/recompute/messages.h"
#include "core/project/fit_training.h"
#include "core/project/messages.h"
#include "core/project/training_costs.h"
#include "core/tensor/cast.h"
#include "core/tensor/npy.h"
#include "core/training/check_data.h"
#include "core/training/epochs.h"
#include "core/training/messages.h"
#include "core/training/step.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <numeric>

namespace lw::project {

Result<std::optional<TrainingData>> trainingDataOf(const std::string& network) {
    if (!network.ends_with(".json")) return std::optional<TrainingData>();
    LW_TRY(const std::string text, readTextFile(network));
    LW_TRY(const JsonValue file, parseJson(text, Place::kNoFile));
    const JsonValue* const training = file.find("training");
    const JsonValue* const data = training ? training->find("data") : nullptr;
    if (!data) return std::optional<TrainingData>();
    constexpr std::string_view kKeys[] = {"images", "labels"};
    LW_TRY(const JsonObject object, JsonObject::of(*data, "data", kKeys));
    TrainingData out;
    LW_TRY(out.images, object.text("images"));
    LW_TRY(out.labels, object.text("labels"));
    const std::filesystem::path folder = std::filesystem::path(network).parent_path();
    for (std::string* const path : {&out.images, &out.labels})
        *path = (folder / *path).lexically_normal().string();
    return std::optional(std::move(out));
}

Result<tensor::Tensor> readExamples(const std::string& network, const std::string& path) {
    std::error_code failed;
    if (!std::filesystem::exists(path, failed)) {
        const auto own = trainingDataOf(network);
        const bool isImages = own && *own && (**own).images == path,
                   isLabels = own && *own && (**own).labels == path;
        if (isImages || isLabels)
            return Problem{
                &messages::kNoOwnData, {path, network, isImages ? "images" : "labels"}, {}, {}, {}};
    }
    return tensor::readNpy(path);
}

Problem inFile(Problem problem, const TrainingData& data) {
    const auto is = [&](const Message& message) { return problem.message == &message; };
    const bool isAnyOf = is(train::messages::kImages) || is(train::messages::kNotFinite);
    const bool isImages = isAnyOf && problem.arguments.front() == "images";
    if (isAnyOf || is(train::messages::kLabel))
        problem.notes.push_back({&messages::kInFile, {isImages ? data.images : data.labels}, {}});
    return problem;
}

Result<TrainingLowered> lowerTraining(const network::Network& network, const TrainingRequest& request,
                                      const tensor::Tensor& images, const tensor::Tensor& labels) {
    LW_TRY([[maybe_unused]] const Done trainable, train::checkTrainable(network));
    LW_TRY(const machine::CoreLimits machine, coreNamed(request.machine));
    network::Network chosen = network;
    LW_TRY(const auto model, chosenCosts(chosen, request.machine, {}, {}));
    LW_TRY([[maybe_unused]] const std::uint64_t known, lower::training::bytesBesides(chosen, {}, machine));
    auto decided = decidedToFit(chosen, machine, model, request.keeps, request.options);
    if (!decided) {
        Problem problem = decided.problem();
        if (problem.message != &lower::recompute::messages::kBudgetTooSmall) return problem;
        lower::training::Options options = request.options;
        options.images = images.shape().empty() ? 0 : images.shape()[0];
        return withWaysOut(std::move(problem), chosen, machine, request.keeps, options);
    }
    LW_ASSERT(*decided, "nobody stops it");
    return lowerDecided(chosen, **std::move(decided), request.machine, request.options, images, labels);
}

Result<TrainingLowered> lowerDecided(const network::Network& network, lower::recompute::Report decided,
                                     const std::string& machineName, const lower::training::Options& options,
                                     const tensor::Tensor& images, const tensor::Tensor& labels) {
    const tensor::DType element = decided.model.element;
    if (element != tensor::DType::F32)
        return Problem{&messages::kOnlyModelled, {std::string(tensor::nameOf(element))}, {}, {}, {}};
    LW_TRY([[maybe_unused]] const Done trainable, train::checkTrainable(network));
    LW_TRY(const train::Examples examples, train::examplesOf(network, images, labels));
    LW_TRY(const machine::CoreLimits machine, coreNamed(machineName));
    lower::training::Data data{examples.images, examples.labels};
    if (network.training->loss == network::Loss::SoftmaxCrossEntropy) {
        LW_TRY(data.labels, tensor::cast(examples.labels, tensor::DType::I32));
    }
    lower::training::Options named = options;
    if (chips::isMachinePath(machineName)) named.machine = machineName;
    auto program = lower::training::trainingProgram(network, decided.plan, machine, data, named);
    if (!program) {
        if (!isOfRoom(program.problem())) return program.problem();
        named.images = examples.count();
        return withWaysOut(program.problem(), network, machine, decided.request, named);
    }
    return TrainingLowered{std::move(decided), *std::move(program)};
}

namespace {

// Of a batch norm: what it gives and read, [batch, ..., channels], and the statistics of the batch.
std::vector<double> inverseErrorsOf(const network::Layer& norm, const tensor::Tensor& z,
                                    const tensor::Tensor& y, const train::Statistics& statistics) {
    const std::uint64_t channels = norm.scale.count();
    std::vector<double> out(channels, 0);
    for (std::uint64_t i = 0; i < z.count(); ++i) {
        const std::uint64_t channel = i % channels;
        const double normalised =
            (valueAt(y, i) - valueAt(statistics.mean, channel)) * valueAt(statistics.inverse, channel);
        const double back = (valueAt(z, i) - valueAt(norm.shift, channel)) / valueAt(norm.scale, channel);
        out[channel] = std::max(out[channel], std::fabs(back - normalised));
    }
    return out;
}

// The forward pass of the first batch, in float64.
Result<train::Step> firstForward(const network::Network& network, const tensor::Tensor& images,
                                 const tensor::Tensor& labels) {
    LW_TRY([[maybe_unused]] const Done trainable, train::checkTrainable(network));
    LW_TRY(const train::Examples all, train::examplesOf(network, images, labels));
    std::vector<std::uint64_t> first(std::min<std::uint64_t>(network.training->batch, all.count()));
    std::iota(first.begin(), first.end(), std::uint64_t{0});
    const train::Examples batch = train::taken(all, first);
    const train::Options options{.arithmetic = train::Arithmetic::F64};
    std::vector<train::Task> order = train::plainOrder(network);
    std::erase_if(order, [](const train::Task& task) { return task.work != train::Work::Forward; });
    return train::run(network, train::stateOf(network, options.arithmetic), batch.images, batch.labels,
                      options, order);
}

} // namespace

Result<std::map<network::ValueId, std::vector<double>>> inverseErrors(const network::Network& network,
                                                                      tensor::DType format,
                                                                      const tensor::Tensor& images,
                                                                      const tensor::Tensor& labels) {
    LW_TRY(const train::Step step, firstForward(network, images, labels));
    std::map<network::ValueId, std::vector<double>> out;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const network::Layer& layer = network.layers[i];
        if (layer.kind != network::Kind::BatchNorm) continue;
        const auto id = static_cast<network::ValueId>(i + 1);
        LW_TRY(const tensor::Tensor stored, tensor::cast(step.values[id], format));
        out[id] = inverseErrorsOf(layer, stored, step.values[layer.inputs[0]], step.statistics[i]);
    }
    return out;
}

Result<std::map<network::ValueId, double>> roundingErrors(const network::Network& network,
                                                          const std::vector<network::ValueId>& values,
                                                          const tensor::Tensor& images,
                                                          const tensor::Tensor& labels) {
    LW_TRY(const train::Step step, firstForward(network, images, labels));
    std::map<network::ValueId, double> out;
    for (const network::ValueId value : values) {
        const tensor::Tensor& whole = step.values[value];
        LW_TRY(const tensor::Tensor rounded, tensor::cast(whole, tensor::DType::Bf16));
        for (std::uint64_t i = 0; i < whole.count(); ++i) {
            const double x = valueAt(whole, i), off = std::fabs(valueAt(rounded, i) - x);
            if (x != 0) out[value] = std::max(out[value], off / std::fabs(x));
        }
    }
    return out;
}

std::vector<TrainedStep> trainedSteps(const machine::Machine& machine) {
    std::vector<TrainedStep> out;
    for (const machine::TraceWord& word : machine.onlyCore().traceWords()) {
        const auto value = std::bit_cast<float>(word.value);
        if (word.stream == lower::training::kLossStream) out.push_back({value, 0, word.clock});
        if (word.stream == lower::training::kCorrectStream && !out.empty())
            out.back().correct = static_cast<std::uint32_t>(value);
    }
    return out;
}

} // namespace lw::project
