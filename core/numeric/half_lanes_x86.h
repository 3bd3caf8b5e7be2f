// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/half_lanes.h"

// The loops of a host with F16C, for a file that says which registers it has: Lanes::over() replaces whole
// registers of x and gives how many elements these were. A float32 holds a product of two FP16 exactly and
// rounds a sum so that rounding it again does no harm.
namespace lw::numeric::detail {

enum class HalfFunction { Add, Subtract, SubtractFrom, Multiply };

// By reference: a file may call it with registers that its caller does not have.
template <HalfFunction Which, typename Floats>
[[gnu::always_inline]] inline void applyHalves(Floats& x, const Floats& y) {
    if constexpr (Which == HalfFunction::Add)
        x = x + y;
    else if constexpr (Which == HalfFunction::Subtract)
        x = x - y;
    else if constexpr (Which == HalfFunction::SubtractFrom)
        x = y - x;
    else
        x = x * y;
}

template <typename Lanes> constexpr HalfKernel halfKernelOf() {
    return {Lanes::template over<HalfFunction::Add>, Lanes::template over<HalfFunction::Subtract>,
            Lanes::template over<HalfFunction::SubtractFrom>, Lanes::template over<HalfFunction::Multiply>};
}

} // namespace lw::numeric::detail
