// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/bundle_grid.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/theme.h"

#include <QAbstractScrollArea>

#include <optional>

namespace lw::paint {

// A row for each bundle, a column for each slot: what works together, what is left empty, how often it issued
// and how long it was held up. An instruction that needs the previous bundle to be over has a marked corner;
// a bundle whose work would fit into the previous one has an arrow to it; what waits in this clock is
// hatched. Only the visible rows are made.
class BundleGridView : public QAbstractScrollArea {
    Q_OBJECT
  public:
    explicit BundleGridView(session::ViewContext context, QWidget* parent = nullptr);

    // Null: no program.
    void setFrame(const session::FramePtr& frame);
    // The bundle under a point of the viewport.
    std::optional<std::uint32_t> bundleAt(QPoint point) const;
    QRect rowRect(std::uint32_t bundle) const; // in the viewport
    QRect slotRect(std::uint32_t bundle, int column) const;
    const scene::BundleGrid& scene() const { return m_scene; }
    std::optional<std::uint32_t> selectedBundle() const;
    QString textAt(QPoint point) const; // the text for hovering; empty where nothing is
    // The heading of the column or the instruction in the cell under a point; empty where nothing is.
    QString wordsAt(QPoint point) const;
    // All bundles, read when they are asked for.
    SceneTable table() const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    int px(int pixels) const { return m_context.theme.scaled(pixels); }
    void updateScroll();
    void showBundle(std::uint32_t bundle);
    void showSlots(std::uint32_t bundle);
    void makeScene();
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, const scene::GridRow& row) const;
    void paintCell(QPainter& painter, const QRect& box, const scene::GridCell& cell) const;
    void paintHazards(QPainter& painter, const scene::GridRow& row) const;
    void paintBracket(QPainter& painter, const QRect& row) const;
    void paintHeat(QPainter& painter, const scene::GridRow& row) const;
    bool waits(const scene::GridRow& row, const scene::GridCell& cell) const;
    QRect cellRect(const QRect& row, int column) const;
    int roomForSlots() const;
    QRect slotsArea() const;
    int tightness() const; // 0: all has room // not all slots fit beside labels and counts
    int columnWidth() const;
    int stalledWidth() const;
    int rowsInView() const;

    session::ViewContext m_context;
    session::FramePtr m_frame;
    std::uint32_t m_bundles = 0;
    std::uint64_t m_mostStalled = 0;
    std::optional<std::uint32_t> m_next;
    scene::BundleGrid m_scene; // visible rows
};

} // namespace lw::paint
