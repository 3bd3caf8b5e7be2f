// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/striding/patch_picture.h"
#include "widgets/paint/scene_table_model.h"
#include "widgets/theme/theme.h"

#include <QWidget>

namespace lw::striding {

// One pass of the matrix unit through which a sum grows:
// which cells of the array make its products, when, and what comes out.
class PassSketch : public QWidget {
    Q_OBJECT
  public:
    explicit PassSketch(const theme::Theme& theme, QWidget* parent = nullptr);

    void show(const scene::striding::PatchPicture& picture, int pass);
    static paint::SceneTable tableOf(const scene::striding::PatchPicture& picture); // all passes

    QSize minimumSizeHint() const override { return {160, 60}; }

  Q_SIGNALS:
    void stepped(int by); // to another pass, by the keyboard

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QStringList words() const;
    void paintArray(QPainter& painter, const QRectF& box) const;

    const theme::Theme& m_theme;
    scene::striding::PatchPicture m_picture;
    int m_pass = -1;
};

} // namespace lw::striding
