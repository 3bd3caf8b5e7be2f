// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/reach.h"

#include <cstdint>
#include <optional>
#include <vector>

// How much of the input one element of each value depends on, along rows or along columns.
namespace lw::network {

// Elements low to high, both included; none if high is below low.
struct Elements {
    std::int64_t low = 0, high = -1;
    std::int64_t count() const { return high - low + 1; }
    bool isEmpty() const { return high < low; }
    bool operator==(const Elements&) const = default;
};
// From the first of both to the last.
Elements hullOf(const Elements& a, const Elements& b);

// The part of each value, up to `value` itself, on which these elements of it depend, as one range. For
// values without ends; with `sizes` for values with that many elements, with padding beyond. Nothing that is
// needed is left out. The first and the last are needed if no spread leaves gaps (it has as many taps as its
// stride or more, and they are adjacent) and no end cuts the range.
std::vector<Elements> neededBy(const Line& line, ValueId value, const Elements& elements,
                               const std::vector<std::int64_t>& sizes = {});

struct ReceptiveField {
    Fraction stride; // elements of the input from one element to the next
    // Moving the input by this many elements moves this value, and everything it is computed from, by whole
    // elements.
    std::int64_t align = 1;
    // What element 0, 1, ... depends on in the input: as many as `align` elements of the input give. From
    // there on it is the same, `align` elements later.
    std::vector<Elements> phases;
    // The middle of what an element depends on, less its number times the stride: averaged over all
    // phases.
    Fraction centre{0, 1};

    std::int64_t size() const; // on how many an element depends, at most
    // Padding with the same effect: how far the first one of element 0 is before the input.
    std::int64_t before() const { return -phases.front().low; }
    bool operator==(const ReceptiveField&) const = default;
};

// Branches that meet although element i of one is elsewhere in the input than element i of the other.
struct Misalignment {
    ValueId meet = 0, from = 0;                 // where they meet, and the last value that both come from
    std::vector<ValueId> firstPath, secondPath; // from the one after `from` to the one that is read at `meet`
    std::optional<ReceptiveField> first, second; // of the last one of each path, or of `from`
    bool hasOneStride() const { return first->stride == second->stride; }
    bool operator==(const Misalignment&) const = default;
};

struct ReceptiveFields {
    // By value. Nothing: it is constant, or branches with different strides have met before it, so that the
    // distance of what they depend on grows from element to element.
    std::vector<std::optional<ReceptiveField>> values;
    std::vector<Misalignment> misalignments;
    bool operator==(const ReceptiveFields&) const = default;
};

// E609 if they are too large to be counted.
Result<ReceptiveFields> receptiveFieldsOf(const Line& line);

} // namespace lw::network
