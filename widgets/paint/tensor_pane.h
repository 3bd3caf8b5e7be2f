// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/facets.h"
#include "core/scene/reshaped.h"
#include "core/scene/state_elements.h"
#include "widgets/charts/curve_view.h"
#include "widgets/paint/colour_scale.h"
#include "widgets/paint/stretch_bar.h"
#include "widgets/paint/table_twin.h"
#include "widgets/paint/tensor_canvas.h"
#include "widgets/theme/elided_label.h"

#include <QHBoxLayout>
#include <QWidget>

#include <optional>

namespace lw::paint {

// One tensor with its name, a choice of which dimension runs down, which across and which is a grid of
// small pictures, and a slider for each of the others; below it what its colours mean. The last dimension may
// be split in two, and a tensor with one extent may be shown as a curve.
class TensorPane : public QWidget {
    Q_OBJECT
  public:
    explicit TensorPane(const theme::Theme& theme, QWidget* parent = nullptr);

    TensorCanvas& canvas() { return *m_canvas; }
    const TensorCanvas& canvas() const { return *m_canvas; }
    TableTwin& twin() { return *m_twin; }
    StretchBar& stretch() { return *m_stretch; }
    charts::CurveView& curve() { return *m_curve; }
    ColourScale& scale() { return *m_scale; }
    // The tensor at another moment, or another one; null: nothing, and `empty` says what would be here.
    void show(const scene::TensorInfo& info, scene::ElementSourcePtr elements);
    void showNothing(const QString& empty);
    // For a strip that is much wider than high: title and scale on its left, so that it has all the height.
    void setCompact(bool compact);
    // Replaces name, type and place, which become the tool tip.
    void setTitle(const QString& title);
    const scene::TensorInfo& info() const { return m_info; }
    const scene::ElementSourcePtr& elements() const { return m_elements; }
    const scene::AxisRoles& roles() const { return m_roles; }
    void setRoles(const scene::AxisRoles& roles);
    void setFacets(int axis); // AxisRoles::kNone: one picture
    // The last dimension split in two, `across` being the second part; 0: as it is. Nothing happens unless it
    // divides it. Rows before it become facets.
    void setSplit(std::uint64_t across);
    std::uint64_t split() const { return m_split; }
    tensor::Shape shape() const { return scene::splitShape(m_info.shape, m_split); } // the shape for roles()
    bool canBeCurve() const;
    void showCurve(bool curve); // if possible
    bool isCurve() const { return m_wantsCurve && canBeCurve(); }
    // Split, roles and curve of another pane, if its tensor has the same shape.
    void showLike(const TensorPane& other);
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
    QWidget* makeSplitBox();
    QWidget* makeCurveButton();
    void connectCurve();
    void markInCurve();
    void fitHead();
    void showWanted();
    QWidget* makeAxisBox(const QString& name, const QString& tip, int scene::AxisRoles::*role);
    void give(int axis, int scene::AxisRoles::*role);
    QWidget* makeSlider(int dimension);
    void refresh();
    // The part of the plane that the picture looks at, as large as a table can be.
    SceneTable table() const;
    void updateTable();
    void moveTable(TensorCanvas::Cell first);
    void pickInTable(int row, int column);

    const theme::Theme& m_theme;
    QBoxLayout* m_box;
    QWidget* m_head;
    QVBoxLayout* m_headColumn;
    theme::ElidedLabel* m_title;
    QWidget* m_controls;
    QHBoxLayout* m_controlLayout;
    TensorCanvas* m_canvas;
    TableTwin* m_twin;
    charts::CurveView* m_curve;
    ColourScale* m_scale;
    StretchBar* m_stretch;
    TensorCanvas::Cell m_tableAt; // the cell at the upper left corner of the table
    scene::TensorInfo m_info;
    scene::ElementSourcePtr m_elements;
    scene::AxisRoles m_roles;
    std::uint64_t m_split = 0; // as for setSplit()
    bool m_wantsCurve = false;
    std::optional<scene::FacetGrid> m_facets;
};

} // namespace lw::paint
