// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/element_source.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// The elements of a tensor, one after the other, as a curve with as many points as there is room for.
namespace lw::scene {

struct CurvePoint {
    std::uint64_t element = 0; // row-major number
    double value = 0;          // finite
    bool operator==(const CurvePoint&) const = default;
};

struct Curve {
    std::uint64_t count = 0;   // of elements
    std::uint64_t missing = 0; // of them: never written, NaN or infinite
    double low = 0, high = 0;  // of the finite ones; both 0 without any
    // Pieces without a gap, in order. They have the least and the greatest value of each stretch of elements.
    std::vector<std::vector<CurvePoint>> pieces;
};

// All elements when there are at most 2 * stretches, else two from each of that many stretches of equal size:
// no peak is lost. There is a gap where an element, or all of a stretch, has no finite value.
Result<Curve> curveOf(const ElementSource& source, std::size_t stretches);

} // namespace lw::scene
