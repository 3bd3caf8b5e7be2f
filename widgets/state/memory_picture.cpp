// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/hover_tip.h"
#include "widgets/state/memory_view.h"

#include <QMouseEvent>
#include <QPainter>

namespace lw::state {

using theme::Role;

MemoryPicture::MemoryPicture(session::ViewContext context, const MemoryModel& model, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(model) {
    setAccessibleName(tr("Memory as a picture"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(2 * kCell);
    const auto redraw = [this] { update(); };
    connect(&model, &QAbstractItemModel::dataChanged, this, redraw);
    connect(&model, &QAbstractItemModel::modelReset, this, redraw);
    connect(&context.theme, &theme::Theme::changed, this, redraw);
    new paint::HoverTip(*this,
                        [this](QPoint point) { return indexAt(point).data(Qt::ToolTipRole).toString(); });
}

QRectF MemoryPicture::cellRect(int row, int column) const {
    const double width = double(this->width()) / std::max(m_model.columnCount(), 1);
    return {column * width, double(row * kCell), width, double(kCell)};
}

QModelIndex MemoryPicture::indexAt(QPoint point) const {
    if (!rect().contains(point)) return {};
    const int row = point.y() / kCell, column = point.x() * m_model.columnCount() / std::max(width(), 1);
    return m_model.hasIndex(row, column) ? m_model.index(row, column) : QModelIndex();
}

void MemoryPicture::setCurrent(const QModelIndex& index) {
    m_current = index;
    update();
}

void MemoryPicture::lockRange() {
    m_look.range = paint::symmetricRange(
        {scene::readAs(m_model.scene(), cells::typeOf(m_model.format(), m_model.scene().type))});
    update();
}

void MemoryPicture::lockFirstRange() {
    if (m_look.range.high <= paint::kNothing) lockRange();
}

void MemoryPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_context.theme[Role::Surface]);
    const scene::CellPicture& lines = m_model.scene();
    if (lines.rows == 0) return;
    const QRectF box(0, 0, width(), double(lines.rows) * kCell);
    paint::paintCells(painter, box, scene::readAs(lines, cells::typeOf(m_model.format(), lines.type)), m_look,
                      m_context.theme);
    if (!m_current.isValid()) return;
    painter.setPen(QPen(m_context.theme[Role::Text], 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cellRect(m_current.row(), m_current.column()));
}

void MemoryPicture::mousePressEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid()) Q_EMIT clicked(index);
}

} // namespace lw::state
