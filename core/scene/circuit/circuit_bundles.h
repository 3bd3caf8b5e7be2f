// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "core/program/program.h"

#include <cstdint>
#include <vector>

// Where a program uses the circuits that pictures show.
namespace lw::scene::circuit {

// Numbers of the bundles with a row of timing key "matmul", a pass through an array, or "pool". Programs of
// chips with such rows run straight through: bundle b is the one after which b + 1 have issued.
struct CircuitBundles {
    std::vector<std::uint32_t> passes, poolings;
};
CircuitBundles circuitBundles(const isa::Spec& spec, const program::Program& program);

} // namespace lw::scene::circuit
