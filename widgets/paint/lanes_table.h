// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/lanes_canvas.h"
#include "widgets/paint/scene_table_model.h"

#include <QCoreApplication>

#include <functional>
#include <optional>
#include <vector>

namespace lw::paint {

// Bars of lanes as rows of a table, lane after lane.
class LanesTable {
    Q_DECLARE_TR_FUNCTIONS(LanesTable)
  public:
    void setLanes(LanesPtr lanes); // null: none
    std::optional<LanePlace> placeOf(int row) const;
    // `group` and `number` say what groups are and what a bar's number counts; `numberOf` writes it.
    SceneTable table(const QString& group, const QString& number,
                     std::function<QString(const scene::LaneBar& bar)> numberOf) const;

  private:
    LanesPtr m_lanes;
    std::vector<int> m_rowsBefore{0}; // by lane, and of all
};

// The group to which a lane belongs.
const scene::LaneGroup& groupOf(const scene::Lanes& lanes, std::uint32_t lane);

} // namespace lw::paint
