// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/cone_canvas.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/tiling/tiling_words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lw::tiling {

using network::Elements;
using scene::tiling::Cone;
using scene::tiling::ConeAxis;
using theme::Role;

namespace {

constexpr int kNameWidth = 120, kGap = 16, kLayerHeight = 24, kHeader = 22;
constexpr double kAround = 0.08; // share of a tile that is shown around it
constexpr int kNeededAlpha = 150;

double perPixel(const network::Fraction& scale) {
    return static_cast<double>(scale.over) / static_cast<double>(scale.under);
}

} // namespace

ConeCanvas::ConeCanvas(const theme::Theme& theme, TilingDesk& desk, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_desk(desk) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Layers of the tile, and what the element needs of them"));
    setToolTip(tr("Drag to move the element, or use the arrow keys"));
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&desk, &TilingDesk::choiceChanged, this, [this] {
        updateGeometry();
        update();
    });
}

int ConeCanvas::nameWidth() const { return m_theme.scaled(kNameWidth); }
int ConeCanvas::rowHeight() const { return m_theme.scaled(kLayerHeight); }

QSize ConeCanvas::sizeHint() const {
    const auto layers = m_desk.cone() ? static_cast<int>(m_desk.cone()->layers.size()) : 0;
    return {2 * nameWidth() + 2 * kGap, m_theme.scaled(kHeader) + rowHeight() * layers + kGap};
}

// Elements are where they belong in the picture; the tile is the part of it that is visible.
ConeCanvas::Strip ConeCanvas::stripOf(bool isRows) const {
    const double room = (width() - nameWidth() - 3 * kGap) / 2.0;
    Strip out;
    out.area = {nameWidth() + kGap + (isRows ? 0 : room + kGap), static_cast<double>(m_theme.scaled(kHeader)),
                std::max(room, 1.0), static_cast<double>(height())};
    const ConeAxis& input =
        isRows ? m_desk.cone()->layers.front().rows : m_desk.cone()->layers.front().columns;
    const auto low = static_cast<double>(std::min(input.tile.low, input.needed.low)),
               high = static_cast<double>(std::max(input.tile.high, input.needed.high) + 1);
    out.from = low - kAround * (high - low);
    out.until = high + kAround * (high - low);
    return out;
}

QRectF ConeCanvas::boxOf(const Strip& strip, std::size_t layer, const ConeAxis& axis,
                         const Elements& elements) const {
    const auto at = [&](std::int64_t element) {
        const double pixel = static_cast<double>(element) / perPixel(axis.scale);
        const double x = (pixel - strip.from) / (strip.until - strip.from);
        return strip.area.left() + std::clamp(x, 0.0, 1.0) * strip.area.width();
    };
    const double top = strip.area.top() + static_cast<double>(rowHeight()) * static_cast<double>(layer) + 3;
    return {QPointF(at(elements.low), top), QPointF(at(elements.high + 1), top + rowHeight() - 6)};
}

void ConeCanvas::paintLayer(QPainter& painter, const Strip& strip, std::size_t layer,
                            const ConeAxis& axis) const {
    const QRectF whole = boxOf(strip, layer, axis, {0, axis.size - 1}),
                 tile = boxOf(strip, layer, axis, axis.tile), right = boxOf(strip, layer, axis, axis.right);
    painter.fillRect(whole, m_theme[Role::Panel]);
    painter.setBrush(Qt::NoBrush);
    for (const QRectF& dummy : {QRectF(tile.topLeft(), QPointF(right.left(), tile.bottom())),
                                QRectF(QPointF(right.right(), tile.top()), tile.bottomRight())})
        if (dummy.width() > 1) paint::hatch(painter, dummy, m_theme[Role::Warning], paint::Slant::Falling);
    if (!axis.right.isEmpty()) painter.fillRect(right, m_theme.fill(Role::Success));
    painter.setPen(m_theme[Role::Muted]);
    painter.drawRect(tile);
    if (axis.needed.isEmpty()) return;
    QColor needed = m_theme[Role::Accent];
    needed.setAlpha(kNeededAlpha);
    QRectF box = boxOf(strip, layer, axis, axis.needed).adjusted(0, 4, 0, -4);
    if (box.width() < 2) box.setWidth(2);
    painter.fillRect(box, needed);
    painter.setPen(m_theme[Role::Accent]);
    painter.drawRect(box);
}

void ConeCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[Role::Surface]);
    if (!m_desk.cone() || m_desk.cone()->layers.empty()) return;
    const Cone& cone = *m_desk.cone();
    const Strip rows = stripOf(true), columns = stripOf(false);
    painter.setFont(m_theme.small());
    painter.setPen(m_theme[Role::Muted]);
    const auto header = [&](const Strip& strip, const QString& name, std::int64_t element,
                            const Cone::Phase& phase) {
        QString text = QStringLiteral("%1 %2").arg(name).arg(element);
        if (phase.period > 1) text += tr(", phase %1 of %2").arg(phase.phase).arg(phase.period);
        painter.drawText(QRectF(strip.area.left(), 0, strip.area.width(), strip.area.top()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    header(rows, tr("row"), cone.row, cone.rowPhase);
    header(columns, tr("column"), cone.column, cone.columnPhase);
    for (std::size_t i = 0; i < cone.layers.size(); ++i) {
        const scene::tiling::ConeLayer& layer = cone.layers[i];
        painter.setPen(m_theme[layer.isNeeded ? Role::Text : Role::Muted]);
        const QRectF place(8, rows.area.top() + static_cast<double>(rowHeight()) * static_cast<double>(i),
                           nameWidth() - 8, rowHeight());
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(QString::fromStdString(layer.name), Qt::ElideMiddle,
                                                          nameWidth() - 8));
        paintLayer(painter, rows, i, layer.rows);
        paintLayer(painter, columns, i, layer.columns);
    }
    if (!hasFocus()) return;
    painter.setPen(m_theme[Role::Accent]);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

// ---- the element

void ConeCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) drag(event->position());
}
void ConeCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) drag(event->position());
}

void ConeCanvas::drag(QPointF point) {
    if (!m_desk.cone() || !m_desk.facts()) return;
    const bool isRows = point.x() < stripOf(false).area.left();
    const Strip strip = stripOf(isRows);
    const lower::tiling::AxisPlan& plan = isRows ? m_desk.facts()->plan.rows : m_desk.facts()->plan.columns;
    const double pixel =
        strip.from + (point.x() - strip.area.left()) / strip.area.width() * (strip.until - strip.from);
    const auto element =
        static_cast<std::int64_t>(std::floor(pixel * perPixel(plan.outputs[m_desk.cone()->output].scale)));
    const Cone& cone = *m_desk.cone();
    move(isRows ? element - cone.row : 0, isRows ? 0 : element - cone.column);
}

void ConeCanvas::move(std::int64_t rows, std::int64_t columns) {
    if (!m_desk.cone() || !m_desk.facts()) return;
    const scene::tiling::TileMap& map = m_desk.facts()->map;
    const std::int64_t row = std::clamp<std::int64_t>(m_desk.cone()->row + rows, 0, map.rows.output - 1),
                       column = std::clamp<std::int64_t>(m_desk.cone()->column + columns, 0,
                                                         map.columns.output - 1);
    if (row != m_desk.cone()->row || column != m_desk.cone()->column) m_desk.chooseElement(row, column);
}

void ConeCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left: return move(0, -1);
    case Qt::Key_Right: return move(0, 1);
    case Qt::Key_Up: return move(-1, 0);
    case Qt::Key_Down: return move(1, 0);
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace lw::tiling

#include "moc_cone_canvas.cpp"
