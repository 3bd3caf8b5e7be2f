// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/window_rows.h"

#include "core/lower/training/taps.h"

namespace lw::lower::training {

namespace {

std::int64_t ofBlock(const ImageLayout& image, std::uint64_t block) {
    return static_cast<std::int64_t>(block * image.positions());
}

// One column of taps: the windows that it is part of, and the positions of a picture row that they read, in
// squares.
struct TapColumn {
    std::int64_t column = 0;
    Range windows;
    std::int64_t groups = 0;  // of registers, in a picture row
    std::int64_t squares = 0; // that they fill
    Range pictureRows;        // that any window reads
};
std::vector<TapColumn> tapColumns(const Window& window, const Grouping& by) {
    std::vector<TapColumn> out;
    const auto batch = static_cast<std::int64_t>(window.from.batch);
    Range pictureRows{window.rows.size, 0};
    for (std::int64_t row = 0; row < window.rows.kernel; ++row) {
        const Range windows = windowsOf(window.rows, row, window.to.rows);
        if (windows.count() == 0) continue;
        pictureRows.first = std::min(pictureRows.first, window.rows.at(windows.first, row));
        pictureRows.end = std::max(pictureRows.end, window.rows.at(windows.end - 1, row) + 1);
    }
    for (std::int64_t column = 0; column < window.columns.kernel; ++column) {
        const Range windows = windowsOf(window.columns, column, window.to.columns);
        if (windows.count() == 0 || pictureRows.count() == 0) continue;
        const std::int64_t groups = windows.count() * batch / static_cast<std::int64_t>(by.groupRows());
        out.push_back({column, windows, groups, divideUp(groups, by.squareGroups()), pictureRows});
    }
    return out;
}

// Positions of one column of taps, transposed: for each picture row square by square, of these the rows of
// channels.
void writeTransposed(StepWriter& to, const Window& window, const TapColumn& tap, std::int64_t from,
                     std::int64_t squares, std::int64_t squareGroups) {
    const auto batch = static_cast<std::int64_t>(window.from.batch);
    const std::int64_t stride = window.columns.stride;
    const bool isOneRun = stride == 1;
    const std::int64_t skip = isOneRun ? 0 : (stride - 1) * batch;
    const std::int64_t run = isOneRun ? tap.groups : batch / to.groupRows();
    const std::int64_t back =
        window.from.pixel(1, 0) - tap.groups * to.groupRows() - (isOneRun ? 0 : tap.windows.count() * skip);
    to.transpose(
        {from + window.from.pixel(tap.pictureRows.first, window.columns.at(tap.windows.first, tap.column)),
         squares, run, tap.groups, tap.squares * to.by().squareGroups(), skip, back, tap.pictureRows.count(),
         squareGroups});
}

// The products of one column of taps and one pair of blocks: rows of windows with the same taps together.
class TapColumnProducts {
  public:
    TapColumnProducts(StepWriter& to, const Window& window, const TapColumn& tap, std::int64_t squareGroups)
        : m_to(to), m_window(window), m_tap(tap), m_squareRows(squareGroups * to.groupRows()) {}

    void write(std::int64_t gradient, std::int64_t result, std::int64_t squares) {
        for (std::int64_t row = 0; row < static_cast<std::int64_t>(m_window.to.rows);) {
            const Range taps = tapsOf(m_window.rows, row);
            std::int64_t end = row + 1;
            while (end < static_cast<std::int64_t>(m_window.to.rows) && tapsOf(m_window.rows, end) == taps)
                ++end;
            if (taps.count() > 0) writeRows({row, end}, taps, gradient, result, squares);
            row = end;
        }
    }

  private:
    void writeRows(const Range& rows, const Range& taps, std::int64_t gradient, std::int64_t result,
                   std::int64_t squares) {
        const std::int64_t pictureRow = m_tap.squares * m_squareRows; // rows of squares of one
        const auto tapRows = static_cast<std::int64_t>(m_window.weights.tapRows());
        const std::int64_t fromTap = m_window.rows.dilation * pictureRow;
        const std::int64_t toTap = m_window.columns.kernel * tapRows;
        const std::int64_t first = m_window.rows.at(rows.first, taps.first) - m_tap.pictureRows.first;
        m_to.set(1, squares + first * pictureRow);
        m_to.set(2, result + (taps.first * m_window.columns.kernel + m_tap.column) * tapRows);
        m_to.set(3, m_squareRows / m_to.groupRows());
        m_to.set(4, taps.count());
        m_to.set(5, 1);
        m_to.set(6, fromTap - m_squareRows);
        m_to.set(7, toTap - m_squareRows);
        m_to.set(8, m_squareRows - taps.count() * fromTap);
        m_to.set(9, -taps.count() * toTap);
        m_to.set(21, gradient + m_window.to.pixel(rows.first, m_tap.windows.first));
        m_to.set(22, rows.count());
        m_to.set(23, m_tap.squares);
        m_to.set(24, m_tap.groups - (m_tap.squares - 1) * m_to.by().squareGroups());
        m_to.set(25, m_window.to.pixel(1, 0));
        m_to.set(27, (m_window.rows.stride - 1) * pictureRow);
        m_to.call("weight_gradient");
    }

    StepWriter& m_to;
    const Window& m_window;
    const TapColumn& m_tap;
    std::int64_t m_squareRows; // of memory, of one square
};

// Of a block of channels.
std::uint64_t lanesOf(std::uint64_t channels, std::uint64_t block, std::uint64_t lanes) {
    return std::min(lanes, channels - block * lanes);
}

// Of taps that lie side by side, the sublanes of the register at a row that have no channel, as bits.
std::uint64_t sublanesBeside(const WeightLayout& weights, std::uint64_t row, std::uint64_t sublanes) {
    const std::uint64_t taken = weights.inputs / weights.sideTaps;
    std::uint64_t out = 0;
    for (std::uint64_t s = 0; weights.sideTaps > 1 && s < sublanes; ++s)
        if ((row + s) % taken >= weights.tapChannels) out |= std::uint64_t{1} << s;
    return out;
}

void keepRows(StepWriter& to, std::int64_t from, std::uint64_t groups, std::uint64_t apart,
              std::uint64_t rows) {
    to.set(1, from);
    to.set(4, static_cast<std::int64_t>(groups));
    to.set(5, static_cast<std::int64_t>(rows));
    to.set(6, static_cast<std::int64_t>(apart));
    to.call("keep_rows");
}

// Where a gradient of weights has no channel, it is 0 again: 0 times what is not finite was added there. Of
// several blocks of lanes the sums of each had all lanes, so that none had to wait for the one before.
void keepWeights(StepWriter& to, const WeightLayout& weights, std::int64_t row) {
    const auto group = static_cast<std::uint64_t>(to.groupRows());
    const std::uint64_t block = weights.taps * weights.tapRows(), last = weights.outputBlocks() - 1;
    if (last > 0 && weights.outputs % weights.lanes != 0) {
        to.keepLanes(weights.outputs % weights.lanes);
        keepRows(to, row + static_cast<std::int64_t>(last * block), block / group, group, group);
        to.keepLanes(weights.lanes);
    }
    const std::uint64_t sublanes = to.by().sublanes;
    if (weights.sideTaps > 1) to.set(1, row);
    for (std::uint64_t r = 0; weights.sideTaps > 1 && r < weights.memoryRows(); r += sublanes)
        if (const std::uint64_t beside = sublanesBeside(weights, r % weights.tapRows(), sublanes);
            beside != 0)
            to.text()("vst: [r1+", static_cast<std::int64_t>(r),
                      "], v31, mask=", static_cast<std::int64_t>(beside));
    if (weights.inputs % group != 0)
        keepRows(to, row + static_cast<std::int64_t>(weights.tapRows() - group),
                 weights.outputBlocks() * weights.taps, weights.tapRows(), weights.inputs % group);
}

} // namespace

void writeForward(StepWriter& to, const Window& window, std::int64_t from, std::int64_t result,
                  std::int64_t weights) {
    to.fill(result, window.to.memoryRows());
    std::vector<ProductPass> passes;
    for (std::uint64_t output = 0; output < window.weights.outputBlocks(); ++output)
        eachTap(window, to.groupRows(), [&](std::int64_t row, std::int64_t column, const TapPixels& pixels) {
            const auto tap = static_cast<std::uint64_t>(row * window.columns.kernel + column);
            for (std::uint64_t input = 0; input < window.weights.inputBlocks(); ++input)
                passes.push_back({from + ofBlock(window.from, input) + pixels.read,
                                  result + ofBlock(window.to, output) + pixels.made, pixels.walk,
                                  weights + static_cast<std::int64_t>(window.weights.row(output, tap, input)),
                                  static_cast<std::int64_t>(window.weights.groups(input)),
                                  lanesOf(window.weights.outputs, output, window.weights.lanes)});
        });
    to.products(passes, false);
}

void writeDataGradient(StepWriter& to, const Window& window, std::int64_t gradient, std::int64_t result,
                       std::int64_t weights) {
    to.fill(result, window.from.memoryRows());
    std::vector<ProductPass> passes;
    for (std::uint64_t input = 0; input < window.weights.inputBlocks(); ++input)
        eachTap(window, to.groupRows(), [&](std::int64_t row, std::int64_t column, const TapPixels& pixels) {
            const auto tap = static_cast<std::uint64_t>(row * window.columns.kernel + column);
            for (std::uint64_t output = 0; output < window.weights.outputBlocks(); ++output)
                passes.push_back({gradient + ofBlock(window.to, output) + pixels.made,
                                  result + ofBlock(window.from, input) + pixels.read, reversed(pixels.walk),
                                  weights + static_cast<std::int64_t>(window.weights.row(output, tap, input)),
                                  static_cast<std::int64_t>(window.weights.groups(input)),
                                  lanesOf(window.weights.inputs, input, window.weights.lanes)});
        });
    to.products(passes, true);
}

void writeWeightGradient(StepWriter& to, const Window& window, std::int64_t from, std::int64_t gradient,
                         std::int64_t result, std::int64_t squares) {
    to.fill(result, window.weights.memoryRows());
    to.keepLanes(lanesOf(window.weights.outputs, 0, window.weights.lanes));
    for (std::uint64_t input = 0; input < window.weights.inputBlocks(); ++input) {
        const auto squareGroups = static_cast<std::int64_t>(window.weights.groups(input));
        for (const TapColumn& tap : tapColumns(window, to.by())) {
            writeTransposed(to, window, tap, from + ofBlock(window.from, input), squares, squareGroups);
            for (std::uint64_t output = 0; output < window.weights.outputBlocks(); ++output)
                TapColumnProducts(to, window, tap, squareGroups)
                    .write(gradient + ofBlock(window.to, output),
                           result + static_cast<std::int64_t>(window.weights.row(output, 0, input)), squares);
        }
    }
    to.flush();
    keepWeights(to, window.weights, result);
}

std::uint64_t transposedRuns(const Window& window, const Grouping& by) {
    return window.weights.inputBlocks() * tapColumns(window, by).size();
}

std::uint64_t transposedRows(const Window& window, const Grouping& by) {
    std::int64_t most = 0;
    for (std::uint64_t input = 0; input < window.weights.inputBlocks(); ++input)
        for (const TapColumn& tap : tapColumns(window, by))
            most =
                std::max(most, tap.pictureRows.count() * tap.squares *
                                   static_cast<std::int64_t>(window.weights.groups(input) * by.groupRows()));
    return static_cast<std::uint64_t>(most);
}

} // namespace lw::lower::training
