// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/concat_rows.h"

#include "core/lower/concat_blocks.h"

#include <algorithm>

namespace lw::lower::training {

namespace {

constexpr std::size_t kRows = 0, kChannels = 2;

// Rows, or columns, of the whole: runs of rows of memory, from the part to the whole.
std::vector<ConcatRun> runsOfPixels(const ConcatPart& at) {
    std::vector<ConcatRun> out;
    const bool areRows = at.axis == kRows;
    const std::uint64_t runs = areRows ? 1 : at.part.rows, length = at.part.positions() / runs;
    for (std::uint64_t block = 0; block < at.part.blocks(); ++block)
        for (std::uint64_t run = 0; run < runs; ++run) {
            const auto row = static_cast<std::int64_t>(areRows ? at.begin : run),
                       column = static_cast<std::int64_t>(areRows ? 0 : at.begin);
            out.push_back(
                {static_cast<std::int64_t>(block * at.part.positions() + run * length),
                 static_cast<std::int64_t>(block * at.whole.positions()) + at.whole.pixel(row, column),
                 length});
        }
    return out;
}

} // namespace

std::vector<ConcatRun> runsIntoWhole(const ConcatPart& at) {
    if (at.axis != kChannels) return runsOfPixels(at);
    std::vector<ConcatRun> out;
    const std::uint64_t lanes = at.whole.lanes, rows = at.whole.positions();
    eachConcatBlock(at.begin, at.part.channels, lanes, [&](const ConcatBlock& block) {
        const auto from = static_cast<std::int64_t>(block.of * rows),
                   to = static_cast<std::int64_t>(block.to * rows);
        const bool isFirst = block.by == 0; // in its block of the whole
        out.push_back({from, to, rows, block.by, block.by, std::min(block.end(), lanes), isFirst, !isFirst});
        if (block.end() > lanes)
            out.push_back({from, to + static_cast<std::int64_t>(rows), rows, block.by, 0, block.end() - lanes,
                           false, false});
    });
    return out;
}

std::vector<ConcatRun> runsOutOfWhole(const ConcatPart& at) {
    std::vector<ConcatRun> out;
    if (at.axis != kChannels) {
        out = runsOfPixels(at);
        for (ConcatRun& run : out) std::swap(run.from, run.to);
        return out;
    }
    const std::uint64_t lanes = at.whole.lanes, rows = at.whole.positions();
    eachConcatBlock(at.begin, at.part.channels, lanes, [&](const ConcatBlock& block) {
        const auto from = static_cast<std::int64_t>(block.to * rows),
                   to = static_cast<std::int64_t>(block.of * rows);
        const std::uint64_t back = (lanes - block.by) % lanes,
                            here = std::min(lanes - block.by, block.channels);
        out.push_back({from, to, rows, back, 0, here, block.by == 0 && block.channels == lanes, false});
        if (here < block.channels)
            out.push_back(
                {from + static_cast<std::int64_t>(rows), to, rows, back, here, block.channels, false, true});
    });
    return out;
}

void writeConcat(StepWriter& to, const std::vector<ConcatRun>& runs, std::int64_t from, std::int64_t result) {
    for (const ConcatRun& run : runs) {
        const std::int64_t at = result + run.to;
        if (run.isAll) {
            to.pass("copy", run.rows, from + run.from, {}, at);
            continue;
        }
        to.set(5, static_cast<std::int64_t>(run.turn));
        to.set(6, static_cast<std::int64_t>(run.first));
        to.set(7, static_cast<std::int64_t>(run.end));
        to.pass(run.joins ? "turn_into" : "turn", run.rows, from + run.from,
                run.joins ? std::optional(at) : std::nullopt, at);
    }
}

} // namespace lw::lower::training
