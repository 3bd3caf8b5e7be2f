// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lw {
class Json;
}

// Bytes that are live through a training step, place by place and tensor by tensor.
namespace lw::scene::recompute {

// A tensor in a place, from the step that brings it there to the one after which it leaves.
struct MemoryBand {
    std::string name;  // of the value
    std::string part;  // "value", "gradient", "statistics", "mask", "packed"
    std::string place; // "vmem", "hbm"
    std::uint64_t bytes = 0;
    std::size_t from = 0, until = 0; // steps, `until` not included
    bool operator==(const MemoryBand&) const = default;
};

struct MemoryStep {
    std::string kind, name;          // "norm_reduce", "bn1"
    std::uint64_t clock = 0;         // at which it begins, as modelled
    std::uint64_t clocks = 0;        // it takes
    std::uint64_t vmem = 0, hbm = 0; // bytes while it runs
    bool isAgain = false;            // it repeats an earlier computation
    bool operator==(const MemoryStep&) const = default;
};

// The sum of both places under another policy: bytes from each clock on, none after the end.
struct MemoryGhost {
    std::string policy;
    std::uint64_t peak = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> points;
    bool operator==(const MemoryGhost&) const = default;
};

struct MemoryUse {
    std::string policy, schedule;
    std::vector<MemoryStep> steps;
    std::vector<MemoryBand> bands; // by `from`, then by value
    std::uint64_t capacity = 0;    // of VMEM, or the budget for it
    std::uint64_t peak = 0;        // bytes of both places
    std::size_t peakStep = 0;
    std::size_t backward = 0; // the first step of the backward pass, the loss
    std::vector<MemoryGhost> ghosts;
    bool operator==(const MemoryUse&) const = default;
};

// Bands that are live in a step.
std::vector<const MemoryBand*> liveIn(const MemoryUse& use, std::size_t step);

MemoryUse memoryUseOf(const lower::recompute::Report& report);
MemoryGhost ghostOf(const lower::recompute::Report& report);
Json jsonOf(const MemoryUse& use);

} // namespace lw::scene::recompute
