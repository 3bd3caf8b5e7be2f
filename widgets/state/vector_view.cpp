// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/vector_view.h"

#include "core/machine/cell_value.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace lw::state {

using theme::Role;

namespace {

constexpr int kBar = 32; // above the pictures
constexpr int kLeft = 44, kGap = 6, kTop = 6;
constexpr double kFittedLeast = 3, kFittedMost = 64; // without being asked
constexpr double kSmallestCell = 1, kLargestCell = 80, kTallestCell = 22, kStep = 1.25;

QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

VectorView::VectorView(session::ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_context(context)
    , m_formatBox(new QComboBox(this))
    , m_rangeButton(new QToolButton(this))
    , m_legend(new QLabel(this)) {
    setAccessibleName(tr("Vector registers"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    makeBar();
    connect(&context.selection, &session::Selection::changed, this, [this] {
        if (isVisible()) follow();
    });
    new session::FrameFeed(context.session, *this, [this](const session::FramePtr& frame) { take(frame); });
    connect(&context.theme, &theme::Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void VectorView::makeBar() {
    setViewportMargins(0, kBar, 0, 0);
    m_formatBox->setAccessibleName(tr("Read as"));
    for (const CellFormat format : cellFormats())
        if (format != CellFormat::Hex && format != CellFormat::Natural)
            m_formatBox->addItem(titleOf(format), static_cast<int>(format));
    m_formatBox->setCurrentIndex(m_formatBox->findData(static_cast<int>(CellFormat::Float)));
    m_rangeButton->setText(tr("Fit Colours"));
    m_rangeButton->setToolTip(tr("Let the colours span what the registers hold now"));
    m_legend->setFont(m_context.theme.monospaceSmall());
    m_formatBox->move(4, 3);
    connect(m_formatBox, &QComboBox::activated, this,
            [this](int index) { setFormat(static_cast<CellFormat>(m_formatBox->itemData(index).toInt())); });
    connect(m_rangeButton, &QToolButton::clicked, this, &VectorView::lockRange);
}

void VectorView::setFormat(CellFormat format) {
    m_format = format;
    take(m_frame);
    lockRange();
}

void VectorView::lockRange() {
    m_look.range = paint::symmetricRange(m_pictures);
    m_legend->setText(tr("%1 to %2").arg(m_look.range.low, 0, 'g', 4).arg(m_look.range.high, 0, 'g', 4));
    m_legend->adjustSize();
    viewport()->update();
}

void VectorView::take(const session::FramePtr& frame) {
    m_pictures.clear();
    m_frame = frame;
    if (frame) {
        const auto& tree = frame->loaded->tree;
        const machine::NodeId node = tree.withRole(machine::Role::VectorRegisters);
        if (node != tree.root())
            m_pictures = scene::slicePictures(tree, node, "v", frame->moment(), frame->before.get());
        for (scene::CellPicture& picture : m_pictures)
            picture = scene::readAs(std::move(picture), typeOf(m_format, picture.type));
        if (m_loaded != frame->loaded) m_hasRange = false;
        m_loaded = frame->loaded;
    }
    const bool any = std::any_of(m_pictures.begin(), m_pictures.end(), [](const scene::CellPicture& p) {
        return std::any_of(p.flags.begin(), p.flags.end(),
                           [](std::uint8_t f) { return f & scene::kWritten; });
    });
    if (any && !m_hasRange) {
        lockRange();
        m_hasRange = true;
    }
    fitWidth();
    updateScroll();
    follow();
    viewport()->update();
}

// ---- places

double VectorView::cellHeight() const { return std::min(m_cell, kTallestCell); }

QRectF VectorView::pictureRect(std::size_t picture) const {
    const scene::CellPicture& p = m_pictures[picture];
    const double height = std::max(p.rows * cellHeight(), 16.0);
    const double top = kTop + static_cast<double>(picture) * (height + kGap) - verticalScrollBar()->value();
    return {double(kLeft - horizontalScrollBar()->value()), top, p.columns * m_cell, height};
}

std::optional<VectorView::Hit> VectorView::hitAt(QPoint point) const {
    for (std::size_t i = 0; i < m_pictures.size(); ++i) {
        const QRectF box = pictureRect(i);
        if (!box.contains(point)) continue;
        const scene::CellPicture& p = m_pictures[i];
        const auto row = static_cast<std::uint32_t>((point.y() - box.top()) * p.rows / box.height());
        const auto column = static_cast<std::uint32_t>((point.x() - box.left()) / m_cell);
        return Hit{i, std::min(row, p.rows - 1), std::min(column, p.columns - 1)};
    }
    return {};
}

void VectorView::updateScroll() {
    if (m_pictures.empty()) {
        verticalScrollBar()->setRange(0, 0);
        horizontalScrollBar()->setRange(0, 0);
        return;
    }
    const QRectF last = pictureRect(m_pictures.size() - 1);
    const int height = static_cast<int>(last.bottom()) + verticalScrollBar()->value() + kTop;
    const int width = static_cast<int>(last.right()) + horizontalScrollBar()->value() + kTop;
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(24);
    horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
}

void VectorView::fitWidth() {
    if (!m_fitsWidth || m_pictures.empty()) return;
    const double fitting = (viewport()->width() - kLeft - 8.0) / m_pictures.front().columns;
    m_cell = std::clamp(fitting, kFittedLeast, kFittedMost);
}

void VectorView::setCellSize(double size) {
    m_fitsWidth = false;
    m_cell = std::clamp(size, kSmallestCell, kLargestCell);
    updateScroll();
    viewport()->update();
}

// ---- painting

void VectorView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const theme::Theme& t = m_context.theme;
    painter.fillRect(event->rect(), t[Role::Surface]);
    if (m_pictures.empty()) {
        painter.setPen(t[Role::Muted]);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Vector registers as pictures, once a program is loaded."));
        return;
    }
    for (std::size_t i = 0; i < m_pictures.size(); ++i) {
        const QRectF box = pictureRect(i);
        if (!QRectF(event->rect()).intersects(QRectF(0, box.top(), viewport()->width(), box.height())))
            continue;
        paint::paintCells(painter, box, m_pictures[i], m_look, t);
        if (m_current && m_current->picture == i) {
            const double high = box.height() / m_pictures[i].rows;
            const QRectF cell(box.left() + m_current->column * m_cell, box.top() + m_current->row * high,
                              m_cell, high);
            painter.setPen(QPen(t[Role::Text], 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(cell.adjusted(-1, -1, 1, 1));
        }
        painter.setPen(QPen(t[Role::Border], 0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
        const auto& flags = m_pictures[i].flags;
        const bool changed =
            std::any_of(flags.begin(), flags.end(), [](std::uint8_t f) { return f & scene::kChanged; });
        QFont font = t.monospaceSmall();
        font.setBold(changed);
        painter.setFont(font);
        const QRectF name(0, box.top(), kLeft - 6, std::min(box.height(), 18.0));
        painter.fillRect(QRectF(0, box.top(), kLeft - 2, box.height()), t[Role::Surface]);
        if (changed) painter.fillRect(QRectF(0, box.top(), 3, box.height()), t[Role::Accent]);
        painter.setPen(t[Role::Text]);
        painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter, toQt(m_pictures[i].name));
    }
}

QString VectorView::textAt(const Hit& hit) const {
    const scene::CellPicture& p = m_pictures[hit.picture];
    const std::size_t i = std::size_t{hit.row} * p.columns + hit.column;
    const QString where = nameAt(hit);
    if (!(p.flags[i] & scene::kWritten)) return tr("%1: never written").arg(where);
    return QStringLiteral("%1 = %2   (0x%3, i32 %4)")
        .arg(where, QString::fromStdString(machine::cellText(p.type, p.bits[i])))
        .arg(p.bits[i], 8, 16, QLatin1Char('0'))
        .arg(static_cast<std::int32_t>(p.bits[i]));
}

// The word a cell is in, which holds two of them when they are bfloat16.
QString VectorView::nameAt(const Hit& hit) const {
    const scene::CellPicture& p = m_pictures[hit.picture];
    const std::uint32_t parts = static_cast<std::uint32_t>(4 / tensor::sizeOf(p.type));
    return QStringLiteral("%1[%2][%3]").arg(toQt(p.name)).arg(hit.row).arg(hit.column / std::max(parts, 1u));
}

// ---- the selected cell

void VectorView::choose(const Hit& hit) {
    m_context.selection.selectCell(nameAt(hit));
    m_current = hit;
    showCurrent();
}

void VectorView::follow() {
    m_current.reset();
    const auto cell = cellNamed(m_context.selection.item().cell, m_frame);
    if (cell && !m_pictures.empty() &&
        cell->node == m_frame->loaded->tree.withRole(machine::Role::VectorRegisters)) {
        const auto& shape = m_frame->loaded->tree.at(cell->node).shape;
        const std::uint64_t columns = shape.back(), each = std::uint64_t{m_pictures[0].rows} * columns;
        m_current =
            Hit{static_cast<std::size_t>(cell->element / each),
                static_cast<std::uint32_t>(cell->element % each / columns),
                static_cast<std::uint32_t>(cell->element % columns * (m_pictures[0].columns / columns))};
    }
    viewport()->update();
}

void VectorView::showCurrent() {
    if (!m_current) return;
    const QRectF box = pictureRect(m_current->picture);
    QScrollBar* bar = verticalScrollBar();
    if (box.top() < 0) bar->setValue(bar->value() + static_cast<int>(box.top()) - kTop);
    if (box.bottom() > viewport()->height())
        bar->setValue(bar->value() + static_cast<int>(box.bottom()) - viewport()->height() + kTop);
    const double x = box.left() + m_current->column * m_cell;
    QScrollBar* across = horizontalScrollBar();
    if (x < kLeft || x + m_cell > viewport()->width())
        across->setValue(across->value() + static_cast<int>(x) - viewport()->width() / 2);
    viewport()->update();
}

// ---- input

void VectorView::keyPressEvent(QKeyEvent* event) {
    if (m_pictures.empty()) return QAbstractScrollArea::keyPressEvent(event);
    Hit to = m_current.value_or(Hit{0, 0, 0});
    const scene::CellPicture& p = m_pictures[to.picture];
    switch (event->key()) {
    case Qt::Key_Plus: return setCellSize(m_cell * kStep);
    case Qt::Key_Minus: return setCellSize(m_cell / kStep);
    case Qt::Key_Left: to.column -= to.column > 0; break;
    case Qt::Key_Right: to.column += to.column + 1 < p.columns; break;
    case Qt::Key_Home: to.column = 0; break;
    case Qt::Key_End: to.column = p.columns - 1; break;
    case Qt::Key_Up:
        if (to.row > 0)
            --to.row;
        else if (to.picture > 0)
            to.row = m_pictures[--to.picture].rows - 1;
        break;
    case Qt::Key_Down:
        if (to.row + 1 < p.rows)
            ++to.row;
        else if (to.picture + 1 < m_pictures.size())
            ++to.picture, to.row = 0;
        break;
    default: return QAbstractScrollArea::keyPressEvent(event);
    }
    choose(to);
}

void VectorView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    m_rangeButton->move(m_formatBox->x() + m_formatBox->sizeHint().width() + 8, 3);
    m_legend->move(m_rangeButton->x() + m_rangeButton->sizeHint().width() + 8, 8);
    fitWidth();
    updateScroll();
}

void VectorView::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
    setCellSize(event->angleDelta().y() > 0 ? m_cell * kStep : m_cell / kStep);
}

void VectorView::mousePressEvent(QMouseEvent* event) {
    if (const auto hit = hitAt(event->pos())) choose(*hit);
}

bool VectorView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto hit = hitAt(help->pos());
    QToolTip::showText(help->globalPos(), hit ? textAt(*hit) : QString(), viewport());
    return true;
}

} // namespace lw::state
