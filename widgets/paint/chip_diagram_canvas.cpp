// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/chip_diagram_canvas.h"

#include "widgets/paint/hover_tip.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace lw::paint {

namespace {

constexpr double kDiagramMargin = 4, kMostFitted = 2.5, kLeastScale = 0.2, kMostScale = 6;

} // namespace

ChipDiagramCanvas::ChipDiagramCanvas(const theme::Theme& theme, QWidget* parent)
    : FigureCanvas(theme, {kLeastScale, kMostScale, 0, kMostFitted}, kDiagramMargin, parent) {
    setAccessibleName(tr("Chip diagram"));
    setAccessibleDescription(tr("The units of the chip; the same as a table by the button above"));
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
    return {theme(), m_scene, place(), m_selected, m_hovered};
}

// ---- places

DiagramHit ChipDiagramCanvas::hitAt(QPointF point) const { return painterNow().hitAt(point); }

QRectF ChipDiagramCanvas::rectOf(const QString& box) const {
    for (const scene::DiagramPart& part : m_scene.boxes)
        if (toQt(part.id) == box) return place().rectOf(part);
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
        for (const std::string& value : box.values) lines << session::coreText(value);
    } else if (hit.wire) {
        const scene::DiagramPath& wire = m_scene.wires[*hit.wire];
        lines << tr("Carries %1").arg(session::coreText(wire.carries));
        if (!wire.reason.empty()) lines << tr("Nothing is sent: %1").arg(session::coreText(wire.reason));
        for (const std::string& value : wire.values) lines << session::coreText(value);
    }
    return lines.join(QLatin1Char('\n'));
}

// ---- painting

void ChipDiagramCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme()[theme::Role::Surface]);
    if (m_scene.boxes.empty()) {
        painter.setPen(theme()[theme::Role::Muted]);
        painter.setFont(theme().text());
        painter.drawText(
            rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
            tr("The units of the chip, which of them work in this clock, and why the others wait.\n"
               "Open a program that assembles."));
        return;
    }
    painterNow().paint(painter);
    paintFocus(painter, !m_selected.isEmpty());
}

// ---- input

void ChipDiagramCanvas::hover(DiagramHit hit) {
    if (hit == m_hovered) return;
    m_hovered = hit;
    update();
}

void ChipDiagramCanvas::clickAt(QPointF point) {
    const DiagramHit hit = hitAt(point);
    const QString box = hit.box ? toQt(m_scene.boxes[*hit.box].id) : QString();
    select(box);
    if (!box.isEmpty()) Q_EMIT clicked(box);
}

void ChipDiagramCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const DiagramHit hit = hitAt(event->position());
    if (hit.box) Q_EMIT opened(toQt(m_scene.boxes[*hit.box].id));
}

// To the nearest part in that direction; to the first one when none is selected.
void ChipDiagramCanvas::walk(int dx, int dy) {
    if (m_scene.boxes.empty()) return;
    const QRectF from = rectOf(m_selected);
    if (from.isNull()) return select(toQt(m_scene.boxes.front().id));
    const scene::DiagramPart* best = nullptr;
    double least = std::numeric_limits<double>::max();
    for (const scene::DiagramPart& box : m_scene.boxes) {
        const QPointF way = place().rectOf(box).center() - from.center();
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
    switch (event->key()) {
    case Qt::Key_Left: return walk(-1, 0);
    case Qt::Key_Right: return walk(1, 0);
    case Qt::Key_Up: return walk(0, -1);
    case Qt::Key_Down: return walk(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_selected.isEmpty()) Q_EMIT opened(m_selected);
        return;
    default: FigureCanvas::keyPressEvent(event);
    }
}

} // namespace lw::paint

#include "moc_chip_diagram_canvas.cpp"
