// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/transposed_phases.h"

#include "core/lower/striding/sum_plan.h"
#include "core/network/geometry.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lw::lower::striding {

using network::Layer;
using tensor::Tensor;

namespace {

// Along one direction.
struct Phase {
    std::uint32_t first = 0;         // output element; the others are a stride apart
    std::uint64_t count = 0;         // of them
    std::vector<std::uint32_t> taps; // those that fall on them
    std::int64_t from = 0;           // the first of them reads from here with the first tap
    std::int64_t apart = 0;          // from one tap's to the next one's

    std::int64_t least() const { return std::min(from, from + apart * lastTap()); }
    std::int64_t most() const {
        return std::max(from, from + apart * lastTap()) + static_cast<std::int64_t>(count) - 1;
    }

  private:
    std::int64_t lastTap() const { return std::ssize(taps) - 1; }
};

std::vector<Phase> phasesOf(const network::Axis& axis, std::uint64_t outputs) {
    std::vector<Phase> out;
    const auto stride = static_cast<std::uint64_t>(axis.stride);
    for (std::uint64_t first = 0; first < std::min(stride, outputs); ++first) {
        Phase phase;
        phase.first = static_cast<std::uint32_t>(first);
        phase.count = (outputs - first + stride - 1) / stride;
        const auto place = [&](std::int64_t tap) {
            return static_cast<std::int64_t>(first) + axis.before - tap * axis.dilation;
        };
        for (std::int64_t tap = 0; tap < axis.kernel; ++tap)
            if (place(tap) % axis.stride == 0) phase.taps.push_back(static_cast<std::uint32_t>(tap));
        if (!phase.taps.empty()) phase.from = place(phase.taps[0]) / axis.stride;
        if (phase.taps.size() > 1) phase.apart = place(phase.taps[1]) / axis.stride - phase.from;
        out.push_back(std::move(phase));
    }
    return out;
}

struct Phases {
    std::vector<Phase> rows, columns;
    network::Axis high, wide;
};
Phases phasesOf(const Layer& layer, const Picture& image) {
    const tensor::Shape shape{image.rows, image.columns, image.channels};
    const network::Axis high = network::rowsOf(layer, shape), wide = network::columnsOf(layer, shape);
    return {phasesOf(high, layer.shape[0]), phasesOf(wide, layer.shape[1]), high, wide};
}

// Beyond the two ends of an image.
std::pair<std::uint32_t, std::uint32_t> reachOf(const std::vector<Phase>& phases, std::int64_t size) {
    std::int64_t before = 0, after = 0;
    for (const Phase& phase : phases) {
        if (phase.taps.empty()) continue;
        before = std::max(before, -phase.least());
        after = std::max(after, phase.most() - (size - 1));
    }
    return {static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after)};
}

// The convolution of a phase. If no tap falls on its pixels it has no kernel, but weights of one tap, 0,
// for the channels.
Layer layerOf(const Layer& layer, const Phase& rows, const Phase& columns) {
    Layer out = layer;
    out.kind = network::Kind::Conv;
    out.pad = {};
    out.stride = out.dilation = {1, 1};
    out.outputPadding = {0, 0};
    out.kernel = {static_cast<std::uint32_t>(rows.taps.size()),
                  static_cast<std::uint32_t>(columns.taps.size())};
    const tensor::Shape& shape = layer.weights.shape();
    if (rows.taps.empty() || columns.taps.empty()) {
        out.kernel = {0, 0};
        out.weights = Tensor(layer.weights.dtype(), {1, 1, shape[2], shape[3]});
        return out;
    }
    out.weights = Tensor(layer.weights.dtype(), {rows.taps.size(), columns.taps.size(), shape[2], shape[3]});
    const std::size_t tapBytes = shape[2] * shape[3] * tensor::sizeOf(layer.weights.dtype());
    auto to = out.weights.bytes().begin();
    for (const std::uint32_t row : rows.taps)
        for (const std::uint32_t column : columns.taps)
            to = std::ranges::copy(
                     layer.weights.bytes().subspan((row * shape[1] + column) * tapBytes, tapBytes), to)
                     .out;
    return out;
}

} // namespace

network::Padding borderOfPhases(const Layer& layer, const Picture& image) {
    const Phases phases = phasesOf(layer, image);
    const auto [top, bottom] = reachOf(phases.rows, phases.high.size);
    const auto [left, right] = reachOf(phases.columns, phases.wide.size);
    return {top, bottom, left, right};
}

Result<std::vector<SumPlan>> planPhases(const Layer& layer, const Picture& image,
                                        const machine::CircuitLimits& circuit) {
    const Phases phases = phasesOf(layer, image);
    const network::Padding border = borderOfPhases(layer, image);
    std::vector<SumPlan> out;
    for (const Phase& row : phases.rows)
        for (const Phase& column : phases.columns) {
            const Picture result{row.count, column.count, layer.weights.shape().back()};
            LW_TRY(SumPlan plan,
                   planSumsTo(result, layerOf(layer, row, column), image, {1, 1}, circuit, false));
            plan.places = {.row = border.top + row.from,
                           .column = border.left + column.from,
                           .tapRows = row.apart,
                           .tapColumns = column.apart,
                           .toRow = row.first,
                           .toColumn = column.first,
                           .step = layer.stride};
            out.push_back(std::move(plan));
        }
    return out;
}

} // namespace lw::lower::striding
