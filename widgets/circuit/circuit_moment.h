// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/circuit_work.h"
#include "core/scene/circuit/array_picture.h"
#include "core/scene/circuit/pooling_picture.h"
#include "widgets/session/frame.h"

#include <cstdint>
#include <vector>

// What can be seen of a chip's circuits when the machine is at a frame.
namespace lw::circuit {

// A pass through the array, or values that stream through the pooling circuitry.
enum class Circuit : std::uint8_t { Array, Pooling };

struct CircuitMoment {
    session::FramePtr frame;  // where the machine is
    session::FramePtr source; // the one whose state holds what went through; null: nothing to see
    std::uint32_t bundle = 0; // the one that began it
    std::uint64_t first = 0;  // clock of the machine in which it began
    std::uint64_t clocks = 0; // how long it takes
    // In its own clocks: negative before it, `clocks` and more when it is over.
    std::int64_t clock() const {
        return static_cast<std::int64_t>(frame->clock) - static_cast<std::int64_t>(first);
    }
    bool isThere() const { return source != nullptr; }

    std::vector<machine::ArrayWork> passes; // of the array: the one shown and those around it
    std::size_t shown = 0;
    scene::circuit::ArrayPicture array;
    machine::PoolingWork pooling;
    scene::circuit::PoolingPicture windows;
};

// What is under way in the frame, or over while nothing has issued since: until then the state holds what
// went through. If nothing is, what the state of `held` has: an older or a newer moment of the same run, or
// null. `lane` is the lane of pooling. Takes time: for other threads.
CircuitMoment circuitMoment(Circuit circuit, session::FramePtr frame, const CircuitMoment* held,
                            std::uint32_t lane);

// The bundles that begin one, in order.
std::vector<std::uint32_t> bundlesOf(Circuit circuit, const session::Loaded& loaded);

} // namespace lw::circuit
