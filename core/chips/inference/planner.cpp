// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/planner.h"

#include "core/chips/inference/links.h"
#include "core/machine/written_bits.h"

#include <algorithm>

namespace lw::inference {

using machine::FaultKind;

namespace {
std::string number(std::uint64_t value) { return std::to_string(value); }
} // namespace

bool Planner::fault(FaultKind kind, std::string text, std::string advice) {
    if (m_fault) return false;
    machine::Fault f;
    f.kind = kind;
    f.unit = m_row.row().insn.unit;
    f.core = m_circuit.circuit();
    f.bundle = m_row.bundle;
    f.clock = m_circuit.clock();
    f.text = std::move(text);
    f.advice = std::move(advice);
    m_fault = std::move(f);
    return false;
}

void Planner::takes(PortIndex port, std::uint64_t busyClocks, TimingKey latency) {
    work.port = port;
    work.busyClocks = std::max<std::uint64_t>(busyClocks, 1);
    work.totalClocks = work.busyClocks + config().clocks(latency);
}

std::optional<Pattern> Planner::pattern(std::uint32_t which) {
    const std::uint64_t all = (1u << kPatternWords) - 1;
    if (m_circuit.usesUnwritten() || (state().patternsWritten[which] & all) == all)
        return m_circuit.pattern(which);
    fault(FaultKind::Uninitialised, "access pattern a" + number(which) + " was never set",
          "set it with shape, and shape2 if it has an outer loop, before this instruction");
    return {};
}

bool Planner::between(std::string_view what, std::uint64_t value, std::uint64_t most,
                      std::string_view limit) {
    if (value >= 1 && value <= most) return true;
    return fault(FaultKind::OutOfRange,
                 std::string(what) + " is " + number(value) + "; there can be 1 to " + number(most) + " (" +
                     std::string(limit) + ")",
                 "cut the work into smaller pieces");
}

bool Planner::isInside(const Bytes& memory, const Span& span, std::string_view whose) {
    if (span.begin >= 0 && span.end <= static_cast<std::int64_t>(memory.count)) return true;
    return fault(FaultKind::OutOfRange,
                 "bytes " + std::to_string(span.begin) + " to " + std::to_string(span.end - 1) + " of " +
                     std::string(kIsa.spaces[index(memory.space)].name) + std::string(whose) +
                     ", which has " + number(memory.count),
                 "check the address, and counts and strides of the access pattern");
}

bool Planner::touches(const Bytes& memory, const Span& span, bool writes) {
    if (!isInside(memory, span)) return false;
    const auto begin = static_cast<std::uint64_t>(span.begin), end = static_cast<std::uint64_t>(span.end);
    if (writes)
        work.writes(memory.resource, begin, end);
    else
        work.reads(memory.resource, begin, end);
    return true;
}

bool Planner::touches(const Bytes& memory, const Elements& elements, bool writes) {
    if (memory.resource == Resource::Ub) work.buffer = elements;
    return touches(memory, elements.bounds(), writes);
}

bool Planner::checkWritten(const Bytes& memory, std::uint64_t first, std::uint64_t count) {
    if (m_circuit.usesUnwritten() || machine::allWritten(memory.written, first, count)) return true;
    while (machine::writtenAt(memory.written, first, 1) != 0) ++first;
    const isa::Space& space = kIsa.spaces[index(memory.space)];
    const std::uint64_t unit = space.unitBytes;
    const std::string text = std::string(space.unitName) + " " + number(first / unit) + " of " +
                             std::string(space.name) + " was never written";
    const std::string advice =
        "write it first: data of the program, a transfer, a store, or fill for padding";
    const bool isOfLinks = memory.resource == Resource::Ub && m_links != nullptr;
    const Coming* const coming = isOfLinks ? m_links->senderTo(first) : nullptr;
    if (coming == nullptr) return fault(FaultKind::Uninitialised, text, advice);
    const std::string name = m_links->nameOf(coming->by.core);
    const bool isFirst = !m_fault;
    fault(FaultKind::Uninitialised,
          text + "; instruction " + number(coming->by.bundle) + " of " + name + " sends it",
          "wait for signal " + number(coming->signal) + ", which comes with it, or " + advice);
    if (isFirst) m_fault->other = coming->by;
    return false;
}

bool Planner::checkWritten(const Bytes& memory, const Elements& elements) {
    if (m_circuit.usesUnwritten()) return true;
    // As a plain reference: a lambda cannot capture the parts of a structured binding.
    const Pattern& pattern = elements.pattern;
    const std::int64_t base = elements.base, step = elements.step;
    const std::uint64_t count = elements.count, size = elements.size;
    const bool isPacked = elements.isPacked();
    const Pattern loops = joined(pattern);
    // Packed vectors without gaps between them are one stretch.
    const bool hasNoGap = isPacked && loops.s[0] > 0 && loops.s[0] <= static_cast<std::int64_t>(count * size);
    if (hasNoGap) {
        bool whole = true;
        overLines(loops, base, [&](std::int64_t first, std::uint64_t vectors, std::int64_t distance) {
            const auto others = (vectors - 1) * static_cast<std::uint64_t>(distance);
            whole = whole && checkWritten(memory, static_cast<std::uint64_t>(first), others + count * size);
        });
        return whole;
    }
    return overAddresses(loops, base, [&](std::int64_t address) {
        if (isPacked) return checkWritten(memory, static_cast<std::uint64_t>(address), count * size);
        for (std::uint64_t i = 0; i < count; ++i, address += step)
            if (!checkWritten(memory, static_cast<std::uint64_t>(address), size)) return false;
        return true;
    });
}

std::optional<StripShape> Planner::readsStrip(std::uint32_t which) {
    if (state().stripShapes[std::size_t{which} * kStripWords + kStripWritten] == 0) {
        fault(FaultKind::Uninitialised, "strip v" + number(which) + " was never written, so it has no shape",
              "write it first: vread or vload");
        return {};
    }
    work.reads(Resource::Strip, which, which + 1);
    return m_circuit.stripShape(which);
}

bool Planner::writesStrip(std::uint32_t which, const StripShape& shape) {
    const std::uint64_t pixels = std::uint64_t{shape.rows} * shape.columns;
    if (pixels > config().stripPixels || shape.lanes < 1 || shape.lanes > config().arrayColumns)
        return fault(FaultKind::OutOfRange,
                     "a strip of " + number(shape.rows) + " x " + number(shape.columns) + " pixels and " +
                         number(shape.lanes) + " lanes; a strip holds " + number(config().stripPixels) +
                         " pixels of 1 to " + number(config().arrayColumns) + " lanes",
                     "take fewer rows of the image at a time, or fewer channels");
    work.writes(Resource::Strip, which, which + 1);
    work.strip = which;
    work.shape = shape;
    return true;
}

} // namespace lw::inference
