// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/quantity_field.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace lw::recompute {

namespace {
constexpr int kSteps = 240, kPage = 24;
constexpr double kMostNumber = 1e13;
} // namespace

QuantityField::QuantityField(const QString& name, const QString& unit, int decimals, QWidget* parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal, this)), m_number(new QDoubleSpinBox(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_slider, 1);
    row->addWidget(m_number);
    m_slider->setRange(0, kSteps);
    m_slider->setPageStep(kPage);
    m_slider->setAccessibleName(name);
    m_slider->setToolTip(name);
    m_number->setAccessibleName(name);
    m_number->setToolTip(name);
    m_number->setDecimals(decimals);
    m_number->setRange(decimals > 0 ? std::pow(10.0, -decimals) : 1, kMostNumber);
    m_number->setGroupSeparatorShown(true);
    m_number->setKeyboardTracking(false); // told when it is complete
    m_number->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_number->setSuffix(QLatin1Char(' ') + unit);
    m_number->setFixedWidth(m_number->fontMetrics().horizontalAdvance(QStringLiteral("9,999,999,999 B/clk")) +
                            m_number->fontMetrics().height());
    connect(m_slider, &QSlider::valueChanged, this, [this](int step) {
        const double value = m_least * std::pow(m_most / m_least, static_cast<double>(step) / kSteps);
        {
            const QSignalBlocker quiet(m_number);
            m_number->setValue(value);
        }
        Q_EMIT changed(m_number->value());
    });
    connect(m_number, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        placeSlider();
        Q_EMIT changed(value);
    });
}

void QuantityField::setRange(double least, double most) {
    m_least = std::max(least, m_number->minimum());
    m_most = std::max(most, m_least * 1.001);
    placeSlider();
}

void QuantityField::setValue(double value) {
    const QSignalBlocker quiet(m_number);
    // What a person sees is that number already: it is left as it was entered.
    if (std::fabs(value - m_number->value()) * 2 >= std::pow(10.0, -m_number->decimals()))
        m_number->setValue(value);
    placeSlider();
}

void QuantityField::placeSlider() {
    if (m_slider->isSliderDown()) return;
    const QSignalBlocker quiet(m_slider);
    const double value = std::clamp(m_number->value(), m_least, m_most);
    m_slider->setValue(
        static_cast<int>(std::lround(std::log(value / m_least) / std::log(m_most / m_least) * kSteps)));
}

} // namespace lw::recompute

#include "moc_quantity_field.cpp"
