// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/unit_view.h"

#include "core/machine/cell_range.h"
#include "core/machine/cell_value.h"
#include "widgets/cells/cell_actions.h"
#include "widgets/cells/cell_format.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/unit_colours.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

namespace lw::state {

using theme::Role;

namespace {

constexpr int kNameWidth = 220, kMargin = 4;
constexpr double kLargestCell = 44, kTallestCell = 20, kTallestPicture = 132;

// Lines as text, with a bar after those that measure something; pictures as pictures; units in their colour.
class UnitDelegate : public QStyledItemDelegate {
  public:
    UnitDelegate(const theme::Theme& theme, const UnitModel& model, UnitView* view)
        : QStyledItemDelegate(view), m_theme(theme), m_model(model), m_view(view) {}
    // Another program: its numbers have ranges of their own.
    void begin(const isa::Spec* spec) {
        m_spec = spec;
        m_ranges.clear();
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        const scene::CellPicture* picture = m_model.pictureAt(index);
        const int height = picture ? UnitView::pictureSize(*picture, valueWidth()).height() + 2 * kMargin
                                   : m_theme.rowHeight();
        return {0, height};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        if (const scene::CellPicture* picture = m_model.pictureAt(index);
            picture && index.column() == UnitModel::Value)
            return paintPicture(*painter, option.rect, *picture, m_model.unitAt(index).unit);
        const QVariant progress = index.data(UnitModel::ProgressRole);
        if (index.column() == UnitModel::Value && progress.isValid()) {
            QRectF bar = QRectF(option.rect).adjusted(0, 3, -8, -3);
            painter->fillRect(bar, m_theme[Role::Panel]);
            bar.setWidth(bar.width() * std::clamp(progress.toDouble(), 0.0, 1.0));
            painter->fillRect(bar, m_theme.fill(colourOf(index), 0.35));
        }
        QStyleOptionViewItem dressed = option;
        const bool active = index.data(UnitModel::ActiveRole).toBool();
        dressed.font = UnitModel::isGroup(index) ? m_theme.text() : m_theme.monospace();
        dressed.font.setBold(UnitModel::isGroup(index) || (active && index.column() == UnitModel::Value));
        QStyledItemDelegate::paint(painter, dressed, index);
        if (UnitModel::isGroup(index) && index.column() == 0)
            painter->fillRect(
                QRect(option.rect.left() - 2, option.rect.top() + 4, 3, option.rect.height() - 8),
                m_theme[active ? colourOf(index) : Role::Border]);
    }

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        const QFont font = option->font;
        QStyledItemDelegate::initStyleOption(option, index);
        option->font = font;
        if (index.column() == UnitModel::Name && !UnitModel::isGroup(index))
            option->palette.setColor(QPalette::Text, m_theme[Role::Muted]);
    }

  private:
    int valueWidth() const { return m_view->pictureWidth(); }
    Role colourOf(const QModelIndex& index) const {
        return m_spec ? theme::roleOfUnit(*m_spec, m_model.unitAt(index).unit) : Role::Border;
    }
    // Locked once there is something to see: colours mean the same from one stop to the next.
    paint::ValueRange rangeOf(const scene::CellPicture& picture, const std::string& unit) const {
        const QString name = QString::fromStdString(unit + '/' + picture.name);
        const auto known = m_ranges.constFind(name);
        if (known != m_ranges.constEnd()) return *known;
        const paint::ValueRange range = paint::symmetricRange({picture});
        if (range.high > paint::kNothing) m_ranges[name] = range;
        return range;
    }
    void paintPicture(QPainter& painter, const QRect& rect, const scene::CellPicture& picture,
                      const std::string& unit) const {
        const QRectF box(QPointF(rect.left(), rect.top() + kMargin),
                         UnitView::pictureSize(picture, valueWidth()));
        paint::CellLook look;
        look.range = rangeOf(picture, unit);
        paint::paintCells(painter, box, picture, look, m_theme);
        painter.setPen(QPen(m_theme[Role::Border], 0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
    }

    const theme::Theme& m_theme;
    const UnitModel& m_model;
    const isa::Spec* m_spec = nullptr;
    UnitView* m_view;
    mutable QHash<QString, paint::ValueRange> m_ranges;
};

} // namespace

UnitView::UnitView(session::ViewContext context, QWidget* parent) : QTreeView(parent), m_context(context) {
    setAccessibleName(tr("Units"));
    setModel(&m_model);
    auto* delegate = new UnitDelegate(context.theme, m_model, this);
    setItemDelegate(delegate);
    theme::keepFont(*this, context.theme, &theme::Theme::monospace);
    setFrameShape(QFrame::NoFrame);
    setIndentation(14);
    setVerticalScrollMode(ScrollPerPixel);
    theme::keepFont(*header(), context.theme, &theme::Theme::small);
    header()->setStretchLastSection(true);
    header()->resizeSection(UnitModel::Name, kNameWidth);
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        m_collapsed[QString::fromStdString(m_model.unitAt(index).unit)] = true;
    });
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        m_collapsed.remove(QString::fromStdString(m_model.unitAt(index).unit));
    });
    connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const QVariant bundle = index.data(UnitModel::BundleRole);
        if (bundle.isValid()) m_context.selectBundle(bundle.toUInt());
    });
    // Pictures are as wide as their column allows.
    connect(header(), &QHeaderView::sectionResized, this, [this] { scheduleDelayedItemsLayout(); });
    connect(&context.theme, &theme::Theme::changed, this, [this] {
        scheduleDelayedItemsLayout(); // the height of rows may change
        viewport()->update();
    });
    new session::FrameFeed(context, *this, [this, delegate](const session::FramePtr& frame) {
        const auto loaded = frame ? frame->loaded : nullptr;
        if (loaded != m_loaded) delegate->begin(loaded ? loaded->spec : nullptr);
        m_loaded = loaded;
        take(frame);
    });
}

QSize UnitView::pictureSize(const scene::CellPicture& picture, int width) {
    if (picture.columns == 0 || picture.rows == 0) return {1, 1};
    const double cell = std::min(double(width) / picture.columns, kLargestCell);
    const double tall = std::min({cell, kTallestCell, kTallestPicture / picture.rows});
    return QSizeF(cell * picture.columns, std::max(tall * picture.rows, 2.0)).toSize();
}

// ---- cells of pictures

int UnitView::pictureWidth() const { return std::max(header()->sectionSize(UnitModel::Value) - 12, 32); }

QRect UnitView::pictureRect(const QModelIndex& index) const {
    const scene::CellPicture* picture = m_model.pictureAt(index);
    if (!picture) return {};
    const QRect row = visualRect(index.siblingAtColumn(UnitModel::Value));
    return {row.topLeft() + QPoint(0, kMargin), pictureSize(*picture, pictureWidth())};
}

std::optional<machine::CellRef> UnitView::cellAt(QPoint point) const {
    const QModelIndex index = indexAt(point);
    const scene::CellPicture* picture = index.isValid() ? m_model.pictureAt(index) : nullptr;
    const QRect box = picture ? pictureRect(index) : QRect();
    const session::FramePtr& frame = m_context.frame();
    if (!box.contains(point) || !frame || frame->loaded != m_loaded) return {};
    const auto chip = chips::chipNamed(m_loaded->spec->chip);
    if (!chip) return {};
    // Only the chip knows where the cells of the picture are.
    const auto reports = (*chip)->units(m_loaded->coreTree(), frame->moment());
    const auto group = static_cast<std::size_t>(UnitModel::groupOf(index));
    if (group >= reports.size()) return {};
    const auto number = static_cast<std::size_t>(index.row()) - reports[group].rows.size();
    if (number >= reports[group].pictures.size()) return {};
    const machine::UnitPicture& from = reports[group].pictures[number];
    const auto row = static_cast<std::uint64_t>((point.y() - box.top()) * static_cast<int>(picture->rows) /
                                                std::max(box.height(), 1));
    const auto column = static_cast<std::uint64_t>(
        (point.x() - box.left()) * static_cast<int>(picture->columns) / std::max(box.width(), 1));
    return machine::CellRef{from.node, from.first + row * picture->columns + column};
}

void UnitView::mousePressEvent(QMouseEvent* event) {
    if (const auto cell = cellAt(event->pos()))
        m_context.selection.selectCell(cells::nameOf(*cell, *m_loaded));
    QTreeView::mousePressEvent(event);
}

void UnitView::contextMenuEvent(QContextMenuEvent* event) {
    const auto cell = cellAt(viewport()->mapFromGlobal(event->globalPos()));
    if (!cell) return;
    const QString name = cells::nameOf(*cell, *m_loaded);
    m_context.selection.selectCell(name);
    const session::FramePtr& frame = m_context.frame();
    const machine::CellRange now =
        machine::readCells(m_loaded->tree, cell->node, cell->element, 1, frame->moment());
    const QString value = now.count() == 1
                              ? cells::textOf(cells::CellFormat::Natural,
                                              machine::encodingOf(m_loaded->tree.at(cell->node)), now.bits(0))
                              : QString();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    cells::addCellActions(*menu, m_context, name, value);
    menu->popup(event->globalPos());
}

void UnitView::take(const session::FramePtr& frame) {
    scene::UnitState state;
    if (frame) {
        const auto chip = chips::chipNamed(frame->loaded->spec->chip);
        const auto integers = m_integers.of(frame);
        if (chip && (*chip)->units)
            state = scene::unitState(frame->loaded->tree,
                                     (*chip)->units(frame->loaded->coreTree(), frame->moment()),
                                     frame->moment(), frame->before.get(), integers ? &*integers : nullptr);
    }
    const int scrolled = verticalScrollBar()->value();
    const QModelIndex current = currentIndex();
    const int group = current.isValid() ? UnitModel::groupOf(current) : 0;
    const int row = current.isValid() && !UnitModel::isGroup(current) ? current.row() : -1;
    const bool hadCurrent = current.isValid();
    if (!m_model.setState(std::move(state))) return showWanted();
    restoreExpansion();
    if (hadCurrent) {
        const QModelIndex above = m_model.index(group, 0);
        const QModelIndex again = row < 0 ? above : m_model.index(row, 0, above);
        if (again.isValid())
            selectionModel()->setCurrentIndex(again, QItemSelectionModel::ClearAndSelect |
                                                         QItemSelectionModel::Rows);
    }
    verticalScrollBar()->setValue(scrolled);
    showWanted();
}

void UnitView::showUnit(const QString& name) {
    m_wanted = name;
    showWanted();
}

void UnitView::showWanted() {
    if (m_wanted.isEmpty()) return;
    for (int group = 0; group < m_model.rowCount(); ++group) {
        const QModelIndex unit = m_model.index(group, 0);
        if (QString::fromStdString(m_model.unitAt(unit).unit) != m_wanted) continue;
        if (isVisible()) m_wanted.clear(); // otherwise again, once there is a place to scroll to
        expand(unit);
        setCurrentIndex(unit);
        scrollTo(unit, PositionAtTop);
        return;
    }
}

void UnitView::restoreExpansion() {
    const auto collapsed = m_collapsed;
    for (int i = 0; i < m_model.rowCount(); ++i) {
        const QModelIndex index = m_model.index(i, 0);
        setExpanded(index, !collapsed.value(QString::fromStdString(m_model.unitAt(index).unit)));
        setFirstColumnSpanned(i, {}, true);
    }
    executeDelayedItemsLayout();
}

void UnitView::paintEvent(QPaintEvent* event) {
    QTreeView::paintEvent(event);
    if (m_model.rowCount() > 0) return;
    QPainter painter(viewport());
    painter.setPen(m_context.theme[Role::Muted]);
    painter.setFont(m_context.theme.text());
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("Queues, ports, flags, transfers and weights, once a program is loaded."));
}

void UnitView::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

} // namespace lw::state

#include "moc_unit_view.cpp"
