// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/lower/recompute/report.h"

namespace lw::cli {

// The options of commands that decide between storing and recomputing: --policy, --budget, --schedule and the
// like.
Result<lower::recompute::Request> recomputeRequestOf(const network::Network& network,
                                                     const Arguments& arguments);
// --convolution, by default left open.
Outcome setConvolution(network::Network& network, const Arguments& arguments);
// --machine, --batch and --what-if; and --convolution, decided by these costs if it is left open.
Result<lower::recompute::CostModel> trainingCostsOf(network::Network& network, const Arguments& arguments);
// What is decided, with as much of VMEM as there is, also for `lw train`.
Result<lower::recompute::Report> decidedFor(const network::Network& network,
                                            const lower::recompute::CostModel& model,
                                            const lower::recompute::Request& request,
                                            const Arguments& arguments);

} // namespace lw::cli
