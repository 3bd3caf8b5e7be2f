// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/circuit/pooling_picture.h"

#include "core/base/check.h"
#include "core/circuit/line_buffer.h"
#include "core/numeric/float_bits.h"

#include <algorithm>

namespace lw::scene::circuit {

namespace {

using machine::Aggregate;
using machine::PoolEdge;
using machine::PoolingWork;
using Buffer = lw::circuit::LineBuffer<std::uint32_t>;

// Values that enter, places beyond the edge included.
struct Stream {
    std::uint32_t rows = 0, columns = 0;
    std::uint64_t clocks() const { return std::uint64_t{rows} * columns; }
};
Stream streamOf(const PoolingWork& work) {
    const auto covered = [](std::uint32_t windows, std::uint32_t size, std::uint32_t stride,
                            std::uint32_t there) {
        return std::max(lw::circuit::coveredBy(windows, size, stride), there);
    };
    return {covered(work.windowsDown, work.windowRows, work.rowStride, work.rows),
            covered(work.windowsAcross, work.windowColumns, work.columnStride, work.columns)};
}

// The same under ==, in that zeros of both signs are; a NaN also equals a NaN.
bool same(tensor::DType type, std::uint32_t x, std::uint32_t y) {
    if (type != tensor::DType::F32 || x == y) return x == y;
    return (numeric::isNan(x) && numeric::isNan(y)) || numeric::floatOf(x) == numeric::floatOf(y);
}

PoolWindow windowAt(const PoolingWork& work, const Stream& stream, std::uint32_t number) {
    PoolWindow window;
    window.row = number / work.windowsAcross * work.rowStride;
    window.column = number % work.windowsAcross * work.columnStride;
    window.rows = std::min(work.windowRows, work.rows - window.row);
    window.columns = std::min(work.windowColumns, work.columns - window.column);
    window.isPartial = window.rows < work.windowRows || window.columns < work.windowColumns;
    window.completeAt = std::uint64_t{window.row + work.windowRows - 1} * stream.columns + window.column +
                        work.windowColumns - 1;
    if (work.aggregate != Aggregate::Max && work.aggregate != Aggregate::Min) return window;
    for (std::uint32_t i = 0; i < window.rows; ++i)
        for (std::uint32_t j = 0; j < window.columns; ++j) {
            const std::uint32_t place = (window.row + i) * work.columns + window.column + j;
            if (!same(work.type, work.values[place], work.results[number])) continue;
            if (window.winner)
                ++window.ties;
            else
                window.winner = place;
        }
    return window;
}

// The line buffer after the value of this clock has entered.
Buffer bufferAt(const PoolingWork& work, const Stream& stream, std::uint64_t clock) {
    Buffer buffer({work.windowRows, work.windowColumns, work.rowStride, work.columnStride}, stream.columns);
    // What entered more clocks ago than there are places has left.
    for (std::uint64_t t = 0; t <= std::min(clock, stream.clocks() - 1); ++t) {
        const auto row = static_cast<std::uint32_t>(t / stream.columns);
        const auto column = static_cast<std::uint32_t>(t % stream.columns);
        const bool isThere = row < work.rows && column < work.columns;
        buffer.push({isThere ? work.values[std::size_t{row} * work.columns + column] : 0, isThere});
    }
    return buffer;
}

void put(CellPicture& picture, std::size_t cell, const Buffer::Place& place) {
    picture.bits[cell] = place.value;
    picture.flags[cell] = place.isPresent ? kWritten : 0;
}

void showBuffer(const Buffer& buffer, PoolingPicture& out) {
    for (std::uint32_t i = 0; i < out.registers.rows; ++i)
        for (std::uint32_t j = 0; j < out.registers.columns; ++j)
            put(out.registers, std::size_t{i} * out.registers.columns + j, buffer.at(i, j));
    for (std::uint32_t line = 0; line < out.delayLines.rows; ++line)
        for (std::uint32_t depth = 0; depth < out.delayLines.columns; ++depth)
            put(out.delayLines, std::size_t{line} * out.delayLines.columns + depth,
                buffer.delayed(line, depth));
}

// Which values have entered, and which of them the registers hold.
void showValues(const Buffer& buffer, PoolingPicture& out) {
    const std::uint32_t row = buffer.row(), column = buffer.column();
    for (std::uint32_t i = 0; i < out.values.rows; ++i)
        for (std::uint32_t j = 0; j < out.values.columns; ++j) {
            std::uint8_t& flags = out.values.flags[std::size_t{i} * out.values.columns + j];
            if (i < row || (i == row && j <= column)) flags |= kWritten;
        }
    // The registers of window row r hold the values r rows above the newest one.
    for (std::uint32_t r = 0; r < out.registers.rows && r <= row; ++r)
        for (std::uint32_t c = 0; c < out.registers.columns; ++c) {
            const std::int64_t place = std::int64_t{row - r} * buffer.width() + column - c;
            if (place < 0) continue;
            const auto i = static_cast<std::uint64_t>(place) / buffer.width();
            const auto j = static_cast<std::uint64_t>(place) % buffer.width();
            if (i < out.values.rows && j < out.values.columns)
                out.values.flags[i * out.values.columns + j] |= kChanged;
        }
}

} // namespace

PoolingPicture poolingPicture(const PoolingWork& work, std::uint64_t clock) {
    LW_REQUIRE(work.values.size() == std::size_t{work.rows} * work.columns && !work.values.empty(),
               "a picture has all its values");
    LW_REQUIRE(work.results.size() == std::size_t{work.windowsDown} * work.windowsAcross &&
                   !work.results.empty(),
               "every window has its result");
    const Stream stream = streamOf(work);
    PoolingPicture out;
    out.clocks = stream.clocks();
    out.aggregate = work.aggregate;
    out.edge = work.edge;
    out.rowStride = work.rowStride;
    out.columnStride = work.columnStride;
    out.lane = work.lane;
    out.lanes = work.lanes;
    out.values = emptyPicture("values", work.type, work.rows, work.columns);
    out.values.bits.assign(work.values.begin(), work.values.end());
    out.registers = emptyPicture("registers", work.type, work.windowRows, work.windowColumns);
    out.delayLines =
        emptyPicture("delay lines", work.type, work.windowRows - 1, stream.columns - work.windowColumns);
    out.results = emptyPicture("results", work.type, work.windowsDown, work.windowsAcross);
    for (std::uint32_t i = 0; i < work.results.size(); ++i) out.windows.push_back(windowAt(work, stream, i));
    if (clock < work.first) return out;
    out.clock = clock - work.first;
    const Buffer buffer = bufferAt(work, stream, out.clock);
    showBuffer(buffer, out);
    showValues(buffer, out);
    for (std::uint32_t i = 0; i < work.results.size(); ++i) {
        if (out.windows[i].completeAt > out.clock) continue;
        out.results.bits[i] = work.results[i];
        out.results.flags[i] = kWritten;
        if (out.windows[i].completeAt == out.clock) out.complete = i;
    }
    return out;
}

std::vector<std::uint32_t> windowsWith(const PoolingPicture& picture, std::uint32_t row,
                                       std::uint32_t column) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < picture.windows.size(); ++i) {
        const PoolWindow& window = picture.windows[i];
        if (row >= window.row && row - window.row < window.rows && column >= window.column &&
            column - window.column < window.columns)
            found.push_back(i);
    }
    return found;
}

CellPicture lineBufferPlane(const PoolingPicture& picture) {
    const CellPicture &registers = picture.registers, &lines = picture.delayLines;
    const auto [depth, before] = lineBufferColumns(picture);
    CellPicture out = emptyPicture("line buffer", registers.type, registers.rows, before + registers.columns);
    const auto copy = [&](std::uint32_t row, std::uint32_t column, const CellPicture& from,
                          std::size_t cell) {
        const std::size_t to = std::size_t{row} * out.columns + column;
        out.bits[to] = from.bits[cell];
        out.flags[to] = from.flags[cell];
    };
    for (std::uint32_t row = 0; row < registers.rows; ++row) {
        for (std::uint32_t column = 0; column < registers.columns; ++column)
            copy(row, before + column, registers, std::size_t{row} * registers.columns + column);
        if (depth == 0) continue;
        out.flags[std::size_t{row} * out.columns + depth] = kOutside;
        for (std::uint32_t d = 0; d < depth; ++d)
            if (row == 0)
                out.flags[d] = kOutside; // what leaves the last registers is gone
            else
                copy(row, depth - 1 - d, lines, std::size_t{row - 1} * lines.columns + d);
    }
    return out;
}

std::uint64_t entersAt(const PoolingPicture& picture, std::uint32_t row, std::uint32_t column) {
    return std::uint64_t{row} * (picture.delayLines.columns + picture.registers.columns) + column;
}

std::optional<LineBufferPlace> lineBufferPlace(const PoolingPicture& picture, std::uint32_t row,
                                               std::uint32_t column) {
    const std::uint32_t columns = picture.registers.columns, depth = picture.delayLines.columns;
    const std::uint64_t enters = entersAt(picture, row, column);
    if (enters > picture.clock || !(picture.values.flags[0] & kWritten)) return std::nullopt;
    // One place further with every clock: through the registers of a row, its delay line, the row above.
    const std::uint64_t age = picture.clock - enters, up = age / (depth + columns);
    const auto within = static_cast<std::uint32_t>(age % (depth + columns));
    if (up >= picture.registers.rows || (up + 1 == picture.registers.rows && within >= columns))
        return std::nullopt;
    const auto at = static_cast<std::uint32_t>(picture.registers.rows - 1 - up);
    if (within < columns)
        return LineBufferPlace{at, lineBufferColumns(picture).registers + columns - 1 - within};
    return LineBufferPlace{at, depth - 1 - (within - columns)};
}

} // namespace lw::scene::circuit
