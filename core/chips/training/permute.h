// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// The reduction and permute unit (RPU). Meanings of its push rows (isa_units.h). A sum begins with its first
// lane and adds the others in ascending order. Every word of a pattern must name a lane; `d` is not `x`.
namespace lw::training {

// Whether every word of a pattern, one for each lane of a register, names a lane.
bool patternInRange(const std::uint32_t* pattern, VectorShape shape);

void pushRedSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushRedMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushRedMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushPermredSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushPermredMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushPermredMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushSegredSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushSegredMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushSegredMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushRedpermSum(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushRedpermMax(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushRedpermMin(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushPerm(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushRot(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);
void pushRotperm(const std::uint32_t* x, const PermuteState& state, std::uint32_t* d, VectorShape shape);

} // namespace lw::training
