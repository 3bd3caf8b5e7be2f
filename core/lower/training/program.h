// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/keep_plan.h"
#include "core/lower/lowered_text.h"
#include "core/lower/training/parameters.h"
#include "core/lower/training/step_memory.h"
#include "core/machine/core_limits.h"
#include "core/network/network.h"

#include <cstdint>
#include <string>
#include <vector>

// The training of a network as a program of the training chip: a loop of steps over batches that lie in
// HBM.
namespace lw::lower::training {

struct Options {
    std::uint64_t steps = 1;
    bool keepsGradients = false; // gradients of the last step's parameters become tensors of the program
    // What the plan lets go of is never-written from then on, as it was before the run: who reads it after
    // all gets a fault, not a number. As long as they fit, tensors lie apart, so that no other one comes to
    // lie there.
    bool forgetsReleased = false;
    std::string machine{}; // that the program is for; empty: by the name that the machine has
    // There will be that many, where the data are fewer: HBM must have room for them.
    std::uint64_t images = 0;
};

// What is trained with: images [count, extents of the input ...] (F32), and labels [count] (I32) or targets
// [count, extents of the output ...] (F32). Whole batches are used, one after the other, again from the
// beginning.
struct Data {
    tensor::Tensor images, labels;
};

// A region of vector memory that holds more than one step's tensors.
struct Region {
    std::uint64_t row = 0, rows = 0;
};

// Where everything lies.
struct StepPlan {
    Grouping by;
    Parameters parameters;
    Region labels, trained, gradients, velocities, statistics, squares, sums, tensors;
    Region unwritten; // a group that nothing writes, to forget tensors by; none: they are not forgotten
    OpenMoves moves;
    StepMemory memory; // rows counted from `tensors`
    std::uint64_t rows = 0;

    std::uint64_t rowOf(std::size_t step, const Held& held) const {
        return tensors.row + memory.at(step, held).row;
    }
};
// E940 a layer that this chip is not programmed for, E941 a batch that does not fill registers, E942
// memory.
Result<StepPlan> planStep(const network::Network& network, const KeepPlan& keep,
                          const machine::CoreLimits& machine, const Options& options);

// E936 a queue that holds less than the program pushes before it takes the first.
Outcome checkQueues(const network::Network& network, const machine::CoreLimits& machine);

// Bytes of vector memory that a step takes besides the tensors of its plan, however these are kept:
// parameters, their gradients, labels, statistics and what kernels need. E940, E941.
Result<std::uint64_t> bytesBesides(const network::Network& network, const KeepPlan& keep,
                                   const machine::CoreLimits& machine);

// Streams that a program traces, once in each step: the loss, and how many images of the batch are right.
inline constexpr std::uint32_t kLossStream = 0, kCorrectStream = 1;

// A parameter of a layer as a tensor of the program.
struct ParameterTensor {
    std::size_t layer = 0;
    std::string part;     // "weights", "bias", "scale", "shift", "mean", "variance"
    std::string name;     // in the program, in HBM: before the run and after it
    std::string gradient; // likewise, with keepsGradients; empty: it has none
};

// Where in the program the parts of a training step begin, as bundles: each step of the plan, the update of
// the parameters after them, and what ends the training step.
struct StepBundles {
    std::vector<std::uint32_t> steps;
    std::uint32_t update = 0, end = 0;
};

struct TrainingProgram : LoweredText {
    StepPlan plan;
    StepBundles begins;
    std::vector<ParameterTensor> parameters;
    std::uint32_t bundles = 0, smemWords = 0, descriptors = 0;
    SharedPasses shared;
};

// E935 HBM, E936, E943 the program, E944 descriptors that do not fit; E945 data of another shape, E946 fewer
// images than a batch.
Result<TrainingProgram> trainingProgram(const network::Network& network, const KeepPlan& keep,
                                        const machine::CoreLimits& machine, const Data& data,
                                        const Options& options);

} // namespace lw::lower::training
