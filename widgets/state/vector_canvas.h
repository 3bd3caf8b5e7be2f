// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/cell_picture.h"
#include "widgets/cells/register_notes.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"

#include <QAbstractScrollArea>
#include <QMenu>

#include <optional>
#include <vector>

namespace lw::state {

// The vector registers of any chip as pictures, one below the other; Ctrl and the wheel (or + and -) enlarge
// them until the numbers show. Arrow keys walk from cell to cell, the Menu key shows what can be done there.
class VectorCanvas : public QAbstractScrollArea {
    Q_OBJECT
  public:
    explicit VectorCanvas(session::ViewContext context, QWidget* parent = nullptr);

    struct Hit {
        std::size_t picture;
        std::uint32_t row, column;
    };
    // Null: no program.
    void setFrame(const session::FramePtr& frame);
    // The chip's register files of vectors, one of which is shown; most chips have one.
    const std::vector<machine::NodeId>& files() const { return m_files; }
    std::size_t file() const { return m_file; } // an index of these
    void setFile(std::size_t file);
    QString fileText(std::size_t file) const;     // its name, and how much of it is shown if that is not all
    std::optional<Hit> hitAt(QPoint point) const; // in the viewport
    QRectF pictureRect(std::size_t picture) const;
    const std::vector<scene::CellPicture>& scene() const { return m_pictures; }
    void setFormat(cells::CellFormat format);
    cells::CellFormat format() const { return m_format; }
    const std::optional<Hit>& current() const { return m_current; }
    // From now on the colours mean this, whatever comes: the largest magnitude of what is there now.
    void lockRange();
    const paint::ValueRange& range() const { return m_look.range; }
    void setCellSize(double size);
    void choose(const Hit& hit);           // in every view
    QString nameAt(const Hit& hit) const;  // "v2[1][5]", the word that contains a cell
    QString valueAt(const Hit& hit) const; // as it is read; empty when it was never written
    QString textAt(const Hit& hit) const;  // the text for hovering
    // A row for each row of a register, a column for each of its cells.
    paint::SceneTable table() const;
    // What can be done with a cell; the caller shows it.
    QMenu* makeMenu(const Hit& hit);

  Q_SIGNALS:
    void rangeChanged();
    void fileChanged(); // another one is shown, or there are different ones
    void currentChanged();
    void formatWanted(lw::cells::CellFormat format); // by the menu

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void findFiles();
    void makePictures();
    tensor::DType usualType() const;
    std::vector<scene::CellPicture> usualPictures() const; // those of that type
    paint::CellLook lookOf(const scene::CellPicture& picture) const;
    machine::NodeId node() const { return m_files[m_file]; }
    void updateScroll();
    void fitWidth();
    double cellHeight() const;
    void paintCurrent(QPainter& painter) const;
    const machine::Pending* pendingOf(std::size_t picture) const; // null: it is there
    void paintName(QPainter& painter, std::size_t picture) const;
    QString rowText(const Hit& hit, std::uint32_t row) const;
    void followSelection();
    void follow();
    void showCurrent();

    session::ViewContext m_context;
    std::shared_ptr<const session::Loaded> m_loaded;
    std::vector<machine::NodeId> m_files;
    std::size_t m_file = 0;
    std::vector<scene::CellPicture> m_pictures; // those of it that are shown
    std::vector<machine::Pending> m_pending;
    cells::IntegerWords m_integers;
    paint::CellLook m_look;
    bool m_hasRange = false; // locked at the first stop with anything written
    double m_cell = 3;       // width of a cell in pixels
    bool m_fitsWidth = true; // until the user chooses a size
    session::FramePtr m_frame;
    cells::CellFormat m_format = cells::CellFormat::Natural;
    std::optional<Hit> m_current; // of the cell selected in all views, as words
};

} // namespace lw::state
