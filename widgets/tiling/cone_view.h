// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/table_twin.h"
#include "widgets/theme/wrapped_label.h"
#include "widgets/tiling/cone_canvas.h"
#include "widgets/tiling/tiling_view.h"

namespace lw::tiling {

// Back from one element of the output through the layers of its tile, as a picture and as a table.
class ConeView : public TilingView {
    Q_OBJECT
  public:
    ConeView(session::ViewContext context, TilingDesk& desk, QWidget* parent = nullptr);

    ConeCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QString summary() const { return m_summary->text(); }

  private:
    void takeChoice();
    void showTable();

    ConeCanvas* m_canvas;
    theme::WrappedLabel* m_summary;
    paint::TableTwin* m_twin;
};

} // namespace lw::tiling
