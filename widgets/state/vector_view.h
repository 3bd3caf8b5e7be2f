// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/cell_picture.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"

#include "widgets/state/cell_format.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>

#include <optional>
#include <vector>

namespace lw::state {

// The vector registers of any chip as pictures, one below the other; Ctrl and the wheel (or + and -) enlarge
// them until the numbers show. Arrow keys walk from cell to cell.
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
    void setFormat(CellFormat format);
    const std::optional<Hit>& current() const { return m_current; }
    // The colours mean this from now on, whatever comes: the largest magnitude of what is there now.
    void lockRange();
    void setCellSize(double size);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void take(const session::FramePtr& frame);
    void updateScroll();
    void fitWidth();
    double cellHeight() const;
    QString textAt(const Hit& hit) const;
    QString nameAt(const Hit& hit) const;
    void makeBar();
    void choose(const Hit& hit);
    void follow();
    void showCurrent();

    session::ViewContext m_context;
    std::shared_ptr<const session::Loaded> m_loaded;
    std::vector<scene::CellPicture> m_pictures;
    paint::CellLook m_look;
    bool m_hasRange = false; // locked at the first stop with anything written
    double m_cell = 3;       // width of a cell in pixels
    bool m_fitsWidth = true; // until a person chooses a size
    session::FramePtr m_frame;
    CellFormat m_format = CellFormat::Natural;
    std::optional<Hit> m_current; // of the cell selected in all views, in words
    QComboBox* m_formatBox;
    QToolButton* m_rangeButton;
    QLabel* m_legend;
};

} // namespace lw::state
