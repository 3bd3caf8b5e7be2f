// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"
#include "core/network/network.h"
#include "core/scene/recompute/memory_use.h"
#include "core/scene/recompute/schedule.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lw::recompute {

// What is asked of a machine that it is not; nothing: as it is.
struct WhatIf {
    std::optional<double> offChip{}, vector{};  // bytes per clock of HBM; operations per clock
    tensor::DType element = tensor::DType::F32; // of what is stored
    QString more{}; // further names and numbers, as `lw recompute --what-if` has them
    bool operator==(const WhatIf&) const = default;
};

// What is to be decided, and for what.
struct TrainingRequest {
    QString network, machine;             // a path; a name or a path, empty: the default
    lower::recompute::Request keeps = {}; // nothing as its VMEM: what parameters leave
    WhatIf whatIf = {};
    QString images = {}, labels = {}; // paths of .npy files; empty: those that the network's file names
    network::Convolution convolution = network::Convolution::Automatic;
};

using ReportPtr = std::shared_ptr<const lower::recompute::Report>;
using TradeOffPtr = std::shared_ptr<const lower::recompute::TradeOff>;
using StepRunPtr = std::shared_ptr<const scene::recompute::StepRun>;
using GhostsPtr = std::shared_ptr<const std::vector<scene::recompute::MemoryGhost>>;

// What is known of a training step. Never changed: what comes after is another one.
struct TrainingFacts {
    TrainingRequest request; // as a person asked last
    std::shared_ptr<const network::Network> network;
    lower::recompute::CostModel machine; // as it is
    lower::recompute::CostModel model;   // as the request has it
    machine::CoreLimits core;            // likewise
    ReportPtr report;                    // of the request, or, where that is stale, of one before
    TradeOffPtr tradeOff;                // null: not known yet
    GhostsPtr ghosts;                    // of all policies but a budget's; likewise
    bool isReportStale = false;          // the budget's optimum is being looked for, or there is none
    bool isTradeOffStale = false;        // it and the ghosts are of a machine before
    StepRunPtr run;                      // of what the report decided; null: it was not run
    bool isRunning = false;
    QString refused; // why there is no report of the request; empty: there is

    bool hasData() const { return !request.images.isEmpty() && !request.labels.isEmpty(); }
    std::uint64_t vmemBytes() const { return request.keeps.vmemBytes(model); }
    // Whether all budgets and policies take the same as with the other one.
    bool hasSameTradeOff(const TrainingFacts& other) const;
};
// The machine as a request has it. E921, E922.
Result<lower::recompute::CostModel> askedOf(const lower::recompute::CostModel& machine, const WhatIf& what);

using FactsPtr = std::shared_ptr<const TrainingFacts>;

} // namespace lw::recompute
