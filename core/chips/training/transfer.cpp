// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/transfer.h"

namespace lw::training {

namespace {

isa::SpaceId spaceOf(const Transfer& t, Side side) {
    return side == Side::Source ? t.sourceSpace() : t.destinationSpace();
}

} // namespace

std::vector<UnitRange> coverOf(const Transfer& t, Side side, std::uint64_t first) {
    std::vector<UnitRange> ranges;
    forEachRange(t, side, first, [&](const UnitRange& range) { ranges.push_back(range); });
    if (!std::is_sorted(ranges.begin(), ranges.end())) std::sort(ranges.begin(), ranges.end());
    std::vector<UnitRange> joined;
    for (const UnitRange& range : ranges) {
        if (!joined.empty() && joined.back().end == range.first)
            joined.back().end = range.end;
        else
            joined.push_back(range);
    }
    return joined;
}

UnitRange boundsOf(const Transfer& t, Side side) {
    UnitRange bounds;
    bounds.first = side == Side::Source ? t.source : t.destination;
    bounds.end = bounds.first + unitsPerGranule(spaceOf(t, side));
    for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t reach = static_cast<std::int64_t>(t.count[i] - 1) *
                                   (side == Side::Source ? t.sourceStride[i] : t.destinationStride[i]);
        (reach < 0 ? bounds.first : bounds.end) += reach;
    }
    return bounds;
}

bool overlap(const std::vector<UnitRange>& a, const std::vector<UnitRange>& b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].end <= b[j].first)
            ++i;
        else if (b[j].end <= a[i].first)
            ++j;
        else
            return true;
    }
    return false;
}

} // namespace lw::training
