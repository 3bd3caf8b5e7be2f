// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QDoubleSpinBox>
#include <QSlider>
#include <QWidget>

namespace lw::recompute {

// A number above 0 that is moved by a slider, in steps of equal ratio, or entered.
class QuantityField : public QWidget {
    Q_OBJECT
  public:
    // `name` is that of both for who cannot see them; `decimals` of the number that is entered.
    QuantityField(const QString& name, const QString& unit, int decimals, QWidget* parent);

    // What the slider goes over; a number that is entered may lie beyond.
    void setRange(double least, double most);
    void setValue(double value); // without telling anybody
    double value() const { return m_number->value(); }
    QSlider& slider() { return *m_slider; }
    QDoubleSpinBox& number() { return *m_number; }

  Q_SIGNALS:
    void changed(double value); // by a person

  private:
    void placeSlider();

    QSlider* m_slider;
    QDoubleSpinBox* m_number;
    double m_least = 1, m_most = 2;
};

} // namespace lw::recompute
