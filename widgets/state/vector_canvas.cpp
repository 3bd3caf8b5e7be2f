// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/vector_canvas.h"

#include "core/scene/masked_rows.h"
#include "widgets/cells/cell_actions.h"
#include "widgets/paint/hatch.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/to_qt.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <memory>

namespace lw::state {

using theme::Role;

namespace {

constexpr int kLeft = 44, kGap = 6, kTop = 6;
constexpr std::uint64_t kMostOfFile = 1024;          // vectors: some files have many thousands
constexpr double kFittedLeast = 3, kFittedMost = 64; // without being asked
constexpr double kSmallestCell = 1, kLargestVectorCell = 80, kTallestVectorCell = 22, kStep = 1.25;

} // namespace

VectorCanvas::VectorCanvas(session::ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent), m_context(context) {
    setAccessibleName(tr("Vector registers"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    connect(&context.selection, &session::Selection::changed, this, &VectorCanvas::followSelection);
    connect(&context.theme, &theme::Theme::changed, viewport(), qOverload<>(&QWidget::update));
    new paint::HoverTip(*viewport(), [this](QPoint point) {
        const auto hit = hitAt(point);
        return hit ? textAt(*hit) : QString();
    });
}

void VectorCanvas::setFormat(cells::CellFormat format) {
    if (format == m_format) return;
    m_format = format;
    m_look.isHex = format == cells::CellFormat::Hex;
    setFrame(m_frame);
    lockRange();
}

// Lane numbers and masks would leave no colours for floats: a register of integers has a range of its own.
paint::CellLook VectorCanvas::lookOf(const scene::CellPicture& picture) const {
    paint::CellLook look = m_look;
    if (picture.type != usualType()) look.range = paint::symmetricRange({picture});
    return look;
}

void VectorCanvas::lockRange() {
    m_look.range = paint::symmetricRange(usualPictures());
    viewport()->update();
    Q_EMIT rangeChanged();
}

// ---- register files

void VectorCanvas::findFiles() {
    const machine::CoreTree tree = m_frame->loaded->coreTree();
    std::vector<machine::NodeId> files;
    for (std::uint32_t i = 0; i < tree.whole().size(); ++i)
        if (tree.at({i}).role == machine::Role::VectorRegisters && tree.whole().isBelow({i}, tree.root()))
            files.push_back({i});
    if (files == m_files) return;
    m_files = std::move(files);
    m_file = 0;
    Q_EMIT fileChanged();
}

void VectorCanvas::setFile(std::size_t file) {
    if (!m_frame || file == m_file || file >= m_files.size()) return;
    m_file = file;
    m_hasRange = false; // its numbers are different ones
    setFrame(m_frame);
    Q_EMIT fileChanged();
}

QString VectorCanvas::fileText(std::size_t file) const {
    const machine::Node& one = m_frame->loaded->tree.at(m_files[file]);
    if (one.shape.front() <= kMostOfFile) return toQt(one.name);
    return tr("%1, the first %2 of %3").arg(toQt(one.name)).arg(kMostOfFile).arg(one.shape.front());
}

// In a chip with one register file each is called v3; with several [3], and the box above says which file.
void VectorCanvas::makePictures() {
    if (m_files.empty()) return;
    const machine::CoreTree tree = m_frame->loaded->coreTree();
    const machine::Moment now = m_frame->moment();
    if (m_files.size() == 1) {
        m_pictures = scene::slicePictures(tree, node(), "v", now, m_frame->before.get());
        if (const auto integers = m_integers.of(m_frame)) integers->read(m_pictures);
        if (!m_frame->running)
            scene::markMaskedRows(m_pictures, m_frame->loaded->program, m_frame->loaded->machine.target, tree,
                                  now);
        return;
    }
    const std::uint64_t count = std::min(tree.at(node()).shape.front(), kMostOfFile);
    for (std::uint64_t i = 0; i < count; ++i) {
        m_pictures.push_back(scene::rowPicture(tree, node(), i, 1, 1, now, m_frame->before.get()));
        m_pictures.back().name = "[" + std::to_string(i) + "]";
    }
}

// How registers of this file are read unless they hold integers.
tensor::DType VectorCanvas::usualType() const {
    return cells::typeOf(m_format, machine::encodingOf(m_frame->loaded->tree.at(node())));
}

std::vector<scene::CellPicture> VectorCanvas::usualPictures() const {
    std::vector<scene::CellPicture> out;
    std::ranges::copy_if(m_pictures, std::back_inserter(out),
                         [&](const scene::CellPicture& picture) { return picture.type == usualType(); });
    return out;
}

void VectorCanvas::setFrame(const session::FramePtr& frame) {
    m_pictures.clear();
    m_frame = frame;
    m_pending = cells::pendingIn(frame);
    if (frame) {
        findFiles();
        makePictures();
        for (scene::CellPicture& picture : m_pictures)
            picture = scene::readAs(std::move(picture), cells::typeOf(m_format, picture.type));
        if (m_loaded != frame->loaded) m_hasRange = false;
        m_loaded = frame->loaded;
    }
    const bool any = std::any_of(m_pictures.begin(), m_pictures.end(), [](const scene::CellPicture& p) {
        return std::any_of(p.flags.begin(), p.flags.end(),
                           [](std::uint8_t f) { return f & scene::kWritten; });
    });
    if (any && !m_hasRange) {
        lockRange();
        // Zeros say nothing about what will come: the range settles with the first value.
        m_hasRange = m_look.range.high > paint::kNothing &&
                     std::ranges::any_of(usualPictures(), [](const scene::CellPicture& picture) {
                         return std::ranges::any_of(picture.bits, [](auto bits) { return bits != 0; });
                     });
    }
    fitWidth();
    updateScroll();
    follow();
    viewport()->update();
}

// ---- places

double VectorCanvas::cellHeight() const { return std::min(m_cell, kTallestVectorCell); }

QRectF VectorCanvas::pictureRect(std::size_t picture) const {
    const scene::CellPicture& p = m_pictures[picture];
    const double height = std::max(p.rows * cellHeight(), 16.0);
    const double top = kTop + static_cast<double>(picture) * (height + kGap) - verticalScrollBar()->value();
    return {double(kLeft - horizontalScrollBar()->value()), top, p.columns * m_cell, height};
}

std::optional<VectorCanvas::Hit> VectorCanvas::hitAt(QPoint point) const {
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

void VectorCanvas::updateScroll() {
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

void VectorCanvas::fitWidth() {
    if (!m_fitsWidth || m_pictures.empty()) return;
    const double fitting = (viewport()->width() - kLeft - 8.0) / m_pictures.front().columns;
    m_cell = std::clamp(fitting, kFittedLeast, kFittedMost);
}

void VectorCanvas::setCellSize(double size) {
    m_fitsWidth = false;
    m_cell = std::clamp(size, kSmallestCell, kLargestVectorCell);
    updateScroll();
    viewport()->update();
}

// ---- painting

void VectorCanvas::paintEvent(QPaintEvent* event) {
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
        paint::paintCells(painter, box, m_pictures[i], lookOf(m_pictures[i]), t);
        if (pendingOf(i)) paint::hatch(painter, box, t[Role::Muted], paint::Slant::Rising);
        painter.setPen(QPen(t[Role::Border], 0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
        paintName(painter, i);
    }
    paintCurrent(painter);
}

void VectorCanvas::paintCurrent(QPainter& painter) const {
    if (!m_current) return;
    const QRectF box = pictureRect(m_current->picture);
    const double high = box.height() / m_pictures[m_current->picture].rows;
    const QRectF cell(box.left() + m_current->column * m_cell, box.top() + m_current->row * high, m_cell,
                      high);
    if (cell.left() < kLeft - 2) return; // hidden behind the names
    painter.setPen(QPen(m_context.theme[Role::Text], 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell.adjusted(-1, -1, 1, 1));
}

const machine::Pending* VectorCanvas::pendingOf(std::size_t picture) const {
    if (!m_frame) return nullptr;
    const scene::CellPicture& p = m_pictures[picture];
    const machine::Node& file = m_frame->loaded->tree.at(node());
    const std::uint64_t words = machine::countOf(file) / file.shape.front();
    return p.bits.empty() ? nullptr : cells::pendingOf(m_pending, {node(), picture * words});
}

// Bold and with an edge when something in it has changed; "@12" while it is on its way until clock 12.
void VectorCanvas::paintName(QPainter& painter, std::size_t picture) const {
    const theme::Theme& t = m_context.theme;
    const QRectF box = pictureRect(picture);
    const auto& flags = m_pictures[picture].flags;
    const bool changed =
        std::any_of(flags.begin(), flags.end(), [](std::uint8_t f) { return f & scene::kChanged; });
    QFont font = t.monospaceSmall();
    font.setBold(changed);
    painter.setFont(font);
    const QRectF name(0, box.top(), kLeft - 6, std::min(box.height(), 18.0));
    painter.fillRect(QRectF(0, box.top(), kLeft - 2, box.height()), t[Role::Surface]);
    if (changed) painter.fillRect(QRectF(0, box.top(), t.scaled(3), box.height()), t[Role::Accent]);
    painter.setPen(t[Role::Text]);
    painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter, toQt(m_pictures[picture].name));
    const machine::Pending* const pending = pendingOf(picture);
    const double below = box.bottom() - name.bottom();
    if (!pending || below < painter.fontMetrics().height()) return;
    painter.setPen(t[Role::Muted]);
    painter.drawText(QRectF(0, name.bottom(), kLeft - 6, below), Qt::AlignRight | Qt::AlignTop,
                     QStringLiteral("@%1").arg(pending->until));
}

// ---- in words

QString VectorCanvas::valueAt(const Hit& hit) const {
    const scene::CellPicture& p = m_pictures[hit.picture];
    const std::size_t i = std::size_t{hit.row} * p.columns + hit.column;
    if (!(p.flags[i] & scene::kWritten)) return {};
    return cells::textOf(m_format, p.type, p.bits[i]);
}

QString VectorCanvas::textAt(const Hit& hit) const {
    const scene::CellPicture& p = m_pictures[hit.picture];
    const std::size_t i = std::size_t{hit.row} * p.columns + hit.column;
    const QString where = nameAt(hit);
    if (!(p.flags[i] & scene::kWritten)) return tr("%1: never written").arg(where);
    QString text = QStringLiteral("%1 = %2   (0x%3, i32 %4)")
                       .arg(where, valueAt(hit))
                       .arg(p.bits[i], 2 * static_cast<int>(tensor::sizeOf(p.type)), 16, QLatin1Char('0'))
                       .arg(static_cast<std::int32_t>(p.bits[i]));
    if (const machine::Pending* const pending = pendingOf(hit.picture))
        text += QLatin1Char('\n') + cells::textOf(*pending);
    if (p.flags[i] & scene::kChanged) text += QLatin1Char('\n') + tr("changed since the stop before");
    if (p.flags[i] & scene::kMasked) text += QLatin1Char('\n') + tr("masked: the next bundle leaves it out");
    return text;
}

// A word holds two cells when they are bfloat16.
QString VectorCanvas::nameAt(const Hit& hit) const {
    const scene::CellPicture& p = m_pictures[hit.picture];
    const machine::Node& file = m_frame->loaded->tree.at(node());
    const std::uint64_t columns = file.shape.back(), parts = p.columns / columns;
    const std::uint64_t row = std::uint64_t{hit.picture} * p.rows + hit.row;
    return QString::fromStdString(machine::nameOfCell(
        m_frame->loaded->scope(), {node(), row * columns + hit.column / std::max<std::uint64_t>(parts, 1)}));
}

QString VectorCanvas::rowText(const Hit& hit, std::uint32_t row) const {
    QStringList out;
    for (std::uint32_t column = 0; column < m_pictures[hit.picture].columns; ++column)
        out << valueAt({hit.picture, row, column});
    return out.join(QLatin1Char('\t'));
}

QMenu* VectorCanvas::makeMenu(const Hit& hit) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    cells::addCellActions(*menu, m_context, nameAt(hit), valueAt(hit));
    cells::addCopy(*menu, tr("Copy Row"), rowText(hit, hit.row));
    QStringList rows;
    for (std::uint32_t row = 0; row < m_pictures[hit.picture].rows; ++row) rows << rowText(hit, row);
    cells::addCopy(*menu, tr("Copy Register"), rows.join(QLatin1Char('\n')));
    QMenu* as = menu->addMenu(tr("Read As"));
    for (const cells::CellFormat format : cells::cellFormats()) {
        QAction* action =
            as->addAction(cells::titleOf(format), this, [this, format] { Q_EMIT formatWanted(format); });
        action->setCheckable(true);
        action->setChecked(format == m_format);
    }
    menu->addSeparator();
    menu->addActions(actions());
    return menu;
}

void VectorCanvas::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto hit = byKey ? m_current : hitAt(viewport()->mapFromGlobal(event->globalPos()));
    if (!hit) return;
    if (!byKey) choose(*hit);
    const QPoint at =
        byKey ? viewport()->mapToGlobal(pictureRect(hit->picture).topLeft().toPoint()) : event->globalPos();
    makeMenu(*hit)->popup(at);
}

paint::SceneTable VectorCanvas::table() const {
    if (m_pictures.empty()) return {{}, 0, {}, {}};
    const auto pictures = std::make_shared<std::vector<scene::CellPicture>>(m_pictures);
    const std::uint32_t rows = pictures->front().rows;
    QStringList columns;
    for (std::uint32_t i = 0; i < pictures->front().columns; ++i) columns << QString::number(i);
    const auto valueAt = [pictures, rows, format = m_format](int row, int column, int role) -> QVariant {
        const scene::CellPicture& p = (*pictures)[static_cast<std::uint32_t>(row) / rows];
        const std::size_t i = std::size_t{static_cast<std::uint32_t>(row) % rows} * p.columns +
                              static_cast<std::size_t>(column);
        if (role == paint::SceneTableModel::ChangedRole) return (p.flags[i] & scene::kChanged) != 0;
        return p.flags[i] & scene::kWritten ? cells::textOf(format, p.type, p.bits[i]) : QStringLiteral("·");
    };
    const auto nameOf = [pictures, rows](int row) {
        return QStringLiteral("%1[%2]")
            .arg(toQt((*pictures)[static_cast<std::uint32_t>(row) / rows].name))
            .arg(static_cast<std::uint32_t>(row) % rows);
    };
    return {columns, static_cast<int>(pictures->size() * rows), valueAt, nameOf};
}

// ---- the selected cell

void VectorCanvas::choose(const Hit& hit) {
    m_context.selection.selectCell(nameAt(hit));
    m_current = hit;
    showCurrent();
}

// If it belongs to another register file than the one shown, it is in that one.
void VectorCanvas::followSelection() {
    const auto cell = cells::cellNamed(m_context.selection.item().cell, m_frame);
    for (std::size_t i = 0; cell && i < m_files.size(); ++i)
        if (m_files[i] == cell->node) setFile(i);
    follow();
    showCurrent();
}

void VectorCanvas::follow() {
    m_current.reset();
    const auto cell = cells::cellNamed(m_context.selection.item().cell, m_frame);
    if (cell && !m_pictures.empty() && cell->node == node() &&
        cell->element <
            m_pictures.size() * m_pictures[0].rows * m_frame->loaded->tree.at(node()).shape.back()) {
        const auto& shape = m_frame->loaded->tree.at(cell->node).shape;
        const std::uint64_t columns = shape.back(), each = std::uint64_t{m_pictures[0].rows} * columns;
        m_current =
            Hit{static_cast<std::size_t>(cell->element / each),
                static_cast<std::uint32_t>(cell->element % each / columns),
                static_cast<std::uint32_t>(cell->element % columns * (m_pictures[0].columns / columns))};
    }
    setAccessibleDescription(m_current ? textAt(*m_current) : QString());
    viewport()->update();
    Q_EMIT currentChanged();
}

void VectorCanvas::showCurrent() {
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

void VectorCanvas::keyPressEvent(QKeyEvent* event) {
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

void VectorCanvas::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    fitWidth();
    updateScroll();
}

void VectorCanvas::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
    setCellSize(event->angleDelta().y() > 0 ? m_cell * kStep : m_cell / kStep);
}

void VectorCanvas::mousePressEvent(QMouseEvent* event) {
    if (const auto hit = hitAt(event->pos())) choose(*hit);
}

} // namespace lw::state

#include "moc_vector_canvas.cpp"
