// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/chip_diagram_canvas.h"

#include "widgets/paint/hover_tip.h"
#include "widgets/session/core_text.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace lw::paint {

namespace {

constexpr double kMargin = 4, kMostFitted = 2.5, kLeastScale = 0.2, kMostScale = 6;
constexpr double kStep = 1.2;        // of one notch of the wheel
constexpr int kNotch = 120;          // of QWheelEvent::angleDelta
constexpr double kDragStart = 4;     // pixels from which on a press is a drag
constexpr double kLeastVisible = 60; // pixels of the figure that stay in sight

QString toQt(const std::string& text) { return QString::fromStdString(text); }

} // namespace

ChipDiagramCanvas::ChipDiagramCanvas(const theme::Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Chip diagram"));
    setAccessibleDescription(tr("The units of the chip; the same as a table by the button above"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(160, 120);
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
    new HoverTip(*this, [this](QPoint point) { return tipAt(point); });
}

void ChipDiagramCanvas::setScene(scene::ChipDiagram scene) {
    const bool isOther = scene.width != m_scene.width || scene.height != m_scene.height ||
                         scene.boxes.size() != m_scene.boxes.size();
    m_scene = std::move(scene);
    if (isOther) {
        m_selected.clear();
        m_hovered = {};
        fit();
    }
    update();
}

void ChipDiagramCanvas::select(const QString& box) {
    if (box == m_selected) return;
    m_selected = box;
    update();
    Q_EMIT selectionChanged(box);
}

ChipDiagramPainter ChipDiagramCanvas::painterNow() const {
    return {m_theme, m_scene, m_place, m_selected, m_hovered};
}

// ---- places

DiagramHit ChipDiagramCanvas::hitAt(QPointF point) const { return painterNow().hitAt(point); }

QRectF ChipDiagramCanvas::rectOf(const QString& box) const {
    for (const scene::DiagramPart& part : m_scene.boxes)
        if (toQt(part.id) == box) return m_place.rectOf(part);
    return {};
}

namespace {

QString reasonText(const std::string& letter, const std::string& reason) {
    return letter == scene::kFaultLetter ? ChipDiagramCanvas::tr("Fault: %1").arg(session::coreText(reason))
                                         : ChipDiagramCanvas::tr("Waits: %1").arg(session::coreText(reason));
}

} // namespace

QString ChipDiagramCanvas::tipAt(QPointF point) const {
    const DiagramHit hit = hitAt(point);
    QStringList lines;
    if (hit.box) {
        const scene::DiagramPart& box = m_scene.boxes[*hit.box];
        lines << (box.capacity ? tr("Results waiting: %1 of %2").arg(box.level).arg(box.capacity)
                               : session::coreText(box.title));
        if (!box.size.empty()) lines.last() += QStringLiteral("   ") + session::coreText(box.size);
        if (!box.reason.empty()) lines << reasonText(box.letter, box.reason);
        for (const std::string& value : box.values) lines << toQt(value);
    } else if (hit.wire) {
        const scene::DiagramPath& wire = m_scene.wires[*hit.wire];
        lines << tr("Carries %1").arg(session::coreText(wire.carries));
        if (!wire.reason.empty()) lines << tr("Nothing is sent: %1").arg(session::coreText(wire.reason));
        for (const std::string& value : wire.values) lines << session::coreText(value);
    }
    return lines.join(QLatin1Char('\n'));
}

void ChipDiagramCanvas::fit() {
    m_isFitted = true;
    const QSizeF room(std::max(1.0, width() - 2 * kMargin), std::max(1.0, height() - 2 * kMargin));
    m_place = ChipDiagramPainter::fitted(m_scene, room, kMostFitted);
    m_place.origin += QPointF(kMargin, kMargin);
    update();
}

void ChipDiagramCanvas::zoom(double factor, QPointF about) {
    const double scale = std::clamp(m_place.scale * factor, kLeastScale, kMostScale);
    m_place.origin = about - (about - m_place.origin) * (scale / m_place.scale);
    m_place.scale = scale;
    m_isFitted = false;
    keepInSight();
    update();
}

void ChipDiagramCanvas::keepInSight() {
    const double wide = m_place.scale * m_scene.width, high = m_place.scale * m_scene.height;
    m_place.origin.setX(std::clamp(m_place.origin.x(), std::min(kLeastVisible - wide, 0.0),
                                   std::max(width() - kLeastVisible, 0.0)));
    m_place.origin.setY(std::clamp(m_place.origin.y(), std::min(kLeastVisible - high, 0.0),
                                   std::max(height() - kLeastVisible, 0.0)));
}

// ---- painting

void ChipDiagramCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme[theme::Role::Surface]);
    if (m_scene.boxes.empty()) {
        painter.setPen(m_theme[theme::Role::Muted]);
        painter.setFont(m_theme.text());
        painter.drawText(
            rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
            tr("The units of the chip, which of them work in this clock, and why the others wait.\n"
               "Open a program that assembles."));
        return;
    }
    painterNow().paint(painter);
    if (hasFocus() && m_selected.isEmpty()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(m_theme[theme::Role::Accent]);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ChipDiagramCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_isFitted)
        fit();
    else
        keepInSight();
}

// ---- input

void ChipDiagramCanvas::hover(DiagramHit hit) {
    if (hit == m_hovered) return;
    m_hovered = hit;
    update();
}

void ChipDiagramCanvas::wheelEvent(QWheelEvent* event) {
    // Further out than the whole figure is what is around it.
    if (m_isFitted && event->angleDelta().y() < 0) {
        event->accept();
        return Q_EMIT leftOutwards();
    }
    zoom(std::pow(kStep, event->angleDelta().y() / static_cast<double>(kNotch)), event->position());
    event->accept();
}

void ChipDiagramCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    m_pressedAt = m_lastAt = event->position();
    m_isPressed = event->button() == Qt::LeftButton;
    m_isDragging = false;
}

void ChipDiagramCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) return hover(hitAt(event->position()));
    if (!m_isDragging && (event->position() - m_pressedAt).manhattanLength() < kDragStart) return;
    m_isDragging = true;
    m_isFitted = false;
    setCursor(Qt::ClosedHandCursor);
    m_place.origin += event->position() - m_lastAt;
    m_lastAt = event->position();
    keepInSight();
    update();
}

void ChipDiagramCanvas::mouseReleaseEvent(QMouseEvent* event) {
    unsetCursor();
    const bool wasDrag = std::exchange(m_isDragging, false);
    if (!std::exchange(m_isPressed, false) || wasDrag || event->button() != Qt::LeftButton) return;
    const DiagramHit hit = hitAt(event->position());
    const QString box = hit.box ? toQt(m_scene.boxes[*hit.box].id) : QString();
    select(box);
    if (!box.isEmpty()) Q_EMIT clicked(box);
}

void ChipDiagramCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const DiagramHit hit = hitAt(event->position());
    if (hit.box) Q_EMIT opened(toQt(m_scene.boxes[*hit.box].id));
}

void ChipDiagramCanvas::leaveEvent(QEvent*) { hover({}); }

// To the nearest part in that direction; the first one when none is selected.
void ChipDiagramCanvas::walk(int dx, int dy) {
    if (m_scene.boxes.empty()) return;
    const QRectF from = rectOf(m_selected);
    if (from.isNull()) return select(toQt(m_scene.boxes.front().id));
    const scene::DiagramPart* best = nullptr;
    double least = std::numeric_limits<double>::max();
    for (const scene::DiagramPart& box : m_scene.boxes) {
        const QPointF way = m_place.rectOf(box).center() - from.center();
        const double ahead = way.x() * dx + way.y() * dy,
                     aside = std::abs(way.x() * dy) + std::abs(way.y() * dx);
        if (ahead > 1 && ahead + 2 * aside < least) {
            least = ahead + 2 * aside;
            best = &box;
        }
    }
    if (best) select(toQt(best->id));
}

void ChipDiagramCanvas::keyPressEvent(QKeyEvent* event) {
    const QPointF middle(width() / 2.0, height() / 2.0);
    switch (event->key()) {
    case Qt::Key_Left: return walk(-1, 0);
    case Qt::Key_Right: return walk(1, 0);
    case Qt::Key_Up: return walk(0, -1);
    case Qt::Key_Down: return walk(0, 1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kStep, middle);
    case Qt::Key_Minus: return zoom(1 / kStep, middle);
    case Qt::Key_0: return fit();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_selected.isEmpty()) Q_EMIT opened(m_selected);
        return;
    default: QWidget::keyPressEvent(event);
    }
}

bool ChipDiagramCanvas::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    return QWidget::event(event);
}

} // namespace lw::paint

#include "moc_chip_diagram_canvas.cpp"
