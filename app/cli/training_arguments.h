// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/network/network.h"

// How a network is trained, as options: of a file that does not say, as of ONNX, or in place of what it says.
namespace lw::cli {

inline constexpr Option kTrainedOptions[] = {
    {.name = "--batch",
     .value = "N",
     .summary = "images of a step; this and the next five options go before what the file says"},
    {.name = "--loss",
     .value = "softmax_cross_entropy|mean_squares",
     .summary = "of labels (default), or of targets"},
    {.name = "--rate", .value = "X", .summary = "of the descent (default 0.1)"},
    {.name = "--momentum", .value = "X", .summary = "of the descent, below 1 (default 0)"},
    {.name = "--weight-decay", .value = "X", .summary = "of the descent (default 0)"},
    {.name = "--seed", .value = "N", .summary = "draw all weights from it, those of the file as well"},
};

// Whether any was given. E900, E927, E569, and what is wrong with the words.
Result<bool> setTraining(network::Network& network, const Arguments& arguments);

} // namespace lw::cli
