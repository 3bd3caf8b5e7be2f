// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/breakpoint_view.h"

#include "core/chips/catalog.h"
#include "widgets/debug/breakpoint_dialog.h"
#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QVBoxLayout>

namespace lw::debug {

namespace {

bool namesCore(std::string_view text, const session::Loaded& loaded) {
    return loaded.scope().takeCore(text) != nullptr;
}

} // namespace

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
    if (!index.isValid()) return {};
    const machine::Breakpoint& breakpoint = m_list[static_cast<std::size_t>(index.row())];
    if (role == IdRole) return breakpoint.id;
    if (role == Qt::CheckStateRole && index.column() == Where)
        return breakpoint.enabled ? Qt::Checked : Qt::Unchecked;
    if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
    if (index.column() == Hits) {
        const auto found = m_hits.find(breakpoint.id);
        return found == m_hits.end() ? QVariant() : QVariant(static_cast<qulonglong>(*found));
    }
    const QString text = QString::fromStdString(breakpoint.text);
    const auto& frame = m_session.frame(breakpoint.core);
    // If it names no core it belongs to the one that was in focus.
    const bool isNamed = !breakpoint.each.empty() || !frame || namesCore(breakpoint.text, *frame->loaded);
    return role == Qt::EditRole || isNamed ? text : frame->loaded->heading() + text;
}

bool BreakpointModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role == Qt::EditRole) return replace(index, value.toString());
    if (role != Qt::CheckStateRole || index.column() != Where) return false;
    m_session.setBreakpointEnabled(index.data(IdRole).toUInt(), value.toInt() == Qt::Checked);
    return true;
}

bool BreakpointModel::replace(const QModelIndex& index, const QString& text) {
    const std::uint32_t id = index.data(IdRole).toUInt();
    if (index.column() != Where || text == index.data(Qt::EditRole).toString()) return false;
    const auto& before = m_list[static_cast<std::size_t>(index.row())];
    const auto wrong = m_session.addBreakpoint(text, before.core);
    if (wrong)
        Q_EMIT refused(*wrong);
    else
        m_session.removeBreakpoint(id);
    return !wrong;
}

Qt::ItemFlags BreakpointModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    return index.column() == Where ? base | Qt::ItemIsUserCheckable | Qt::ItemIsEditable : base;
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
    , m_new(new QToolButton(this))
    , m_remove(new QToolButton(this))
    , m_line(new QLineEdit(this))
    , m_wrong(new QLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_table);
    auto* every = new QHBoxLayout;
    every->setContentsMargins(4, 0, 4, 0);
    every->addWidget(m_nan);
    layout->addLayout(every);
    layout->addWidget(m_wrong);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 0, 4, 4);
    row->addWidget(m_line, 1);
    row->addWidget(m_new);
    row->addWidget(m_remove);
    layout->addLayout(row);
    setFocusProxy(m_table);
    addButtons();
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("Breakpoints"));
    theme::dressTable(*m_table, context.theme);
    theme::sayWhenEmpty(
        *m_table, tr("Where the program stops. Click beside a line number, press F9, or make one below."));
    m_table->horizontalHeader()->setSectionResizeMode(BreakpointModel::Where, QHeaderView::Stretch);
    m_table->installEventFilter(this);
    m_line->setAccessibleName(tr("New breakpoint"));
    theme::keepFont(*m_line, context.theme, &theme::Theme::monospace);
    m_wrong->setWordWrap(true);
    m_wrong->setMargin(4);
    m_wrong->hide();
    const auto showChip = [this] {
        const auto frame = m_context.frame();
        const auto loaded = chips::chipNamed(frame ? frame->loaded->spec->chip : "");
        const std::string_view examples = (loaded ? **loaded : chips::all().front()).breakpoints;
        m_line->setPlaceholderText(tr("%1; then: if EXPR, hit N, log TEXT")
                                       .arg(QLatin1String(examples.data(), qsizetype(examples.size()))));
    };
    connect(&context.session, &session::DebugSession::stateChanged, this, showChip);
    showChip();
    const auto showNan = [this] {
        m_nan->setEnabled(m_context.frame() || m_context.session.breaksOnNan());
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
                m_context.goToBundle({breakpoint.trigger->core, breakpoint.trigger->bundle});
    });
}

void BreakpointView::addButtons() {
    m_new->setText(tr("New..."));
    m_new->setToolTip(tr("A breakpoint of any kind, made from fields"));
    m_remove->setText(tr("Remove"));
    m_remove->setToolTip(tr("Removes the chosen breakpoint (Delete)"));
    connect(m_new, &QToolButton::clicked, this, &BreakpointView::openDialog);
    connect(m_remove, &QToolButton::clicked, this, &BreakpointView::removeCurrent);
    connect(&m_model, &BreakpointModel::refused, this, &BreakpointView::say);
}

void BreakpointView::openDialog() {
    (new BreakpointDialog(m_context.session, m_context.theme.monospace(), this))->open();
}

void BreakpointView::add() {
    const auto wrong = m_context.session.addBreakpoint(m_line->text());
    say(wrong);
    if (!wrong) m_line->clear();
}

void BreakpointView::say(const std::optional<QString>& wrong) {
    m_wrong->setVisible(wrong.has_value());
    m_wrong->setText(wrong.value_or(QString()));
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

#include "moc_breakpoint_view.cpp"
