// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/changed_delegate.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace lw::theme {

namespace {
constexpr int kEdge = 3;
} // namespace

ChangedDelegate::ChangedDelegate(const Theme& theme, int changedRole, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme), m_changedRole(changedRole) {}

void ChangedDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(m_changedRole).toBool()) option->font.setBold(true);
}

void ChangedDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    const bool changed = index.data(m_changedRole).toBool();
    if (changed) painter->fillRect(option.rect, m_theme.fill(Role::Accent, 0.10));
    QStyledItemDelegate::paint(painter, option, index);
    if (changed && index.column() == 0)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(m_theme.scaled(kEdge), option.rect.height())),
                          m_theme[Role::Accent]);
}

void dressTable(QTableView& table, const Theme& theme) {
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

void sayWhenEmpty(QTableView& table, const QString& text) {
    auto* label = new QLabel(text, table.viewport());
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignCenter);
    label->setMargin(16);
    label->setForegroundRole(QPalette::PlaceholderText);
    auto* over = new QVBoxLayout(table.viewport());
    over->addWidget(label);
    const auto update = [label, model = table.model()] { label->setVisible(model->rowCount() == 0); };
    QObject::connect(table.model(), &QAbstractItemModel::modelReset, label, update);
    QObject::connect(table.model(), &QAbstractItemModel::rowsInserted, label, update);
    QObject::connect(table.model(), &QAbstractItemModel::rowsRemoved, label, update);
    update();
}

} // namespace lw::theme
