// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/striding/patch_picture.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/theme/theme.h"

#include <QWidget>

#include <vector>

namespace lw::striding {

// The path from a sum to the element in memory as a chain of numbers, one box for each step,
// in as many lines as are needed.
class StepChain : public QWidget {
    Q_OBJECT
  public:
    explicit StepChain(const theme::Theme& theme, QWidget* parent = nullptr);

    // `right`: what memory should hold, when that is known to be another number.
    void show(const scene::striding::PatchPicture& picture, const QString& right = {});
    void clear();
    paint::SceneTable table() const; // the same as a table

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

  Q_SIGNALS:
    void picked(int step);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Box {
        QString title, value, tip;
        bool isThere = false;
        theme::Role edge = theme::Role::Border;
        QRectF area{};
    };
    int layOut(int width, std::vector<Box>& boxes) const; // their height
    int boxAt(QPoint point) const;                        // -1: none
    void choose(int step);

    const theme::Theme& m_theme;
    scene::striding::PatchPicture m_picture;
    std::vector<Box> m_boxes; // of the steps; the last one is memory
    int m_current = -1;
    bool m_wasSeen = false; // and has the width that it was given
};

} // namespace lw::striding
