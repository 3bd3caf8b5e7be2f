// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"
#include "core/lower/training/program.h"
#include "core/machine/machine.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

// A network with `training` and its data as a program of the training chip.
namespace lw::project {

// The files that a network is trained with.
struct TrainingData {
    std::string images, labels; // paths
    bool operator==(const TrainingData&) const = default;
};

// Those that the network's file names: "training": {"data": {"images": ..., "labels": ...}}, looked for from
// its folder. Nothing: it names none.
Result<std::optional<TrainingData>> trainingDataOf(const std::string& network);
// Images or labels. E990: they are not there, and it is the network's file that names them.
Result<tensor::Tensor> readExamples(const std::string& network, const std::string& path);

// A problem with images or labels, with the file that it is in.
Problem inFile(Problem problem, const TrainingData& data);

struct TrainingRequest {
    std::string machine; // a name or a path, empty: the default
    lower::recompute::Request keeps;
    lower::training::Options options;
};
struct TrainingLowered {
    lower::recompute::Report decided;
    lower::training::TrainingProgram program;
};

// Images and labels as files hold them (training/epochs.h). Where the request does not say how many bytes of
// VMEM values may take, they get what parameters leave. Where the network leaves open how its convolutions
// are computed, that is decided. E901 to E910, E920 to E926, E940 to E946, E980.
Result<TrainingLowered> lowerTraining(const network::Network& network, const TrainingRequest& request,
                                      const tensor::Tensor& images, const tensor::Tensor& labels);

// The same with what was decided, whatever the machine was asked to be for that. E960 for what is stored in a
// type that the chip does not compute with.
Result<TrainingLowered> lowerDecided(const network::Network& network, lower::recompute::Report decided,
                                     const std::string& machine, const lower::training::Options& options,
                                     const tensor::Tensor& images, const tensor::Tensor& labels);

// How far the inverse of each batch norm leads from what it normalised, at most, by its value and channel: of
// the network's first batch, in float64 but for z, which is stored in that format (F32, F16, Bf16).
Result<std::map<network::ValueId, std::vector<double>>> inverseErrors(const network::Network& network,
                                                                      tensor::DType format,
                                                                      const tensor::Tensor& images,
                                                                      const tensor::Tensor& labels);

// What each of these values is off by at most as bfloat16, as a share of itself, on the network's first
// batch.
Result<std::map<network::ValueId, double>> roundingErrors(const network::Network& network,
                                                          const std::vector<network::ValueId>& values,
                                                          const tensor::Tensor& images,
                                                          const tensor::Tensor& labels);

// What a run told of its steps.
struct TrainedStep {
    float loss = 0;
    std::uint32_t correct = 0; // images whose largest output is the label's
    std::uint64_t clock = 0;   // at its loss
};
std::vector<TrainedStep> trainedSteps(const machine::Machine& machine);

} // namespace lw::project
