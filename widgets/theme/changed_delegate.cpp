// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/changed_delegate.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

namespace lw::theme {

namespace {
constexpr int kEdge = 3;
} // namespace

RowDelegate::RowDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), m_theme.rowHeight()};
}

QString RowDelegate::tipOf(const QStyleOptionViewItem& given, const QModelIndex& index) const {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    option.showDecorationSelected = true; // the text has all the room that there is
    const QString tip = index.data(Qt::ToolTipRole).toString();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    const int room = style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget).width() -
                     2 * (style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1);
    if (option.fontMetrics.horizontalAdvance(option.text) <= room || tip.startsWith(option.text)) return tip;
    return tip.isEmpty() ? option.text : option.text + QLatin1Char('\n') + tip;
}

bool RowDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                            const QModelIndex& index) {
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(event->globalPos(), tipOf(option, index), view);
    return true;
}

ChangedDelegate::ChangedDelegate(const Theme& theme, int changedRole, QObject* parent)
    : RowDelegate(theme, parent), m_changedRole(changedRole) {}

void ChangedDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    RowDelegate::initStyleOption(option, index);
    if (index.data(m_changedRole).toBool()) option->font.setBold(true);
}

void ChangedDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    const bool changed = index.data(m_changedRole).toBool();
    if (changed) painter->fillRect(option.rect, theme().fill(Role::Accent, 0.10));
    RowDelegate::paint(painter, option, index);
    if (changed && index.column() == 0)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(theme().scaled(kEdge), option.rect.height())),
                          theme()[Role::Accent]);
}

void dressTable(QTableView& table, const Theme& theme) {
    if (!qobject_cast<RowDelegate*>(table.itemDelegate()))
        table.setItemDelegate(new RowDelegate(theme, &table));
    keepFont(table, theme, &Theme::monospace);
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setTabKeyNavigation(false);
    table.setWordWrap(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    const auto rows = [&table, &theme] { table.verticalHeader()->setDefaultSectionSize(theme.rowHeight()); };
    rows();
    QObject::connect(&theme, &Theme::changed, &table, rows);
    keepFont(*table.horizontalHeader(), theme, &Theme::small);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

QLabel* sayWhenEmpty(QTableView& table, const QString& text) {
    auto* label = new QLabel(text, table.viewport());
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignCenter);
    label->setMargin(16);
    label->setForegroundRole(QPalette::PlaceholderText);
    if (const auto* rows = qobject_cast<RowDelegate*>(table.itemDelegate()))
        keepFont(*label, rows->theme(), &Theme::text); // words, not numbers like the table's
    auto* over = new QVBoxLayout(table.viewport());
    over->addWidget(label);
    const auto update = [label, model = table.model()] { label->setVisible(model->rowCount() == 0); };
    QObject::connect(table.model(), &QAbstractItemModel::modelReset, label, update);
    QObject::connect(table.model(), &QAbstractItemModel::rowsInserted, label, update);
    QObject::connect(table.model(), &QAbstractItemModel::rowsRemoved, label, update);
    update();
    return label;
}

} // namespace lw::theme

#include "moc_changed_delegate.cpp"
