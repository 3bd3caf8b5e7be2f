// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/colour_scale.h"
#include "widgets/paint/table_twin.h"
#include "widgets/state/vector_canvas.h"

#include <QComboBox>
#include <QLabel>

namespace lw::state {

// The vector registers as pictures or as a table, in the format chosen.
class VectorView : public QWidget {
    Q_OBJECT
  public:
    explicit VectorView(session::ViewContext context, QWidget* parent = nullptr);

    VectorCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    QComboBox& files() { return *m_fileBox; }
    void setFormat(cells::CellFormat format);

  private:
    QWidget* makeBar();
    void tellFiles();
    void tellRange();
    void followCurrent();
    VectorCanvas::Hit hitOf(int row, int column) const;

    session::ViewContext m_context;
    VectorCanvas* m_canvas;
    paint::TableTwin* m_twin;
    QComboBox* m_fileBox = nullptr; // visible if there are several
    QComboBox* m_formatBox = nullptr;
    QLabel* m_legend = nullptr;            // while there is nothing to scale
    paint::ColourScale* m_scale = nullptr; // what the colours mean
};

} // namespace lw::state
