// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/lanes.h"
#include "core/chips/inference/planner.h"
#include "core/chips/inference/unit_functions.h"

#include <algorithm>
#include <optional>
#include <vector>

// The vector computation unit on strips: pixel by pixel, all lanes of a pixel together.
namespace lw::inference {

using machine::FaultKind;

namespace {

constexpr std::uint32_t kTableNumbers = 256; // one for each int8

std::string textOf(std::uint32_t number, const StripShape& shape) {
    return "v" + std::to_string(number) + " of " + std::to_string(shape.rows) + " x " +
           std::to_string(shape.columns) + " pixels and " + std::to_string(shape.lanes) + " lanes";
}

bool mismatch(Planner& plan, const StripShape& x, const StripShape& y, const char* wanted) {
    return plan.fault(FaultKind::Undefined,
                      textOf(plan.row()[1], x) + " does not go with " + textOf(plan.row()[2], y) + ": " +
                          wanted,
                      "by=1 takes one pixel for all, by=2 one lane for all; otherwise the shapes are equal");
}

void takes(Planner& plan, const StripShape& shape, TimingKey key) {
    plan.takes(kVpuPort, stepsOf(shape.elements(), plan.config().vectorLanes), key);
    plan.work.operations = shape.elements();
}

} // namespace

void planBinary(Planner& plan) {
    const Decoded& row = plan.row();
    const auto x = plan.readsStrip(row[1]), y = plan.readsStrip(row[2]);
    if (!x || !y) return;
    const bool samePixels = x->rows == y->rows && x->columns == y->columns, sameLanes = x->lanes == y->lanes;
    if (row[3] == kSameShape && !(samePixels && sameLanes))
        return void(mismatch(plan, *x, *y, "the shapes differ"));
    if (row[3] == kOnePixel && !(y->pixels() == 1 && sameLanes))
        return void(mismatch(plan, *x, *y, "by=1 needs one pixel of as many lanes"));
    if (row[3] == kOneLane && !(samePixels && y->lanes == 1))
        return void(mismatch(plan, *x, *y, "by=2 needs as many pixels of one lane"));
    if (plan.writesStrip(row[0], *x)) takes(plan, *x, TimingKey::Vpu);
}

void actBinary(Circuit& circuit, const Decoded& row, const Work&) {
    const StripShape shape = circuit.stripShape(row[1]);
    // d may be y: its one pixel is set aside.
    std::vector<std::uint32_t> pixel;
    if (row[3] == kOnePixel)
        pixel.assign(circuit.stripPixel(row[2], 0), circuit.stripPixel(row[2], 0) + shape.lanes);
    const LaneFunction lanes = row.row().meaning.lanes;
    std::uint32_t* d = circuit.stripToFill(row[0], shape);
    for (std::uint32_t p = 0; p < shape.pixels(); ++p, d += circuit.config().arrayColumns) {
        const std::uint32_t* const y = pixel.empty() ? circuit.stripPixel(row[2], p) : pixel.data();
        lanes(circuit.stripPixel(row[1], p), y, d, shape.lanes, row[3] == kOneLane);
    }
}

void planUnary(Planner& plan) {
    const auto x = plan.readsStrip(plan.row()[1]);
    if (x && plan.writesStrip(plan.row()[0], *x)) takes(plan, *x, TimingKey::Activation);
}

void actUnary(Circuit& circuit, const Decoded& row, const Work&) {
    const StripShape shape = circuit.stripShape(row[1]);
    std::uint32_t* d = circuit.stripToFill(row[0], shape);
    for (std::uint32_t p = 0; p < shape.pixels(); ++p, d += circuit.config().arrayColumns) {
        const std::uint32_t* const x = circuit.stripPixel(row[1], p);
        row.row().meaning.lanes(x, x, d, shape.lanes, false);
    }
}

namespace {

// The shape of x, if y has two pixels with as many lanes.
std::optional<StripShape> readsTwoPixels(Planner& plan, const std::string& which) {
    const auto x = plan.readsStrip(plan.row()[1]), y = plan.readsStrip(plan.row()[2]);
    if (!x || !y) return {};
    if (y->pixels() == 2 && y->lanes == x->lanes) return x;
    plan.fault(FaultKind::Undefined,
               textOf(plan.row()[1], *x) + " needs two pixels of as many lanes, " + which + ", not " +
                   textOf(plan.row()[2], *y),
               "load " + which + " of every lane as two pixels");
    return {};
}

// The lanes of a pixel, set aside: d may be their strip.
std::vector<std::uint32_t> copyOf(const Circuit& circuit, std::uint32_t strip, std::uint32_t pixel,
                                  std::uint32_t lanes) {
    const std::uint32_t* const from = circuit.stripPixel(strip, pixel);
    return {from, from + lanes};
}

} // namespace

void planNorm(Planner& plan) {
    const auto x = readsTwoPixels(plan, "scale and shift");
    if (x && plan.writesStrip(plan.row()[0], *x)) takes(plan, *x, TimingKey::Vpu);
}

void actNorm(Circuit& circuit, const Decoded& row, const Work&) {
    const StripShape shape = circuit.stripShape(row[1]);
    const auto scale = copyOf(circuit, row[2], 0, shape.lanes),
               shift = copyOf(circuit, row[2], 1, shape.lanes);
    std::uint32_t* d = circuit.stripToFill(row[0], shape);
    for (std::uint32_t p = 0; p < shape.pixels(); ++p, d += circuit.config().arrayColumns)
        lanesNorm(circuit.stripPixel(row[1], p), scale.data(), shift.data(), d, shape.lanes);
}

void planQuantise(Planner& plan) {
    const Decoded& row = plan.row();
    if (row[3] > 62) {
        plan.fault(FaultKind::OutOfRange, "a shift of " + std::to_string(row[3]), "shift by 0 to 62");
        return;
    }
    const auto x = plan.readsStrip(row[1]);
    if (x && plan.writesStrip(row[0], *x)) takes(plan, *x, TimingKey::Vpu);
}

void actQuantise(Circuit& circuit, const Decoded& row, const Work&) {
    const StripShape shape = circuit.stripShape(row[1]);
    const Quantisation by{row.integer(2), row[3], row.integer(4)};
    std::uint32_t* d = circuit.stripToFill(row[0], shape);
    for (std::uint32_t p = 0; p < shape.pixels(); ++p, d += circuit.config().arrayColumns)
        lanesQuantised(circuit.stripPixel(row[1], p), by, d, shape.lanes);
}

namespace {

// A fault for the first shift of some lanes that is not a valid shift.
bool checkShifts(Planner& plan, std::uint32_t lanes) {
    const std::uint32_t* const shifts = plan.circuit().stripPixel(plan.row()[2], 1);
    const std::uint32_t* const wrong =
        std::find_if(shifts, shifts + lanes, [](std::uint32_t shift) { return shift > 62; });
    if (wrong == shifts + lanes) return true;
    return plan.fault(FaultKind::OutOfRange,
                      "a shift of " + std::to_string(*wrong) + " in lane " + std::to_string(wrong - shifts) +
                          " of v" + std::to_string(plan.row()[2]),
                      "shift by 0 to 62");
}

} // namespace

void planQuantiseLanes(Planner& plan) {
    const auto x = readsTwoPixels(plan, "multiplier and shift");
    if (!x || (plan.circuit().hasValues() && !checkShifts(plan, x->lanes))) return;
    if (plan.writesStrip(plan.row()[0], *x)) takes(plan, *x, TimingKey::Vpu);
}

void actQuantiseLanes(Circuit& circuit, const Decoded& row, const Work&) {
    const StripShape shape = circuit.stripShape(row[1]);
    const auto multipliers = copyOf(circuit, row[2], 0, shape.lanes),
               shifts = copyOf(circuit, row[2], 1, shape.lanes);
    std::uint32_t* d = circuit.stripToFill(row[0], shape);
    for (std::uint32_t p = 0; p < shape.pixels(); ++p, d += circuit.config().arrayColumns)
        lanesQuantisedEach(circuit.stripPixel(row[1], p), multipliers.data(), shifts.data(), row.integer(3),
                           d, shape.lanes);
}

void planTable(Planner& plan) {
    const Decoded& row = plan.row();
    const auto x = plan.readsStrip(row[1]), y = plan.readsStrip(row[2]);
    if (!x || !y) return;
    if (y->pixels() != kTableNumbers || (y->lanes != x->lanes && y->lanes != 1)) {
        plan.fault(FaultKind::Undefined,
                   textOf(row[1], *x) + " needs a table of 256 pixels, of as many lanes or one, not " +
                       textOf(row[2], *y),
                   "load what stands for -128 to 127 as 256 pixels");
        return;
    }
    if (plan.writesStrip(row[0], *x)) takes(plan, *x, TimingKey::Vpu);
}

void actTable(Circuit& circuit, const Decoded& row, const Work&) {
    const StripShape shape = circuit.stripShape(row[1]);
    const std::uint32_t columns = circuit.stripShape(row[2]).lanes;
    std::vector<std::uint32_t> table; // set aside: d may be its strip
    for (std::uint32_t p = 0; p < kTableNumbers; ++p) {
        const std::uint32_t* const from = circuit.stripPixel(row[2], p);
        table.insert(table.end(), from, from + columns);
    }
    std::uint32_t* d = circuit.stripToFill(row[0], shape);
    for (std::uint32_t p = 0; p < shape.pixels(); ++p, d += circuit.config().arrayColumns)
        lanesLookedUp(circuit.stripPixel(row[1], p), table.data(), columns, d, shape.lanes);
}

} // namespace lw::inference
