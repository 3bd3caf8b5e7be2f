// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/table_twin.h"
#include "widgets/recompute/recompute_view.h"
#include "widgets/recompute/trade_off_canvas.h"
#include "widgets/theme/wrapped_label.h"

namespace lw::recompute {

// All policies and all budgets as time over memory; a click chooses one.
class TradeOffView : public RecomputeView {
    Q_OBJECT
  public:
    TradeOffView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent = nullptr);

    TradeOffCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QString message() const { return m_message->text(); }

  private:
    void takeFacts();
    void choose(std::size_t point);
    void showTable();

    FactsPtr m_facts;
    TradeOffCanvas* m_canvas;
    paint::TableTwin* m_twin;
    theme::WrappedLabel* m_message;
};

} // namespace lw::recompute
