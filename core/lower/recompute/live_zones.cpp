// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/live_zones.h"

#include "core/base/check.h"

#include <algorithm>
#include <limits>

namespace lw::lower::recompute {

namespace {

Level larger(const Level& a, const Level& b) {
    return {std::max(a.vmem, b.vmem), std::max(a.total, b.total)};
}

} // namespace

void LiveZones::insert(Moment from, const Level& level) {
    m_zones.insert(std::ranges::lower_bound(m_zones, from, {}, &Zone::from), {from, level});
}

void LiveZones::add(Moment from, Moment until, const Level& level) {
    for (auto zone = std::ranges::lower_bound(m_zones, from, {}, &Zone::from);
         zone != m_zones.end() && zone->from <= until; ++zone)
        zone->most = zone->most + level;
}

const Level& LiveZones::at(Moment moment) const {
    const auto zone = std::ranges::lower_bound(m_zones, moment, {}, &Zone::from);
    LW_ASSERT(zone != m_zones.end() && zone->from == moment, "a stretch begins where its level is asked for");
    return zone->most;
}

void LiveZones::mergeBetween(std::span<const Moment> cuts) {
    std::vector<Zone> merged{m_zones.front()};
    std::size_t next = 1; // of the zones
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
        const Moment until = i == cuts.size() ? std::numeric_limits<Moment>::max() : cuts[i];
        for (; next < m_zones.size() && m_zones[next].from < until; ++next) {
            if (merged.back().isEmpty) merged.back() = m_zones[next];
            merged.back().most = larger(merged.back().most, m_zones[next].most);
        }
        if (i < cuts.size()) merged.push_back({until, {}, true});
    }
    m_zones = std::move(merged);
}

Level LiveZones::most() const {
    Level out;
    for (const Zone& zone : m_zones) out = larger(out, zone.most);
    return out;
}

void LiveZones::appendTo(std::vector<std::uint64_t>& numbers, std::uint64_t ample) const {
    for (const Zone& zone : m_zones) {
        numbers.push_back(zone.most.vmem <= ample ? 0 : zone.most.vmem);
        numbers.push_back(zone.most.total);
    }
}

} // namespace lw::lower::recompute
