// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/breakpoint_view.h"

#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QVBoxLayout>

namespace lw::debug {

BreakpointModel::BreakpointModel(session::DebugSession& session, QObject* parent)
    : QAbstractTableModel(parent), m_session(session), m_list(session.breakpoints()) {
    connect(&session, &session::DebugSession::breakpointsChanged, this, [this] {
        beginResetModel();
        m_list = m_session.breakpoints();
        endResetModel();
    });
    connect(&session, &session::DebugSession::frameChanged, this, &BreakpointModel::takeHits);
    connect(&session, &session::DebugSession::programChanged, this, [this] { m_hits.clear(); });
}

void BreakpointModel::takeHits() {
    const auto& frame = m_session.frame();
    if (!frame || frame->running) return;
    for (const machine::Hit& hit : frame->report.hits) m_hits[hit.id] = hit.count;
    if (!frame->report.hits.empty() && !m_list.empty())
        Q_EMIT dataChanged(index(0, Hits), index(rowCount() - 1, Hits));
}

int BreakpointModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_list.size());
}
int BreakpointModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant BreakpointModel::data(const QModelIndex& index, int role) const {
    const machine::Breakpoint& breakpoint = m_list[static_cast<std::size_t>(index.row())];
    if (role == IdRole) return breakpoint.id;
    if (role == Qt::CheckStateRole && index.column() == Where)
        return breakpoint.enabled ? Qt::Checked : Qt::Unchecked;
    if (role != Qt::DisplayRole) return {};
    if (index.column() == Hits) {
        const auto found = m_hits.find(breakpoint.id);
        return found == m_hits.end() ? QVariant() : QVariant(static_cast<qulonglong>(*found));
    }
    return QString::fromStdString(breakpoint.text);
}

bool BreakpointModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || index.column() != Where) return false;
    m_session.setBreakpointEnabled(index.data(IdRole).toUInt(), value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags BreakpointModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    return index.column() == Where ? base | Qt::ItemIsUserCheckable : base;
}

QVariant BreakpointModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == Where ? tr("Breakpoint") : tr("Hits");
}

BreakpointView::BreakpointView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(context.session)
    , m_table(new QTableView(this))
    , m_nan(new QCheckBox(tr("Stop at the first NaN or infinity of any unit"), this))
    , m_line(new QLineEdit(this))
    , m_wrong(new QLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_table);
    layout->addWidget(m_nan);
    layout->addWidget(m_wrong);
    layout->addWidget(m_line);
    setFocusProxy(m_table);
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("Breakpoints"));
    theme::dressTable(*m_table, context.theme);
    theme::sayWhenEmpty(*m_table,
                        tr("Where the program stops. Click beside a line number, press F9, or type below."));
    m_table->horizontalHeader()->setSectionResizeMode(BreakpointModel::Where, QHeaderView::Stretch);
    m_table->installEventFilter(this);
    m_line->setAccessibleName(tr("New breakpoint"));
    m_line->setPlaceholderText(tr("loop | when r1 > 3 | write vmem 10 4 | dma A | flag f0 >= 8 | pop mxu | "
                                  "nan mxu; then: if EXPR, hit N, log TEXT"));
    m_line->setFont(context.theme.monospace());
    m_wrong->setWordWrap(true);
    m_wrong->setMargin(4);
    m_wrong->hide();
    const auto showNan = [this] {
        m_nan->setEnabled(m_context.session.frame() || m_context.session.breaksOnNan());
        m_nan->setChecked(m_context.session.breaksOnNan());
    };
    connect(&context.session, &session::DebugSession::breakpointsChanged, this, showNan);
    connect(&context.session, &session::DebugSession::stateChanged, this, showNan);
    connect(m_nan, &QCheckBox::clicked, &context.session, &session::DebugSession::setBreaksOnNan);
    showNan();
    connect(m_line, &QLineEdit::returnPressed, this, &BreakpointView::add);
    connect(m_line, &QLineEdit::textEdited, m_wrong, &QWidget::hide);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        for (const machine::Breakpoint& breakpoint : m_context.session.breakpoints())
            if (breakpoint.id == index.data(BreakpointModel::IdRole).toUInt() && breakpoint.trigger &&
                breakpoint.trigger->kind == machine::TriggerKind::Bundle)
                m_context.selection.selectBundle(breakpoint.trigger->bundle);
    });
}

void BreakpointView::add() {
    const auto wrong = m_context.session.addBreakpoint(m_line->text());
    m_wrong->setVisible(wrong.has_value());
    if (wrong)
        m_wrong->setText(*wrong);
    else
        m_line->clear();
}

void BreakpointView::removeCurrent() {
    const QModelIndex index = m_table->currentIndex();
    if (index.isValid()) m_context.session.removeBreakpoint(index.data(BreakpointModel::IdRole).toUInt());
}

bool BreakpointView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        removeCurrent();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lw::debug
