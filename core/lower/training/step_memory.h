// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/keep_plan.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lw::lower::training {

// Rows of vector memory that hold one tensor from the step that makes it to its last.
struct Buffer {
    Held held;
    std::size_t first = 0, last = 0; // steps
    std::uint64_t rows = 0, row = 0;
};

// The tensors of a plan in vector memory: those that are there together never overlap.
struct StepMemory {
    std::vector<Buffer> buffers;
    std::uint64_t rows = 0; // from 0 to the end of the highest

    // That is there in this step, or, if it was released by then, where it was.
    const Buffer& at(std::size_t step, const Held& held) const;
    // The buffer that needs most where the memory is fullest, for messages.
    const Buffer* largest() const;
};
// How moves between the memories go on beside the steps, and steps beside each other.
struct OpenMoves {
    std::vector<Move> moves;   // of all spills and fetches, by step
    bool hasNextBatch = false; // the place of the forward pass's batch gets the next one after it
    std::vector<Beside> beside{};
};
// Passes of the vector units, in a training step, in the bundles of transposing and of products.
struct SharedPasses {
    std::size_t transposes = 0, products = 0;
};

// `rowsOf` says how many rows a tensor takes; 0: it lies elsewhere. `isApart`: nor do those that follow each
// other.
StepMemory placeTensors(const KeepPlan& plan, const OpenMoves& moves,
                        const std::function<std::uint64_t(const Held&)>& rowsOf, bool isApart = false);

} // namespace lw::lower::training
