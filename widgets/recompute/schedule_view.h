// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/lanes_table.h"
#include "widgets/paint/table_twin.h"
#include "widgets/recompute/recompute_view.h"
#include "widgets/theme/wrapped_label.h"

#include <QCheckBox>
#include <QPushButton>

#include <cstdint>
#include <map>

namespace lw::recompute {

// The forward and the backward pass as lanes: what the model says of each unit, of all schedules if they are
// wanted, above what the emulated chip did, with the clock in which the debugger stands. A click takes the
// debugger there.
class ScheduleView : public RecomputeView {
    Q_OBJECT
  public:
    ScheduleView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent = nullptr);

    paint::LanesCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QString message() const { return m_message->text(); }
    QPushButton& runButton() { return *m_run; }
    QCheckBox& schedules() { return *m_schedules; } // all of them
    // The debugger goes to that clock of the chip's lanes; the value of the step there is chosen.
    void travelTo(std::uint64_t clock, std::uint32_t group);

  private:
    void takeFacts();
    void takeFrame(const session::FramePtr& frame);
    void makeLanes();
    static QString uselessIn(const std::map<lower::Schedule, std::uint64_t>& clocks);
    void say();
    QString textOf(const paint::LanePlace& place) const;

    FactsPtr m_facts;
    paint::LanesCanvas* m_canvas;
    paint::TableTwin* m_twin;
    theme::WrappedLabel* m_message;
    QCheckBox* m_schedules;
    QPushButton* m_run;
    paint::LanesPtr m_lanes;
    paint::LanesTable m_table;
    ReportPtr m_report; // that the lanes are of
    StepRunPtr m_shownRun;
    bool m_hadSchedules = false;
    QString m_useless; // of all schedules: which gain nothing
};

} // namespace lw::recompute
