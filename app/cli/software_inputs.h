// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/software_run.h"
#include "core/project/many_inputs.h"

namespace lw::cli {

struct PreparedRun;

// Of an array in a file; says which of its numbers FP16 does not hold. E396.
Result<project::ManyInputs> inputsIn(const std::string& path, const project::Software& software,
                                     Console& console);

// Runs the software that was written and the machine, which has not run yet, over each input of an array, and
// says how many have the same bits in every number, where the first one has not, and how far the numbers of
// each layer are off float64.
Result<Exit> compareInputs(const project::ManyInputs& inputs, const project::Software& software,
                           PreparedRun& run, const SoftwareRequest& request, Console& console);

// Runs software in float64 beside lw's own float64, and says how far the firmware is off that, layer by
// layer.
Result<Exit> runFloat64(const project::Software& software, PreparedRun& run, const SoftwareRequest& request,
                        Console& console);

} // namespace lw::cli
