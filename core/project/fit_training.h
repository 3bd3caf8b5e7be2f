// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/recompute/report.h"
#include "core/lower/training/program.h"
#include "core/machine/core_limits.h"
#include "core/network/network.h"

#include <atomic>
#include <optional>
#include <vector>

// Training steps that fit into vector memory.
namespace lw::project {

// What the request decides; where tensors find no place together although their bytes would fit, more of what
// waits longest goes to HBM, as long as that helps. It may still not fit, and of a machine that is asked what
// if, or a network without a program, nobody knows. E920 to E926, E940, E941; nothing when `stop` became
// true.
Result<std::optional<lower::recompute::Report>>
decidedToFit(const network::Network& network, const machine::CoreLimits& machine,
             const lower::recompute::CostModel& model, const lower::recompute::Request& request,
             const lower::training::Options& options, const std::atomic<bool>* stop = nullptr);

// That no program comes of what was decided, since a memory or a queue of the machine is too small, as a
// warning with what makes it fit; nothing: one does, or nobody knows. E951.
std::optional<Problem> noProgram(const network::Network& network, const machine::CoreLimits& machine,
                                 const lower::recompute::Report& report,
                                 const lower::training::Options& options);

// Whether it says that a step does not fit: E935, E936, E942 to E944.
bool isOfRoom(const Problem& problem);
// A step does not fit: with what makes it fit, each tried: another policy, a budget, fewer images (E937,
// E952, E970, E971), or what is too much whatever is chosen (E939). Where no choice fits, what keeps it from
// that in its place.
Problem withWaysOut(Problem problem, const network::Network& network, const machine::CoreLimits& machine,
                    const lower::recompute::Request& request, const lower::training::Options& options);

// Images that are zeros, and labels: no clock depends on them, nor what fits.
lower::training::Data zeroBatch(const network::Network& network);

} // namespace lw::project
