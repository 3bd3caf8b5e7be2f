// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/described.h"
#include "core/lower/striding/program_rows.h"

#include <algorithm>

// What a program that is launched several times reads and gives: from and to where descriptors say, and what
// circuits of an array get from each other.
namespace lw::lower::striding {

using network::ValueId;
using tensor::DType;

namespace {

std::string descriptorOf(const NetworkPlan& plan, ValueId id) {
    return std::to_string(std::ranges::find(plan.described, id) - plan.described.begin());
}

// Rows and columns of a picture, as a region of it.
struct Region {
    std::uint64_t row = 0, column = 0, rows = 0, columns = 0;
};

std::string pixelsOf(Emission& out, const Frame& frame, const Region& region) {
    return out.text.pattern({frame.pixelBytes(), 1, region.columns, stepOf(frame.pixelBytes()), region.rows,
                             stepOf(frame.rowBytes())});
}

// The part of a value that comes from the host; the rest, if it is the input, comes from neighbours.
Region ownOf(const NetworkPlan& plan, ValueId id, const Frame& frame) {
    if (id != network::kInput) return {0, 0, frame.rows, frame.columns};
    const SharedAxis &rows = plan.options.launches->rows, &columns = plan.options.launches->columns;
    return {rows.first(), columns.first(), rows.end(frame.rows) - rows.first(),
            columns.end(frame.columns) - columns.first()};
}

void bringDescribed(Emission& out, ValueId id, bool isAhead) {
    const std::int32_t zero = network::zeroOf(*out.plan.network, id);
    for (const Frame& frame : out.plan.frames[id]) {
        const Region own = ownOf(out.plan, id, frame);
        const std::uint8_t code = frame.dtype == DType::I8 ? static_cast<std::uint8_t>(zero) : 0;
        std::vector<std::string> operands{frame.at(own.row, own.column), pixelsOf(out, frame, own),
                                          descriptorOf(out.plan, id), std::to_string(code)};
        if (isAhead) operands.push_back("ahead=1");
        out.text.row("dma.in.d", operands);
    }
}

void bringDescribed(Emission& out) {
    for (const ValueId id : out.plan.described) {
        if (!isBrought(out.plan, id)) continue;
        writeBorders(out, out.plan.frames[id], network::zeroOf(*out.plan.network, id));
        bringDescribed(out, id, false);
    }
}

// The transfer to one neighbour: with which row, on which signal, and what of the tile goes where.
struct Way {
    std::string_view row;
    int signal = 0; // at the neighbour
    Region from, to;
};

void send(Emission& out, const Way& way) {
    if (way.from.rows == 0 || way.from.columns == 0) return;
    for (const Frame& frame : out.plan.frames[network::kInput]) {
        const std::string pattern = pixelsOf(out, frame, way.from);
        out.sentBytes += way.from.rows * way.from.columns * frame.pixelBytes();
        out.text.row(way.row, {frame.at(way.to.row, way.to.column), frame.at(way.from.row, way.from.column),
                               pattern, pattern, std::to_string(way.signal)});
    }
}

// Columns first, then rows with all columns, so that corners are included.
constexpr int kFromBefore = 0, kFromAfter = 1; // signals for columns; for rows two more

void exchange(Emission& out, const SharedAxis& shared, bool isColumns) {
    const Frame& frame = out.plan.frames[network::kInput].front();
    const std::uint64_t size = isColumns ? frame.columns : frame.rows;
    const std::uint64_t high = size - shared.low - shared.step;
    const auto part = [&](std::uint64_t first, std::uint64_t count) {
        const Region own = ownOf(out.plan, network::kInput, frame);
        return isColumns ? Region{own.row, first, own.rows, count} : Region{first, 0, count, frame.columns};
    };
    const int signals = isColumns ? 0 : 2;
    if (shared.hasAfter)
        send(out, {isColumns ? "send.e" : "send.s", signals + kFromBefore, part(shared.step, shared.low),
                   part(0, shared.low)});
    if (shared.hasBefore)
        send(out, {isColumns ? "send.w" : "send.n", signals + kFromAfter, part(shared.low, high),
                   part(shared.low + shared.step, high)});
    const std::string parcels = std::to_string(out.plan.frames[network::kInput].size());
    if (shared.hasBefore && shared.low != 0)
        out.text.row("wait", {std::to_string(signals + kFromBefore), parcels});
    if (shared.hasAfter && high != 0) out.text.row("wait", {std::to_string(signals + kFromAfter), parcels});
}

void exchange(Emission& out) {
    const SharedAxis &rows = out.plan.options.launches->rows, &columns = out.plan.options.launches->columns;
    if (columns.hasBefore || columns.hasAfter) {
        out.text.comment("columns of the neighbours beside");
        exchange(out, columns, true);
    }
    if (rows.hasBefore || rows.hasAfter) {
        out.text.comment("rows of the neighbours above and below, with their corners");
        exchange(out, rows, false);
    }
}

} // namespace

void writeLaunch(Emission& out) {
    if (out.plan.isAhead) {
        out.text.comment("what the first launch reads");
        bringDescribed(out);
    }
    out.text.comment("each launch begins here");
    out.text.forgetPatterns();
    out.text.row("launch", {out.plan.launchList});
    if (!out.plan.isAhead) bringDescribed(out);
    out.parcels = {};
    if (out.plan.sharesLayers()) {
        for (const ValueId id : out.plan.part.brings) shareBorders(out, id);
    } else {
        exchange(out);
    }
}

void writeAhead(Emission& out, const LayerPlan& layer) {
    if (!out.plan.isAhead) return;
    for (const ValueId id : out.plan.described) {
        const auto reads = [&](const LayerPlan& one) {
            return std::ranges::count(out.plan.network->layers[one.index].inputs, id) != 0;
        };
        const auto last = std::find_if(out.plan.layers.rbegin(), out.plan.layers.rend(), reads);
        if (!isBrought(out.plan, id) || last == out.plan.layers.rend() || &*last != &layer) continue;
        out.text.comment("the same of the next launch, since nobody reads this one any more");
        bringDescribed(out, id, true);
    }
}

void writeToHost(Emission& out, const Frame& value, ValueId id, std::uint64_t rows) {
    const std::string pattern = pixelsOf(out, value, {0, 0, rows, value.columns});
    out.text.row("dma.out.d", {value.at(value.rows - rows, 0), pattern, descriptorOf(out.plan, id)});
}

void writeDescribedOutputs(Emission& out) {
    for (const ValueId id : out.plan.part.gives)
        for (const Frame& frame : out.plan.frames[id]) {
            if (frame.pad != network::Padding{}) continue;
            const std::string pattern = pixelsOf(out, frame, {0, 0, frame.rows, frame.columns});
            out.text.row("dma.out.d", {frame.name, pattern, descriptorOf(out.plan, id)});
            break;
        }
}

} // namespace lw::lower::striding
