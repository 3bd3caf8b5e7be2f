// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/facets.h"
#include "core/scene/state_elements.h"
#include "widgets/paint/stretch_bar.h"
#include "widgets/paint/table_twin.h"
#include "widgets/paint/tensor_canvas.h"
#include "widgets/theme/elided_label.h"

#include <QHBoxLayout>
#include <QWidget>

#include <optional>

namespace lw::paint {

// One tensor with its name, a choice of which dimension runs down, which across and which one is a grid of
// small pictures, and a slider for each of the others.
class TensorPane : public QWidget {
    Q_OBJECT
  public:
    explicit TensorPane(const theme::Theme& theme, QWidget* parent = nullptr);

    TensorCanvas& canvas() { return *m_canvas; }
    const TensorCanvas& canvas() const { return *m_canvas; }
    TableTwin& twin() { return *m_twin; }
    StretchBar& stretch() { return *m_stretch; }
    // The tensor at another moment, or another one; null: nothing, and `empty` says what would be here.
    void show(const scene::TensorInfo& info, scene::ElementSourcePtr elements);
    void showNothing(const QString& empty);
    // Instead of name, type and place, which become the tool tip.
    void setTitle(const QString& title);
    const scene::TensorInfo& info() const { return m_info; }
    const scene::ElementSourcePtr& elements() const { return m_elements; }
    const scene::AxisRoles& roles() const { return m_roles; }
    void setRoles(const scene::AxisRoles& roles);
    void setFacets(int axis);              // AxisRoles::kNone: one picture
    void setControlsVisible(bool visible); // false: another pane decides
    // Row-major number of the element in a cell.
    // Nothing between two facets.
    std::optional<std::uint64_t> elementAt(const TensorCanvas::Cell& cell) const;

  Q_SIGNALS:
    void rolesChanged();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void makeControls();
    QWidget* makeAxisBox(const QString& name, const QString& tip, int scene::AxisRoles::*role);
    void give(int axis, int scene::AxisRoles::*role);
    QWidget* makeSlider(int dimension);
    void refresh();
    // The stretch of the plane that the picture looks at, as far as a table can be.
    SceneTable table() const;
    void updateTable();
    void moveTable(TensorCanvas::Cell first);
    void pickInTable(int row, int column);

    const theme::Theme& m_theme;
    theme::ElidedLabel* m_title;
    QWidget* m_controls;
    QHBoxLayout* m_controlLayout;
    TensorCanvas* m_canvas;
    TableTwin* m_twin;
    StretchBar* m_stretch;
    TensorCanvas::Cell m_tableAt; // the cell at the upper left corner of the table
    scene::TensorInfo m_info;
    scene::ElementSourcePtr m_elements;
    scene::AxisRoles m_roles;
    std::optional<scene::FacetGrid> m_facets;
};

} // namespace lw::paint
