// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/scene_table_model.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QWidget>

#include <map>
#include <optional>
#include <set>

namespace lw::debug {

// The known history as a line: where the machine is in it, breakpoints that were hit, bookmarks.
// Dragging goes there. Left and Right go a little, with Ctrl to the next mark. The wheel (or + and -, 0 for
// the whole) shows a part of it enlarged; a strip below the line shows which.
class HistoryBar : public QWidget {
    Q_OBJECT
  public:
    explicit HistoryBar(session::ViewContext context, QWidget* parent = nullptr);

    // Sets a bookmark where the machine is, or removes it.
    void toggleBookmark();
    void goToMark(int direction); // the next (1) or the one before (-1)
    const std::set<std::uint64_t>& bookmarks() const { return m_bookmarks; }
    void setBookmarks(std::set<std::uint64_t> clocks);
    std::set<std::uint64_t> hits() const;
    struct Range {
        std::uint64_t from = 0, to = 0;
        bool operator==(const Range&) const = default;
    };
    Range shown() const;                           // the clocks at the ends of the line
    void zoom(double factor, std::uint64_t about); // larger than 1: fewer clocks
    void showWhole();
    // The marks and the machine's position, one per row.
    paint::SceneTable table() const;
    std::uint64_t clockOfRow(int row) const; // of the table
    std::uint64_t clockAt(int x) const;
    int xOf(std::uint64_t clock) const;

    QSize sizeHint() const override { return {400, kHeight}; }
    QSize minimumSizeHint() const override { return {120, kHeight}; }

  Q_SIGNALS:
    void bookmarksChanged();
    void tableChanged();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    int px(int pixels) const { return m_context.theme.scaled(pixels); }
    static constexpr int kHeight = 26;
    void take(const session::FramePtr& frame);
    void noteHit(const machine::Hit& hit);
    void seek(std::uint64_t clock);
    void seekIfFree();
    QRect track() const;
    bool knows(std::uint64_t clock) const; // a bookmark may be beyond what was run since the restart
    QString textAt(int x) const;
    static QString textOf(const QStringList& cores);    // "c0, c1: "
    std::map<std::uint64_t, QStringList> marks() const; // and what is there
    void keepInSight();
    void paintMarks(QPainter& painter) const;

    session::ViewContext m_context;
    session::FramePtr m_frame;
    std::set<std::uint64_t> m_bookmarks;         // clocks
    std::map<std::uint64_t, QStringList> m_hits; // clocks, and which of several cores were there
    std::optional<Range> m_part;                 // nothing: the whole
    std::optional<std::uint64_t> m_wanted;       // where to go as soon as the machine is free
};

} // namespace lw::debug
