// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/step_writer.h"

// Pooling, forward and backward; all channels alike, block by block.
namespace lw::lower::training {

// The first rows of what is read and written.
void writeMaxPool(StepWriter& to, const Window& window, std::int64_t from, std::int64_t result);
void writeAveragePool(StepWriter& to, const Window& window, bool countsPadding, std::int64_t from,
                      std::int64_t result);
// `copy`: rows for what is left of the gradient, as many as the pool makes.
struct PoolGradient {
    std::int64_t from = 0, maxima = 0; // values, of max_pool
    std::int64_t gradient = 0, result = 0, copy = 0;
};
void writeMaxGradient(StepWriter& to, const Window& window, const PoolGradient& rows);
void writeAverageGradient(StepWriter& to, const Window& window, bool countsPadding, const PoolGradient& rows);

} // namespace lw::lower::training
