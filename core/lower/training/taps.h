// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tap_range.h"
#include "core/lower/training/step_writer.h"

// Where the pixels of a tap lie.
namespace lw::lower::training {

// The pixels of a tap, in the image that is read and in the one that is made.
struct TapPixels {
    std::int64_t read = 0, made = 0;
    Walk walk; // from the first to the second
};
TapPixels pixelsOf(const Window& window, std::int64_t row, std::int64_t column, const Range& rows,
                   const Range& columns, std::int64_t groupRows);
Walk reversed(const Walk& walk);

// For each tap in row-major order: visit(row, column, pixels).
template <typename Visit> void eachTap(const Window& window, std::int64_t groupRows, const Visit& visit) {
    for (std::int64_t row = 0; row < window.rows.kernel; ++row)
        for (std::int64_t column = 0; column < window.columns.kernel; ++column) {
            const Range rows = windowsOf(window.rows, row, window.to.rows);
            const Range columns = windowsOf(window.columns, column, window.to.columns);
            if (rows.count() == 0 || columns.count() == 0) continue;
            visit(row, column, pixelsOf(window, row, column, rows, columns, groupRows));
        }
}

} // namespace lw::lower::training
