// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/curve_view.h"
#include "widgets/paint/table_twin.h"
#include "widgets/theme/wrapped_label.h"
#include "widgets/tiling/tiling_view.h"

#include <QComboBox>

namespace lw::tiling {

// What tiles of every size would cost for the picture, as a curve and as a table; a click makes another plan.
class SizeView : public TilingView {
    Q_OBJECT
  public:
    SizeView(session::ViewContext context, TilingDesk& desk, QWidget* parent = nullptr);

    enum What { Tiles, PeakBytes, Work, BytesIn };
    void show(What what);
    charts::CurveView& curve() { return *m_curve; }
    paint::TableTwin& twin() { return *m_twin; }
    QString message() const { return m_message->text(); }
    // What a size costs, and why it is more or less than with the size before.
    QString textOf(std::size_t point) const;

  private:
    void takeFacts();
    void draw();
    void showTable();
    std::optional<std::size_t> pointOf(std::uint64_t element) const; // of the curve
    std::optional<std::size_t> ownPoint() const;                     // of the plan
    void plan(std::optional<std::size_t> point);

    FactsPtr m_facts;
    std::int64_t m_step = 1; // from one element of the curve to the next
    QComboBox* m_what;
    charts::CurveView* m_curve;
    theme::WrappedLabel* m_message;
    paint::TableTwin* m_twin;
};

} // namespace lw::tiling
