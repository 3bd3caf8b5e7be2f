// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/watch_view.h"

#include "widgets/cells/cell_actions.h"
#include "widgets/debug/example_expressions.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/theme/changed_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

namespace lw::debug {

void WatchModel::compile(Row& row) const {
    row.compiled.reset();
    row.value.clear();
    row.isProblem = false;
    if (!m_frame) return;
    auto compiled = machine::Expression::compile(row.text.toStdString(), m_frame->loaded->scope());
    if (compiled) {
        row.compiled = *std::move(compiled);
    } else {
        row.value = session::problemText(compiled.problem());
        row.isProblem = true;
    }
}

void WatchModel::evaluate(Row& row) const {
    if (!row.compiled) return;
    const auto value = row.compiled->evaluate(m_frame->moment());
    const QString text =
        value ? QString::fromStdString(machine::textOf(*value)) : session::problemText(value.problem());
    row.isProblem = !value;
    row.changed = !row.value.isEmpty() && text != row.value;
    row.value = text;
}

void WatchModel::add(const QString& expression) {
    if (expression.trimmed().isEmpty()) return;
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.push_back({expression.trimmed(), {}, {}});
    compile(m_rows.back());
    evaluate(m_rows.back());
    endInsertRows();
}

void WatchModel::remove(int row) {
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
}

void WatchModel::setExpressions(const QStringList& texts) {
    if (texts == expressions()) return;
    beginResetModel();
    m_rows.clear();
    for (const QString& text : texts) {
        m_rows.push_back({text, {}, {}});
        compile(m_rows.back());
        evaluate(m_rows.back());
    }
    endResetModel();
}

QStringList WatchModel::expressions() const {
    QStringList out;
    for (const Row& row : m_rows) out << row.text;
    return out;
}

void WatchModel::setFrame(const session::FramePtr& frame) {
    const bool isOther = !frame || !m_frame || frame->loaded != m_frame->loaded;
    m_frame = frame;
    for (Row& row : m_rows) {
        if (isOther) compile(row);
        evaluate(row);
    }
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int WatchModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int WatchModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant WatchModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) return index.column() == Expression ? row.text : row.value;
    if (role == Qt::ToolTipRole) return index.column() == Expression ? row.text : row.value;
    if (role == ChangedRole) return row.changed && !row.isProblem;
    return {};
}

QVariant WatchModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == Expression ? tr("Expression") : tr("Value");
}

WatchView::WatchView(session::ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_table(new QTableView(this)), m_line(new QLineEdit(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_table);
    auto* row = new QHBoxLayout; // like the line of breakpoints
    row->setContentsMargins(4, 0, 4, 4);
    row->addWidget(m_line);
    layout->addLayout(row);
    setFocusProxy(m_table);
    m_model.setExpressions(context.session.watches());
    connect(&context.session, &session::DebugSession::watchesChanged, this,
            [this] { m_model.setExpressions(m_context.session.watches()); });
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("Watches"));
    m_table->setItemDelegate(new theme::ChangedDelegate(context.theme, WatchModel::ChangedRole, this));
    theme::dressTable(*m_table, context.theme);
    theme::sayWhenEmpty(*m_table,
                        tr("Expressions over the state, with their values at every stop. Type one below."));
    m_table->horizontalHeader()->resizeSection(WatchModel::Expression, 180);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->installEventFilter(this);
    m_line->setAccessibleName(tr("New watch"));
    m_line->setPlaceholderText(QStringLiteral("clock"));
    theme::keepFont(*m_line, context.theme, &theme::Theme::monospace);
    connect(m_line, &QLineEdit::returnPressed, this, [this] {
        add(m_line->text());
        m_line->clear();
    });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &WatchView::openMenu);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) {
        m_model.setFrame(frame);
        if (!frame || frame->loaded == m_loaded) return;
        m_loaded = frame->loaded;
        m_line->setPlaceholderText(exampleExpressions(*m_loaded).join(QStringLiteral(" | ")));
    });
}

void WatchView::add(const QString& expression) {
    m_model.add(expression);
    m_context.session.setWatches(m_model.expressions());
}

void WatchView::openMenu(QPoint at) {
    const QModelIndex index = m_table->indexAt(at);
    if (!index.isValid()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    cells::addCellActions(*menu, m_context, index.siblingAtColumn(WatchModel::Expression).data().toString(),
                          index.siblingAtColumn(WatchModel::Value).data().toString());
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

bool WatchView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete &&
        m_table->currentIndex().isValid()) {
        m_model.remove(m_table->currentIndex().row());
        m_context.session.setWatches(m_model.expressions());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lw::debug

#include "moc_watch_view.cpp"
