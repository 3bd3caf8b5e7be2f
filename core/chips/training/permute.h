// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// The reduction and permute unit (RPU). Meanings of its push rows (isa_units.h). A sum begins with its first
// lane and adds the others in ascending order. Every word of a pattern must name a lane; `d` is not `x`.
namespace lw::training {

// Whether every word of a pattern, one for each lane of a register, names a lane.
bool patternInRange(const std::uint32_t* pattern, VectorShape shape);

void reduceSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void reduceMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void reduceMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void permutedReduceSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                       VectorShape shape);
void permutedReduceMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                       VectorShape shape);
void permutedReduceMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                       VectorShape shape);
void segmentedReduceSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                        VectorShape shape);
void segmentedReduceMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                        VectorShape shape);
void segmentedReduceMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d,
                        VectorShape shape);
void reducePermuteSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void reducePermuteMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void reducePermuteMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void permute(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void rotate(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void rotatePermute(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);

} // namespace lw::training
