// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"
#include "core/project/derivation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What lies beside a program of training steps: from what it was made, and what it keeps.
namespace lw::project {

struct TrainingMade {
    std::string network{}, machine{}, images{}, labels{}; // paths; of the machine a name or a path
    lower::recompute::Policy policy = lower::recompute::Policy::StoreAll;
    lower::Schedule schedule = lower::Schedule::S0;
    std::uint64_t steps = 1;
    network::Convolution convolution = network::Convolution::Shifted; // the report's, too
    std::vector<lower::Kept> kept{};                                  // by value, from 1 on

    bool operator==(const TrainingMade&) const = default;
};
// `kept` is the report's.
Origin trainingOrigin(const TrainingMade& made, const lower::recompute::Report& report);
// Nothing: it is of something else, or does not say what is kept.
std::optional<TrainingMade> trainingMade(const Origin& origin);

} // namespace lw::project
