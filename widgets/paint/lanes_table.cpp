// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/lanes_table.h"

#include "widgets/session/core_text.h"

#include <algorithm>
#include <utility>

namespace lw::paint {

using scene::Lane;
using scene::LaneBar;
using scene::LaneGroup;
using session::counted;

const LaneGroup& groupOf(const scene::Lanes& lanes, std::uint32_t lane) {
    return *std::ranges::find_if(lanes.groups,
                                 [&](const LaneGroup& one) { return lane < one.first + one.count; });
}

void LanesTable::setLanes(LanesPtr lanes) {
    m_lanes = std::move(lanes);
    m_rowsBefore.assign(1, 0);
    if (!m_lanes) return;
    for (const Lane& lane : m_lanes->lanes)
        m_rowsBefore.push_back(m_rowsBefore.back() + static_cast<int>(lane.bars.size()));
}

std::optional<LanePlace> LanesTable::placeOf(int row) const {
    if (row < 0 || row >= m_rowsBefore.back()) return {};
    const auto after = std::ranges::upper_bound(m_rowsBefore, row);
    const auto lane = static_cast<std::uint32_t>(after - m_rowsBefore.begin() - 1);
    return LanePlace{lane, static_cast<std::size_t>(row - m_rowsBefore[lane])};
}

SceneTable LanesTable::table(const QString& group, const QString& number,
                             std::function<QString(const LaneBar& bar)> numberOf) const {
    const auto cell = [own = *this, numberOf = std::move(numberOf)](int row, int column,
                                                                    int role) -> QVariant {
        const auto place = own.placeOf(row);
        if (role != Qt::DisplayRole || !place) return {};
        const scene::Lanes& lanes = *own.m_lanes;
        const Lane& lane = lanes.lanes[place->lane];
        const LaneBar& bar = lane.bars[place->bar];
        switch (column) {
        case 0: return session::coreText(groupOf(lanes, place->lane).name);
        case 1: return session::coreText(lane.name);
        case 2: return session::coreText(lanes.kinds[bar.kind].name);
        case 3: return numberOf(bar);
        case 4: return counted(bar.from);
        case 5: return counted(bar.until - 1);
        default: return counted(bar.clocks());
        }
    };
    return {{group, tr("Lane"), tr("What"), number, tr("From clock"), tr("To clock"), tr("Clocks")},
            m_rowsBefore.back(),
            cell};
}

} // namespace lw::paint
