// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cell_name.h"
#include "widgets/cells/register_notes.h"
#include "widgets/session/view_context.h"
#include "widgets/state/unit_model.h"

#include "widgets/session/frame.h"

#include <QHash>
#include <QTreeView>

#include <optional>

namespace lw::state {

// The units of the chip: queues, ports, flags, transfers, weights.
// Return on a line selects the bundle that began it.
class UnitView : public QTreeView {
    Q_OBJECT
  public:
    explicit UnitView(session::ViewContext context, QWidget* parent = nullptr);

    const UnitModel& state() const { return m_model; }
    void showUnit(const QString& name); // scrolls there and opens it: "mxu"
    // The size at which a picture is drawn in a column of that width.
    static QSize pictureSize(const scene::CellPicture& picture, int width);
    int pictureWidth() const;
    QRect pictureRect(const QModelIndex& index) const; // in the viewport; empty where no picture is
    // The cell of a picture under a point of the viewport.
    std::optional<machine::CellRef> cellAt(QPoint point) const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    void take(const session::FramePtr& frame);
    void restoreExpansion();
    void showWanted();

    session::ViewContext m_context;
    UnitModel m_model;
    std::shared_ptr<const session::Loaded> m_loaded;
    QHash<QString, bool> m_collapsed; // by the name of the unit
    cells::IntegerWords m_integers;
    QString m_wanted; // the unit to show, as soon as it exists
};

} // namespace lw::state
