// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tensor_names.h"
#include "core/lower/training/hbm_use.h"
#include "core/lower/training/program.h"
#include "core/lower/training/transfers.h"

#include <string>
#include <vector>

namespace lw::lower::training {

// The tensors that a program declares in HBM: their names, the text that declares them, and their bytes.
struct HbmTensors {
    TensorNames names;
    std::string text;
    HbmUse use;
};

// Of all parameters: what brings them before the run, and takes them and their gradients back after it.
struct ParameterTransfers {
    std::vector<Transfer> in, out;
};
std::int64_t granulesOf(const std::vector<Transfer>& transfers);

// Parameters of all layers as tensors in HBM; `to` gets their files and their list. Its plan says where they
// lie in vector memory.
ParameterTransfers addParameters(const network::Network& network, const machine::CoreLimits& machine,
                                 bool keepsGradients, HbmTensors& tensors, TrainingProgram& to);

} // namespace lw::lower::training
