// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/table_twin.h"

#include "widgets/theme/changed_delegate.h"
#include "widgets/theme/icon.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>

namespace lw::paint {

namespace {
constexpr int kSampledRows = 60, kWidestColumn = 280, kNarrowestColumn = 44;
} // namespace

TableTwin::TableTwin(const theme::Theme& theme, QWidget* picture, const QString& name, QWidget* parent)
    : QStackedWidget(parent)
    , m_theme(theme)
    , m_action(new QAction(tr("Show as Table"), this))
    , m_table(new QTableView(this)) {
    m_action->setObjectName(QStringLiteral("showAsTable"));
    m_action->setCheckable(true);
    connect(m_action, &QAction::toggled, this, &TableTwin::showTable);
    m_table->setAccessibleName(name);
    m_table->setModel(&m_model);
    theme::dressTable(*m_table, theme);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setItemDelegate(new theme::ChangedDelegate(theme, SceneTableModel::ChangedRole, m_table));
    theme::keepFont(*m_table->verticalHeader(), theme, &theme::Theme::small);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->horizontalHeader()->setResizeContentsPrecision(kSampledRows);
    m_table->horizontalHeader()->setMaximumSectionSize(kWidestColumn);
    m_table->horizontalHeader()->setMinimumSectionSize(kNarrowestColumn);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &TableTwin::openMenu);
    connect(&m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_table->verticalHeader()->setVisible(m_model.hasRowNames());
        m_table->resizeColumnsToContents();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (!m_isPlacing && index.isValid()) Q_EMIT picked(index.row(), index.column());
            });
    picture->addAction(m_action);
    picture->setContextMenuPolicy(Qt::ActionsContextMenu);
    addWidget(picture);
    addWidget(m_table);
    setFocusProxy(picture);
}

QToolButton* TableTwin::makeButton(QWidget* parent) const {
    auto* out = new QToolButton(parent);
    out->setAutoRaise(true);
    out->setCheckable(true);
    out->setIcon(theme::icon(m_theme, QStringLiteral("table"), theme::Role::Muted));
    out->setToolTip(tr("Show as a table"));
    out->setAccessibleName(out->toolTip());
    connect(out, &QToolButton::toggled, m_action, &QAction::setChecked);
    connect(m_action, &QAction::toggled, out, &QToolButton::setChecked);
    return out;
}

void TableTwin::showTable(bool table) {
    m_action->setChecked(table);
    if (isTable() == table) return;
    if (table && !m_table->currentIndex().isValid())
        setCurrent(0); // a view without one takes it with the focus
    if (table && !std::exchange(m_wasShown, true)) m_table->resizeColumnsToContents(); // to what is there now
    const bool hadFocus = currentWidget()->hasFocus();
    setCurrentIndex(table ? 1 : 0);
    setFocusProxy(currentWidget());
    if (hadFocus) currentWidget()->setFocus();
    updateGeometry();
}

void TableTwin::setCurrent(int row, int column) {
    const QModelIndex index = m_model.index(row, column);
    if (!index.isValid() || index == m_table->currentIndex()) return;
    m_isPlacing = true;
    m_table->setCurrentIndex(index);
    m_isPlacing = false;
}

void TableTwin::copy() const {
    QGuiApplication::clipboard()->setText(m_table->currentIndex().data().toString());
}

void TableTwin::openMenu(QPoint at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QModelIndex index = m_table->currentIndex();
    if (m_fillMenu && index.isValid())
        m_fillMenu(*menu, index.row(), index.column());
    else
        menu->addAction(tr("Copy"), this, &TableTwin::copy)->setEnabled(index.isValid());
    menu->addSeparator();
    menu->addAction(m_action);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

} // namespace lw::paint

#include "moc_table_twin.cpp"
