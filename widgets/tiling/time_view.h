// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/lanes_table.h"
#include "widgets/paint/table_twin.h"
#include "widgets/theme/wrapped_label.h"
#include "widgets/tiling/tiling_view.h"

#include <QPushButton>

namespace lw::tiling {

// When each circuit had which tile, and what came and went meanwhile: from the run of all tiles, with the
// debugger's present clock. A click takes the debugger there.
class TimeView : public TilingView {
    Q_OBJECT
  public:
    TimeView(session::ViewContext context, TilingDesk& desk, QWidget* parent = nullptr);

    paint::LanesCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QString message() const { return m_message->text(); }
    QPushButton& runButton() { return *m_run; }
    // The debugger goes to that clock, with the circuit in focus; the tile that the circuit has is chosen.
    void travelTo(std::uint64_t clock, std::uint32_t circuit);

  private:
    void takeFacts();
    void takeFrame(const session::FramePtr& frame);
    void say();
    void showTable();
    bool isInDebugger() const;
    QString textWithoutTimes(const TilingFacts& facts) const;
    QString textOf(const paint::LanePlace& place) const;

    paint::LanesCanvas* m_canvas;
    paint::TableTwin* m_twin;
    theme::WrappedLabel* m_message;
    QPushButton* m_run;
    LanesPtr m_lanes;
    paint::LanesTable m_table;
};

} // namespace lw::tiling
