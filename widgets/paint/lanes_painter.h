// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lanes.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QRectF>

#include <cstdint>
#include <optional>
#include <vector>

namespace lw::paint {

// A row of the picture: a lane, or the name of a group above its lanes, which represents them where they are
// folded.
struct LaneRow {
    std::uint32_t group = 0;
    std::optional<std::uint32_t> lane;
    double top = 0, height = 0; // pixels from the first row on
};
// `folded` by group.
std::vector<LaneRow> laneRowsOf(const scene::Lanes& lanes, const std::vector<bool>& folded,
                                const theme::Theme& theme);

// Which of them are visible.
struct LaneSight {
    double from = 0, until = 1; // clocks
    double scrolled = 0;        // pixels of rows above it
    double clocks() const { return until - from; }
};

// What is under a point.
struct LaneHit {
    std::optional<std::size_t> row, bar; // of the rows; of the row's lane
    bool isName = false;                 // left of the bars
    std::uint64_t clock = 0;
};

// A bar by its lane and its number there.
struct LanePlace {
    std::uint32_t lane = 0;
    std::size_t bar = 0;
    bool operator==(const LanePlace&) const = default;
};

// Draws lanes: their names on the left, clocks above, bars with the colour of a unit's group and with a
// number or a letter if there is room; bars narrower than a pixel together, as dense as they are.
struct LanesPainter {
    const theme::Theme& theme;
    const scene::Lanes& lanes;
    const std::vector<LaneRow>& rows;
    const std::vector<bool>& folded;
    QRectF area; // all of it
    LaneSight sight;
    std::optional<std::uint64_t> now{};   // the marked clock
    std::optional<std::uint32_t> focus{}; // a group whose name stands out
    std::optional<LanePlace> selected{};

    void paint(QPainter& painter) const;
    LaneHit hitAt(QPointF point) const;
    QRectF bars() const; // without names and clocks
    double xOf(double clock) const;
    double clockOf(double x) const;
    QRectF boxOf(const LanePlace& place) const; // nothing: its group is folded

  private:
    QRectF boxOf(const LaneRow& row, double from, double until) const;
    scene::LaneWindow window() const;
    void paintClocks(QPainter& painter) const;
    void paintName(QPainter& painter, const LaneRow& row) const;
    void paintFolded(QPainter& painter, const LaneRow& row) const;
    void paintLane(QPainter& painter, const LaneRow& row) const;
    void paintBar(QPainter& painter, const QRectF& box, const scene::LaneBar& bar) const;
    void paintArrows(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
};

} // namespace lw::paint
