// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

#include <array>

// The random number generator: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as
// 1, 2, 3, SC 2011). A pure function of counter and key, so that any draw can be computed again.
namespace lw::training {

using RandomKey = std::array<std::uint32_t, 2>;

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter, RandomKey key);

// One register of random words: lane `lane` of sublane `sublane` gets word 0 of counter
// (draw, lane, sublane, 0).
void randomRegister(RandomKey key, std::uint32_t draw, std::uint32_t* d, VectorShape shape);

} // namespace lw::training
