// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/pooling.h"

#include "core/chips/inference/circuit.h"
#include "core/chips/inference/lanes.h"
#include "core/chips/inference/planner.h"
#include "core/chips/inference/unit_functions.h"
#include "core/numeric/ieee.h"

#include <algorithm>

// The pooling circuitry: what comes out of the line buffer (core/circuit/line_buffer.h),
// found directly. Tests compare the two.
namespace lw::inference {

using machine::FaultKind;

namespace {

struct Windows {
    WindowAxis down, across;
    StripShape result(std::uint32_t lanes) const { return {down.count(), across.count(), lanes}; }
};

Windows windowsOf(const Pattern& window, const StripShape& shape, std::uint32_t edge) {
    const auto axis = [&](std::uint32_t extent, std::size_t loop) {
        return WindowAxis{extent, static_cast<std::uint32_t>(window.n[loop]),
                          static_cast<std::uint32_t>(window.s[loop]), edge};
    };
    return {axis(shape.rows, 1), axis(shape.columns, 0)};
}

std::string sizeText(const Windows& windows) {
    return std::to_string(windows.down.size) + " x " + std::to_string(windows.across.size);
}

bool checkWindow(Planner& plan, const Pattern& window) {
    if (window.n[2] == 1 && window.s[0] >= 1 && window.s[1] >= 1) return true;
    return plan.fault(FaultKind::Undefined, "windows need strides of at least 1 and no outer loop",
                      "shape a, width, horizontal stride, height, vertical stride");
}

bool checkLineBuffer(Planner& plan, const Windows& windows) {
    const Config& config = plan.config();
    const std::uint32_t size = std::max(windows.down.size, windows.across.size);
    if (size > config.poolWindow)
        return plan.fault(FaultKind::OutOfRange,
                          "a window of " + sizeText(windows) + " needs " + std::to_string(size) +
                              " registers in a row, the line buffer has " + std::to_string(config.poolWindow),
                          "pool in several steps, or use a machine with a larger window");
    const std::uint32_t extent = windows.across.extent;
    const std::uint32_t depth = extent > windows.across.size ? extent - windows.across.size : 0;
    if (windows.down.size == 1 || depth <= config.poolDelay) return true;
    return plan.fault(FaultKind::OutOfRange,
                      "rows of " + std::to_string(extent) + " pixels and windows of " + sizeText(windows) +
                          " need delay lines of depth " + std::to_string(depth) + ", the line buffer has " +
                          std::to_string(config.poolDelay),
                      "cut the strip into narrower ones");
}

// One window of all lanes into d, elements in row-major order. d may be the window's first pixel.
void reduce(Circuit& circuit, const Decoded& row, const Windows& windows, std::uint32_t down,
            std::uint32_t across, std::uint32_t* d) {
    const std::uint32_t lanes = circuit.stripShape(row[1]).lanes;
    const std::uint32_t width = windows.across.extent, rows = windows.down.covered(down),
                        columns = windows.across.covered(across);
    const LaneFunction join = row.row().meaning.lanes;
    for (std::uint32_t r = 0; r < rows; ++r)
        for (std::uint32_t c = 0; c < columns; ++c) {
            const std::uint32_t pixel =
                (windows.down.begin(down) + r) * width + windows.across.begin(across) + c;
            const std::uint32_t* const x = circuit.stripPixel(row[1], pixel);
            if (r == 0 && c == 0)
                std::copy_n(x, lanes, d);
            else
                join(d, x, d, lanes, false);
        }
    constexpr std::uint32_t kZero = 0;
    const bool isPartial = rows < windows.down.size || columns < windows.across.size;
    if (isPartial && row[3] == kZeros) join(d, &kZero, d, lanes, true);
    if (row.element() == Element::Float) lanesOneNan(d, lanes);
}

template <typename Finish> void pool(Circuit& circuit, const Decoded& row, Finish finish) {
    const StripShape shape = circuit.stripShape(row[1]);
    const Windows windows = windowsOf(circuit.pattern(row[2]), shape, row[3]);
    const StripShape result = windows.result(shape.lanes);
    std::uint32_t* const first = circuit.stripToFill(row[0], result);
    const auto pixel = [&](std::uint32_t down, std::uint32_t across) {
        return first + (std::size_t{down} * result.columns + across) * circuit.config().arrayColumns;
    };
    for (std::uint32_t down = 0; down < result.rows; ++down)
        for (std::uint32_t across = 0; across < result.columns; ++across) {
            reduce(circuit, row, windows, down, across, pixel(down, across));
            const std::uint32_t covered = row[3] == kZeros
                                              ? windows.down.size * windows.across.size
                                              : windows.down.covered(down) * windows.across.covered(across);
            finish(pixel(down, across), shape.lanes, covered);
        }
}

} // namespace

void planPool(Planner& plan) {
    const Decoded& row = plan.row();
    const auto window = plan.pattern(row[2]);
    if (!window || !checkWindow(plan, *window)) return;
    const auto x = plan.readsStrip(row[1]);
    if (!x) return;
    const Windows windows = windowsOf(*window, *x, row[3]);
    if (!checkLineBuffer(plan, windows)) return;
    const StripShape result = windows.result(x->lanes);
    if (result.pixels() == 0) {
        plan.fault(FaultKind::Undefined, "no window of " + sizeText(windows) + " fits into the strip",
                   "use edge=0 or edge=1 for partial windows");
        return;
    }
    if (!plan.writesStrip(row[0], result)) return;
    plan.takes(kPoolPort, x->pixels() * stepsOf(x->lanes, plan.config().poolCircuits), TimingKey::Pool);
    plan.work.operations = x->elements();
    plan.work.pattern = *window;
}

void actPool(Circuit& circuit, const Decoded& row, const Work&) {
    pool(circuit, row, [](std::uint32_t*, std::uint32_t, std::uint32_t) {});
}

void actAverage(Circuit& circuit, const Decoded& row, const Work&) {
    const bool isFloat = row.element() == Element::Float;
    pool(circuit, row, [isFloat](std::uint32_t* d, std::uint32_t lanes, std::uint32_t covered) {
        const auto divisor = static_cast<float>(covered);
        for (std::uint32_t i = 0; i < lanes; ++i)
            d[i] = isFloat ? numeric::canonical(numeric::bitsOf(numeric::floatOf(d[i]) / divisor))
                           : static_cast<std::uint32_t>(roundedQuotient(static_cast<std::int32_t>(d[i]),
                                                                        static_cast<std::int32_t>(covered)));
    });
}

} // namespace lw::inference
