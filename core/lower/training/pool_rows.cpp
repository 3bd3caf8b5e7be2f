// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/pool_rows.h"

#include "core/lower/training/taps.h"

#include <limits>

namespace lw::lower::training {

namespace {

// For each block of channels and each tap: a walk from the first rows on.
template <typename Visit> void eachWalk(const StepWriter& to, const Window& window, const Visit& visit) {
    for (std::uint64_t block = 0; block < window.from.blocks(); ++block) {
        const auto read = static_cast<std::int64_t>(block * window.from.positions());
        const auto made = static_cast<std::int64_t>(block * window.to.positions());
        eachTap(window, to.groupRows(), [&](std::int64_t, std::int64_t, const TapPixels& pixels) {
            visit(read + pixels.read, made + pixels.made, pixels.walk);
        });
    }
}

void walk(StepWriter& to, std::string_view name, std::int64_t r1, std::int64_t r2, const Walk& by) {
    to.set(1, r1);
    to.set(2, r2);
    to.setWalk(by);
    to.call(name);
}

// Windows beside each other that have the same number of taps.
std::vector<Range> alike(const network::Axis& axis, std::uint64_t windows, bool countsPadding) {
    std::vector<Range> out;
    for (std::int64_t window = 0; window < static_cast<std::int64_t>(windows); ++window) {
        const bool isLike = !out.empty() && axis.covered(window, countsPadding) ==
                                                axis.covered(out.back().first, countsPadding);
        if (isLike)
            out.back().end = window + 1;
        else
            out.push_back({window, window + 1});
    }
    return out;
}

// Each number of what a pool makes divided by the elements of its window.
void writeShares(StepWriter& to, const Window& window, bool countsPadding, std::int64_t result) {
    for (const Range& rows : alike(window.rows, window.to.rows, countsPadding))
        for (const Range& columns : alike(window.columns, window.to.columns, countsPadding)) {
            const auto count = static_cast<double>(window.rows.covered(rows.first, countsPadding) *
                                                   window.columns.covered(columns.first, countsPadding));
            to.setFloat(10, 1 / count);
            const auto batch = static_cast<std::int64_t>(window.to.batch);
            const std::int64_t row = window.to.pixel(1, 0);
            for (std::uint64_t block = 0; block < window.to.blocks(); ++block) {
                const std::int64_t first = result + static_cast<std::int64_t>(block * window.to.positions()) +
                                           window.to.pixel(rows.first, columns.first);
                walk(to, "walk_scale", first, first,
                     {batch / to.groupRows(), columns.count(), rows.count(), batch, row, batch, row});
            }
        }
}

} // namespace

void writeMaxPool(StepWriter& to, const Window& window, std::int64_t from, std::int64_t result) {
    to.setFloat(5, -std::numeric_limits<double>::infinity());
    to.pass("fill_with", window.to.memoryRows(), {}, {}, result);
    eachWalk(to, window, [&](std::int64_t read, std::int64_t made, const Walk& by) {
        walk(to, "walk_max", from + read, result + made, by);
    });
}

void writeAveragePool(StepWriter& to, const Window& window, bool countsPadding, std::int64_t from,
                      std::int64_t result) {
    to.fill(result, window.to.memoryRows());
    eachWalk(to, window, [&](std::int64_t read, std::int64_t made, const Walk& by) {
        walk(to, "walk_add", from + read, result + made, by);
    });
    writeShares(to, window, countsPadding, result);
}

void writeMaxGradient(StepWriter& to, const Window& window, const PoolGradient& rows) {
    to.fill(rows.result, window.from.memoryRows());
    to.pass("copy", window.to.memoryRows(), rows.gradient, {}, rows.copy);
    eachWalk(to, window, [&](std::int64_t read, std::int64_t made, const Walk& by) {
        to.set(10, rows.result + read);
        to.set(11, rows.copy + made);
        walk(to, "walk_first_max", rows.from + read, rows.maxima + made, by);
    });
}

void writeAverageGradient(StepWriter& to, const Window& window, bool countsPadding,
                          const PoolGradient& rows) {
    to.fill(rows.result, window.from.memoryRows());
    to.pass("copy", window.to.memoryRows(), rows.gradient, {}, rows.copy);
    writeShares(to, window, countsPadding, rows.copy);
    eachWalk(to, window, [&](std::int64_t read, std::int64_t made, const Walk& by) {
        walk(to, "walk_add", rows.copy + made, rows.result + read, reversed(by));
    });
}

} // namespace lw::lower::training
