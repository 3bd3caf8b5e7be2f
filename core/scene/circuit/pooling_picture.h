// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/circuit_work.h"
#include "core/scene/cell_picture.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lw {
class Json;
}

// Windows over a picture, and the line buffer that sees one value of it per clock.
namespace lw::scene::circuit {

// The part of a window that lies on the picture.
struct PoolWindow {
    std::uint32_t row = 0, column = 0;   // its top left value
    std::uint32_t rows = 0, columns = 0; // values it has there
    bool isPartial = false;              // fewer than a whole window
    // For max and min: the first value, row by row, that is the result; and how many are the same (==). Zeros
    // beyond the edge do not count.
    std::optional<std::uint32_t> winner; // row-major number of the picture's value
    std::uint32_t ties = 0;              // values equal to the winner's, not counting it
    std::uint64_t completeAt = 0;        // clock, counting the first value's as 0
    bool operator==(const PoolWindow&) const = default;
};

struct PoolingPicture {
    std::uint64_t clock = 0;  // 0: the first value is in the first register
    std::uint64_t clocks = 0; // that the stream takes
    machine::Aggregate aggregate = machine::Aggregate::Max;
    machine::PoolEdge edge = machine::PoolEdge::Partial;
    std::uint32_t rowStride = 1, columnStride = 1;
    std::uint32_t lane = 0, lanes = 1;
    CellPicture values;    // written: has entered; changed: is in the registers now
    CellPicture registers; // of the window, its top left value first; written: holds a value of the picture
    // Between two rows of registers, from what entered last to what leaves next; no columns when a row of the
    // picture is as wide as the window.
    CellPicture delayLines;
    CellPicture results;                   // written: complete
    std::optional<std::uint32_t> complete; // the window that is complete in this clock
    std::vector<PoolWindow> windows;       // row-major, as the results
    bool operator==(const PoolingPicture&) const = default;
};

// At any clock from work.first on, also after the end.
PoolingPicture poolingPicture(const machine::PoolingWork& work, std::uint64_t clock);

// The windows that hold a value of the picture, by their numbers.
std::vector<std::uint32_t> windowsWith(const PoolingPicture& picture, std::uint32_t row,
                                       std::uint32_t column);

// The line buffer with its values in place: a row for each row of the window, its registers on the right, the
// delay line that they feed on the left, and a place without a cell between. Values move to the left, and
// from the left end of a row to the right end of the one above.
CellPicture lineBufferPlane(const PoolingPicture& picture);
// How many places a delay line has in that plane, and the column of the first registers.
struct LineBufferColumns {
    std::uint32_t depth = 0, registers = 0;
};
inline LineBufferColumns lineBufferColumns(const PoolingPicture& picture) {
    const std::uint32_t depth = picture.delayLines.rows > 0 ? picture.delayLines.columns : 0;
    return {depth, depth > 0 ? depth + 1 : 0};
}

// Where a value of the picture is in that plane in this clock;
// nothing before it enters and after it has left.
struct LineBufferPlace {
    std::uint32_t row = 0, column = 0;
    bool operator==(const LineBufferPlace&) const = default;
};
std::optional<LineBufferPlace> lineBufferPlace(const PoolingPicture& picture, std::uint32_t row,
                                               std::uint32_t column);
// The clock in which it enters.
std::uint64_t entersAt(const PoolingPicture& picture, std::uint32_t row, std::uint32_t column);

Json jsonOf(const PoolingPicture& picture);

} // namespace lw::scene::circuit
