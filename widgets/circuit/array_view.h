// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/circuit/array_canvas.h"
#include "widgets/circuit/circuit_view.h"
#include "widgets/paint/table_twin.h"

#include <QComboBox>

#include <optional>

namespace lw::circuit {

// The systolic array in the present clock of the machine: the cells with their registers, the vectors on
// their way, and what leaves at the bottom. Explains the sum of any cell.
class ArrayView : public CircuitView {
    Q_OBJECT
  public:
    explicit ArrayView(session::ViewContext context, QWidget* parent = nullptr);

    ArrayCanvas& canvas() { return *m_canvas; }
    paint::TableTwin& twin() { return *m_twin; }
    void showPlane(ArrayCanvas::Plane plane);
    QString textAt(const ArrayCanvas::Cell& cell) const; // the text for hovering, in lines

  protected:
    void showMoment() override;
    void showNothing() override;

  private:
    void fillHead();
    QString summaryText() const;
    void describe(const std::optional<ArrayCanvas::Cell>& cell);
    paint::SceneTable table() const;
    void updateTable();

    ArrayCanvas* m_canvas;
    paint::TableTwin* m_twin;
    QComboBox* m_planes = nullptr;
};

} // namespace lw::circuit
