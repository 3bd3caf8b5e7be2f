// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/tensor_histogram.h"

#include "widgets/paint/hover_tip.h"

#include <QPainter>

#include <algorithm>
#include <memory>

namespace lw::paint {

using theme::Role;

namespace {
constexpr double kMargin = 8, kLegend = 10, kText = 16;
QString numberText(double value) { return QString::number(value, 'g', 5); }
} // namespace

TensorHistogram::TensorHistogram(const theme::Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Histogram and colours"));
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    new HoverTip(*this, [this](QPoint point) { return textAt(point); });
}

void TensorHistogram::show(const TensorLook& look, std::optional<scene::Histogram> histogram) {
    m_look = look;
    m_histogram = std::move(histogram);
    update();
}

QRectF TensorHistogram::area() const {
    return QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -(kLegend + kText + 6));
}

QRectF TensorHistogram::barRect(std::size_t bin) const {
    const QRectF all = area();
    const double width = all.width() / static_cast<double>(m_histogram ? m_histogram->bins.size() : 1);
    return {all.left() + static_cast<double>(bin) * width, all.top(), width, all.height()};
}

std::optional<std::size_t> TensorHistogram::binAt(QPointF point) const {
    const QRectF all = area();
    if (!m_histogram || !all.contains(point)) return {};
    const double part = (point.x() - all.left()) / all.width();
    return std::min(static_cast<std::size_t>(part * static_cast<double>(m_histogram->bins.size())),
                    m_histogram->bins.size() - 1);
}

void TensorHistogram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF all = area();
    const ColourMap map(m_look.map, m_theme);
    if (!m_histogram) return;
    const double steps = 64;
    const QRectF legend(all.left(), all.bottom() + 3, all.width(), kLegend);
    for (int i = 0; i < static_cast<int>(steps); ++i) {
        const double value = m_look.range.low + (m_look.range.high - m_look.range.low) * (i + 0.5) / steps;
        painter.fillRect(QRectF(legend.left() + i * legend.width() / steps, legend.top(),
                                legend.width() / steps + 1, kLegend),
                         QColor(map.at(value, m_look.range)));
    }
    painter.setPen(QPen(m_theme[Role::Border], 0));
    painter.drawRect(legend);
    const std::uint64_t most =
        std::max<std::uint64_t>(1, *std::max_element(m_histogram->bins.begin(), m_histogram->bins.end()));
    for (std::size_t i = 0; i < m_histogram->bins.size(); ++i) {
        const QRectF bar = barRect(i);
        // Rare values can be seen too: a bar that is not empty is at least a pixel high.
        const double part = static_cast<double>(m_histogram->bins[i]) / static_cast<double>(most);
        const double height = m_histogram->bins[i] ? std::max(1.0, part * bar.height()) : 0;
        painter.fillRect(QRectF(bar.left(), bar.bottom() - height, std::max(1.0, bar.width() - 1), height),
                         m_theme[Role::Muted]);
    }
    painter.setFont(m_theme.monospaceSmall());
    painter.setPen(m_theme[Role::Text]);
    const QRectF text(all.left(), legend.bottom() + 1, all.width(), kText);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, numberText(m_look.range.low));
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, numberText(m_look.range.high));
    painter.drawText(text, Qt::AlignHCenter | Qt::AlignVCenter,
                     numberText((m_look.range.low + m_look.range.high) / 2));
}

QString TensorHistogram::textAt(QPointF point) const {
    const auto bin = binAt(point);
    if (!bin) return {};
    const auto [low, high] = rangeOf(*bin);
    return tr("%1 values from %2 to %3; %4 below the range, %5 above it")
        .arg(m_histogram->bins[*bin])
        .arg(numberText(low), numberText(high))
        .arg(m_histogram->below)
        .arg(m_histogram->above);
}

std::pair<double, double> TensorHistogram::rangeOf(std::size_t bin) const {
    const double width =
        (m_histogram->high - m_histogram->low) / static_cast<double>(m_histogram->bins.size());
    const double low = m_histogram->low + static_cast<double>(bin) * width;
    return {low, low + width};
}

SceneTable TensorHistogram::table() const {
    struct Row {
        QString from, to;
        std::uint64_t count;
    };
    const auto rows = std::make_shared<std::vector<Row>>();
    if (m_histogram) {
        rows->push_back({tr("below"), numberText(m_histogram->low), m_histogram->below});
        for (std::size_t i = 0; i < m_histogram->bins.size(); ++i) {
            const auto [low, high] = rangeOf(i);
            rows->push_back({numberText(low), numberText(high), m_histogram->bins[i]});
        }
        rows->push_back({numberText(m_histogram->high), tr("above"), m_histogram->above});
    }
    const auto valueAt = [rows](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const Row& one = (*rows)[static_cast<std::size_t>(row)];
        return column == 0 ? one.from : column == 1 ? one.to : QString::number(one.count);
    };
    return {{tr("From"), tr("To"), tr("Values")}, static_cast<int>(rows->size()), valueAt, {}};
}

} // namespace lw::paint

#include "moc_tensor_histogram.cpp"
