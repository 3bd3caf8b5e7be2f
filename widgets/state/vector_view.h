// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/cell_picture.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"

#include <QAbstractScrollArea>

#include <optional>
#include <vector>

namespace lw::state {

// The vector registers of any chip as pictures, one below the other; Ctrl and the wheel enlarge them until
// the numbers show.
class VectorView : public QAbstractScrollArea {
    Q_OBJECT
  public:
    explicit VectorView(session::ViewContext context, QWidget* parent = nullptr);

    struct Hit {
        std::size_t picture;
        std::uint32_t row, column;
    };
    std::optional<Hit> hitAt(QPoint point) const; // in the viewport
    QRectF pictureRect(std::size_t picture) const;
    const std::vector<scene::CellPicture>& scene() const { return m_pictures; }
    void setCellSize(double size);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;

  private:
    void take(const session::FramePtr& frame);
    void updateScroll();
    void fitWidth();
    double cellHeight() const;
    QString textAt(const Hit& hit) const;

    session::ViewContext m_context;
    std::shared_ptr<const session::Loaded> m_loaded;
    std::vector<scene::CellPicture> m_pictures;
    paint::CellLook m_look;
    bool m_hasRange = false; // locked at the first stop with anything written
    double m_cell = 3;       // width of a cell in pixels
    bool m_fitsWidth = true; // until a person chooses a size
};

} // namespace lw::state
