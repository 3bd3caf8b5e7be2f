// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/strips.h"

#include "core/base/check.h"

#include <algorithm>

namespace lw::lower {

namespace {

struct Piece {
    std::uint64_t rows = 0, columns = 0;
};

// The largest piece of that many pixels whose extents are multiples of the units, as wide as possible first.
std::optional<Piece> largestPiece(const Area& whole, std::uint64_t pixels, std::uint64_t widest,
                                  std::uint64_t unitRows, std::uint64_t unitColumns) {
    const std::uint64_t leastRows = std::min(unitRows, whole.rows);
    const std::uint64_t most = std::min(pixels / leastRows, widest);
    std::uint64_t columns = whole.columns;
    if (columns > most) columns = most / unitColumns * unitColumns;
    if (columns == 0) return std::nullopt;
    std::uint64_t rows = pixels / columns;
    rows = rows >= whole.rows ? whole.rows : rows / unitRows * unitRows;
    if (rows == 0) return std::nullopt;
    return Piece{rows, columns};
}

std::vector<Area> cut(const Area& whole, const Piece& piece) {
    std::vector<Area> out;
    for (std::uint64_t row = 0; row < whole.rows; row += piece.rows)
        for (std::uint64_t column = 0; column < whole.columns; column += piece.columns)
            out.push_back({whole.row + row, std::min(piece.rows, whole.rows - row), whole.column + column,
                           std::min(piece.columns, whole.columns - column)});
    return out;
}

} // namespace

std::optional<std::vector<AreaOfStrips>> cutIntoStrips(std::uint64_t rows, std::uint64_t columns,
                                                       const StripLimits& limits) {
    LW_REQUIRE(rows > 0 && columns > 0 && limits.unitRows > 0 && limits.unitColumns > 0, "something to cut");
    const Area whole{0, rows, 0, columns};
    const auto area =
        largestPiece(whole, limits.accumulatorRows, columns, limits.unitRows, limits.unitColumns);
    if (!area) return std::nullopt;
    std::vector<AreaOfStrips> out;
    for (const Area& one : cut(whole, *area)) {
        const auto strip =
            largestPiece(one, limits.stripPixels, limits.stripColumns, limits.unitRows, limits.unitColumns);
        if (!strip) return std::nullopt;
        out.push_back({one, cut(one, *strip)});
    }
    return out;
}

} // namespace lw::lower
