// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/step_writer.h"

// Convolutions and dense layers, forward and backward.
namespace lw::lower::training {

// The first rows of what is read and written.
void writeForward(StepWriter& to, const Window& window, std::int64_t from, std::int64_t result,
                  std::int64_t weights);
void writeDataGradient(StepWriter& to, const Window& window, std::int64_t gradient, std::int64_t result,
                       std::int64_t weights);
// `squares`: rows for transposed positions, as many as transposedRows() says.
void writeWeightGradient(StepWriter& to, const Window& window, std::int64_t from, std::int64_t gradient,
                         std::int64_t result, std::int64_t squares);
// How often positions are transposed for that.
std::uint64_t transposedRuns(const Window& window, const Grouping& by);
std::uint64_t transposedRows(const Window& window, const Grouping& by);

} // namespace lw::lower::training
