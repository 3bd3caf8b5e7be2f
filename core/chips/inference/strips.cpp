// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/lanes.h"
#include "core/chips/inference/planner.h"
#include "core/chips/inference/unit_functions.h"

#include <algorithm>
#include <cstring>

// Strips out of accumulators and the unified buffer, and back into it.
namespace lw::inference {

using machine::FaultKind;
using machine::TriggerKind;

namespace {

std::uint32_t sizeOf(Element element) { return element == Element::Int8 ? 1 : 4; }
std::int64_t stepOf(const Pattern& pattern, std::uint32_t size) {
    return pattern.es != 0 ? pattern.es : size;
}

StripShape shapeOf(const Pattern& pattern, std::uint32_t lanes) {
    return {static_cast<std::uint32_t>(pattern.n[1]), static_cast<std::uint32_t>(pattern.n[0]), lanes};
}

// A pattern of rows and columns of pixels.
std::optional<Pattern> flatPattern(Planner& plan, std::uint32_t number) {
    const auto pattern = plan.pattern(number);
    if (!pattern || pattern->n[2] == 1) return pattern;
    plan.fault(FaultKind::Undefined,
               "the outer loop of the pattern has more than one round; a strip has two dimensions",
               "set the pattern anew with shape, which makes the outer loop one round");
    return {};
}

// Calls each(address, first element, count) for the elements of a pixel: all at once if they are packed.
template <typename Each>
void overElements(std::int64_t address, std::uint32_t lanes, std::int64_t step, std::uint32_t size,
                  const Each& each) {
    if (step == static_cast<std::int64_t>(size)) return each(static_cast<std::uint64_t>(address), 0u, lanes);
    for (std::uint32_t i = 0; i < lanes; ++i, address += step)
        each(static_cast<std::uint64_t>(address), i, 1u);
}

void takesElements(Planner& plan, std::uint64_t elements) {
    plan.takes(kVpuPort, stepsOf(elements, plan.config().vectorLanes), TimingKey::Vpu);
    plan.work.operations = elements;
}

} // namespace

void planRead(Planner& plan) {
    const Decoded& row = plan.row();
    const auto pattern = flatPattern(plan, row[2]);
    if (!pattern) return;
    const StripShape shape = shapeOf(*pattern, row[3]);
    if (!plan.writesStrip(row[0], shape)) return;
    const Span span = boundsOf(*pattern, row[1], 1, 0, 1);
    if (span.begin < 0 || span.end > plan.config().accumulatorRows) {
        plan.fault(FaultKind::OutOfRange,
                   "accumulator rows " + std::to_string(span.begin) + " to " + std::to_string(span.end - 1) +
                       "; there are " + std::to_string(plan.config().accumulatorRows),
                   "the strides of the pattern count accumulator rows here");
        return;
    }
    overAddresses(*pattern, row[1], [&](std::int64_t address) {
        const auto r = static_cast<std::uint64_t>(address);
        if (plan.circuit().firstUnwritten(r, r + 1, row[3]) != r) return true;
        return plan.fault(FaultKind::Uninitialised,
                          "accumulator row " + std::to_string(r) + " was never written in " +
                              std::to_string(row[3]) + " columns",
                          "read only rows and columns that a pass has written");
    });
    plan.work.reads(Resource::Accumulators, static_cast<std::uint64_t>(span.begin),
                    static_cast<std::uint64_t>(span.end));
    takesElements(plan, shape.elements());
}

void actRead(Circuit& circuit, const Decoded& row, const Work&) {
    const Pattern pattern = circuit.pattern(row[2]);
    std::uint32_t* to = circuit.stripToFill(row[0], shapeOf(pattern, row[3]));
    overAddresses(pattern, row[1], [&](std::int64_t r) {
        std::copy_n(circuit.accumulatorRow(static_cast<std::uint64_t>(r)), row[3], to);
        to += circuit.config().arrayColumns;
        return true;
    });
}

void planLoad(Planner& plan) {
    const Decoded& row = plan.row();
    const auto pattern = flatPattern(plan, row[2]);
    if (!pattern) return;
    const StripShape shape = shapeOf(*pattern, row[3]);
    const std::uint32_t size = sizeOf(row.element());
    const std::int64_t step = stepOf(*pattern, size);
    const Bytes source = plan.circuit().memory(kUb);
    if (!plan.writesStrip(row[0], shape)) return;
    const Elements elements{*pattern, row[1], row[3], step, size};
    if (!plan.reads(source, elements) || !plan.checkWritten(source, elements)) return;
    plan.work.bytes = shape.elements() * size;
    takesElements(plan, shape.elements());
}

void actLoad(Circuit& circuit, const Decoded& row, const Work&) {
    const Pattern pattern = circuit.pattern(row[2]);
    const Bytes source = circuit.memory(kUb);
    const std::uint32_t lanes = row[3], size = sizeOf(row.element());
    const std::int64_t step = stepOf(pattern, size);
    std::uint32_t* to = circuit.stripToFill(row[0], shapeOf(pattern, lanes));
    const auto toWords = [size](const std::uint8_t* from, std::uint32_t* words, std::uint32_t count) {
        if (size == 4)
            std::memcpy(words, from, std::size_t{count} * 4);
        else
            widenLanes(from, words, count);
    };
    overAddresses(pattern, row[1], [&](std::int64_t address) {
        overElements(address, lanes, step, size, [&](std::uint64_t at, std::uint32_t i, std::uint32_t count) {
            toWords(source.bytes + at, to + i, count);
            circuit.memoryTouched(TriggerKind::MemoryRead, row, kUb, at, std::uint64_t{count} * size);
        });
        to += circuit.config().arrayColumns;
        return true;
    });
}

namespace {

// A fault for the first value of a strip that is not an int8.
bool checkInt8(Planner& plan, std::uint32_t number, const StripShape& shape) {
    for (std::uint32_t p = 0; p < shape.pixels(); ++p) {
        const std::uint32_t* const pixel = plan.circuit().stripPixel(number, p);
        if (lanesAreInt8(pixel, shape.lanes)) continue;
        const std::uint32_t* const wrong = std::find_if(
            pixel, pixel + shape.lanes, [](const std::uint32_t& x) { return !lanesAreInt8(&x, 1); });
        return plan.fault(FaultKind::OutOfRange,
                          "row " + std::to_string(p / shape.columns) + ", column " +
                              std::to_string(p % shape.columns) + ", lane " + std::to_string(wrong - pixel) +
                              " of v" + std::to_string(number) + " is " +
                              std::to_string(static_cast<std::int32_t>(*wrong)) + ", which is not an int8",
                          "bring the values into range with vquant first, or store words");
    }
    return true;
}

} // namespace

void planStore(Planner& plan) {
    const Decoded& row = plan.row();
    const auto pattern = flatPattern(plan, row[2]);
    if (!pattern) return;
    const auto shape = plan.readsStrip(row[1]);
    if (!shape) return;
    const std::uint32_t size = sizeOf(row.element());
    if (shapeOf(*pattern, shape->lanes) != *shape) {
        plan.fault(FaultKind::Undefined,
                   "v" + std::to_string(row[1]) + " has " + std::to_string(shape->rows) + " rows of " +
                       std::to_string(shape->columns) + " pixels, the pattern " +
                       std::to_string(pattern->n[1]) + " of " + std::to_string(pattern->n[0]),
                   "give the pattern n0 = columns and n1 = rows of the strip");
        return;
    }
    if (!plan.writes(plan.circuit().memory(kUb),
                     Elements{*pattern, row[0], shape->lanes, stepOf(*pattern, size), size}))
        return;
    const bool isChecked = row.element() == Element::Int8 && plan.circuit().hasValues();
    if (isChecked && !checkInt8(plan, row[1], *shape)) return;
    plan.work.bytes = shape->elements() * size;
    takesElements(plan, shape->elements());
}

void actStore(Circuit& circuit, const Decoded& row, const Work&) {
    const Pattern pattern = circuit.pattern(row[2]);
    const Bytes destination = circuit.memory(kUb);
    const std::uint32_t lanes = circuit.stripShape(row[1]).lanes, size = sizeOf(row.element());
    const std::int64_t step = stepOf(pattern, size);
    std::uint32_t pixel = 0;
    const auto fromWords = [size](const std::uint32_t* words, std::uint8_t* to, std::uint32_t count) {
        if (size == 4)
            std::memcpy(to, words, std::size_t{count} * 4);
        else
            narrowLanes(words, to, count);
    };
    overAddresses(pattern, row[0], [&](std::int64_t address) {
        const std::uint32_t* const from = circuit.stripPixel(row[1], pixel++);
        overElements(address, lanes, step, size, [&](std::uint64_t at, std::uint32_t i, std::uint32_t count) {
            circuit.bytesWritten(destination, at, std::uint64_t{count} * size);
            fromWords(from + i, destination.bytes + at, count);
            circuit.memoryTouched(TriggerKind::MemoryWrite, row, kUb, at, std::uint64_t{count} * size);
        });
        return true;
    });
}

} // namespace lw::inference
