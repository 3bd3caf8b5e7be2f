// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/tensor_tiles.h"

#include <QWidget>

namespace lw::paint {

// What the colours of a picture mean: a strip of them between the least and the greatest value, with a mark
// at zero if that is within.
class ColourScale : public QWidget {
    Q_OBJECT
  public:
    explicit ColourScale(const theme::Theme& theme, QWidget* parent = nullptr);

    void setLook(const TensorLook& look);
    const TensorLook& look() const { return m_look; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {1, sizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const theme::Theme& m_theme;
    TensorLook m_look;
};

} // namespace lw::paint
