// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/bundle_grid.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"

#include <QAbstractScrollArea>

#include <optional>

namespace lw::paint {

// A row for each bundle, a column for each slot: what works together, what is left empty, how often it issued
// and how long it was held up. Only the rows in view are made.
class BundleGridView : public QAbstractScrollArea {
    Q_OBJECT
  public:
    explicit BundleGridView(session::ViewContext context, QWidget* parent = nullptr);

    // The bundle under a point of the viewport.
    std::optional<std::uint32_t> bundleAt(QPoint point) const;
    QRect rowRect(std::uint32_t bundle) const; // in the viewport
    const scene::BundleGrid& scene() const { return m_scene; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

  private:
    void take(const session::FramePtr& frame);
    void updateScroll();
    void showBundle(std::uint32_t bundle);
    void makeScene();
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, const scene::GridRow& row) const;
    void paintCell(QPainter& painter, const QRect& box, const scene::GridCell& cell) const;
    QRect cellRect(const QRect& row, int column) const;
    int rowsInView() const;

    session::ViewContext m_context;
    session::FramePtr m_frame;
    std::uint32_t m_bundles = 0;
    std::uint64_t m_mostStalled = 0;
    std::uint32_t m_next = 0;
    scene::BundleGrid m_scene; // rows in view
};

} // namespace lw::paint
