// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/taps.h"

namespace lw::lower::training {

TapPixels pixelsOf(const Window& window, std::int64_t row, std::int64_t column, const Range& rows,
                   const Range& columns, std::int64_t groupRows) {
    const auto batch = static_cast<std::int64_t>(window.from.batch);
    TapPixels out;
    out.read = window.from.pixel(window.rows.at(rows.first, row), window.columns.at(columns.first, column));
    out.made = window.to.pixel(rows.first, columns.first);
    out.walk = {batch / groupRows,
                columns.count(),
                rows.count(),
                window.columns.stride * batch,
                window.rows.stride * window.from.pixel(1, 0),
                batch,
                window.to.pixel(1, 0)};
    return out;
}

Walk reversed(const Walk& walk) {
    return {walk.groups, walk.columns, walk.rows, walk.toColumn, walk.toRow, walk.fromColumn, walk.fromRow};
}

} // namespace lw::lower::training
