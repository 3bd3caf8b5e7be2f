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

// That tensors of what was decided find no place, as a warning with what makes them fit; nothing: they do, or
// nobody knows.
std::optional<Problem> noProgram(const network::Network& network, const machine::CoreLimits& machine,
                                 const lower::recompute::Report& report,
                                 const lower::training::Options& options);

// What makes a step fit that does not, each tried: another policy, a budget, fewer images. E952, E970, E971.
std::vector<Note> waysToFit(const network::Network& network, const machine::CoreLimits& machine,
                            const lower::recompute::Request& request,
                            const lower::training::Options& options);
// What keeps every choice from being a program, since it does so with no end of vector memory and nothing in
// HBM or computed again: E943, E944; nothing: nothing does.
std::optional<Problem> neverFits(const network::Network& network, machine::CoreLimits machine,
                                 const lower::training::Options& options);
// Whether it says that a step does not fit: E942 to E944.
bool isOfRoom(const Problem& problem);

// Images that are zeros, and labels: no clock depends on them, nor what fits.
lower::training::Data zeroBatch(const network::Network& network);

} // namespace lw::project
