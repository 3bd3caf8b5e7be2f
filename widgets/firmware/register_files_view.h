// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/firmware/firmware_view.h"
#include "widgets/paint/lanes_table.h"
#include "widgets/paint/table_twin.h"
#include "widgets/theme/wrapped_label.h"

namespace lw::firmware {

// The register files of a firmware over the clocks of its run, as lanes: how much each holds, what reads and
// writes it, and what waits for that. A click takes the debugger to that clock.
class RegisterFilesView : public FirmwareView {
    Q_OBJECT
  public:
    RegisterFilesView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent = nullptr);

    paint::LanesCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QString message() const { return m_message->text(); }
    // The debugger goes to that clock; the instruction of the selected bar is selected in all views.
    void travelTo(std::uint64_t clock);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void take();
    void takeFrame(const session::FramePtr& frame);
    void say();
    QString textOf(const paint::LanePlace& place) const;
    QString useText(const scene::firmware::FileUse& use) const;

    paint::LanesCanvas* m_canvas;
    paint::TableTwin* m_twin;
    theme::WrappedLabel* m_message;
    paint::LanesPtr m_lanes;
    paint::LanesTable m_table;
    ValuesPtr m_values; // that the lanes are of
};

} // namespace lw::firmware
