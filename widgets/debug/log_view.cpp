// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/log_view.h"

#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/theme/changed_delegate.h"

#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>
#include <bit>
#include <iterator>

namespace lw::debug {

namespace {
constexpr std::size_t kMostLines = 20'000;
} // namespace

void LogModel::clear() {
    beginResetModel();
    m_lines.clear();
    m_leftOut = 0;
    endResetModel();
}

void LogModel::add(std::vector<Line> lines) {
    const auto before = [](const Line& a, const Line& b) { return a.clock < b.clock; };
    std::stable_sort(lines.begin(), lines.end(), before);
    std::erase_if(lines, [&](const Line& line) {
        const auto [first, last] = std::equal_range(m_lines.begin(), m_lines.end(), line, before);
        return std::find(first, last, line) != last;
    });
    if (m_lines.size() + lines.size() > kMostLines) {
        const std::size_t room = kMostLines - m_lines.size();
        m_leftOut += lines.size() - room;
        lines.resize(room);
    }
    if (lines.empty()) return;
    if (m_lines.empty() || m_lines.back().clock <= lines.front().clock) { // nearly always
        const int at = rowCount();
        beginInsertRows({}, at, at + static_cast<int>(lines.size()) - 1);
        std::move(lines.begin(), lines.end(), std::back_inserter(m_lines));
        endInsertRows();
        return;
    }
    beginResetModel();
    std::move(lines.begin(), lines.end(), std::back_inserter(m_lines));
    std::stable_sort(m_lines.begin(), m_lines.end(), before);
    endResetModel();
}

void LogModel::addHits(const std::vector<machine::Hit>& hits, const QStringList& headings) {
    std::vector<Line> lines;
    lines.reserve(hits.size());
    for (const machine::Hit& hit : hits)
        if (hit.log)
            lines.push_back({hit.clock,
                             headings.value(hit.cause.core.index) +
                                 QString::fromStdString(hit.text.substr(0, hit.text.find(" log "))),
                             QString::fromStdString(*hit.log)});
    add(std::move(lines));
}

void LogModel::addTrace(const std::vector<machine::TraceWord>& words, const QString& heading) {
    std::vector<Line> lines;
    // Those already here are the beginning of the list, which only grows, except for steps back.
    const std::size_t known =
        static_cast<std::size_t>(std::count_if(m_lines.begin(), m_lines.end(), [&](const Line& line) {
            return line.from.startsWith(heading + tr("trace")) && !words.empty() &&
                   line.clock <= words.back().clock;
        }));
    for (std::size_t i = std::min(known, words.size()); i < words.size(); ++i)
        lines.push_back({words[i].clock, heading + tr("trace %1").arg(words[i].stream),
                         QStringLiteral("%1 = %2")
                             .arg(static_cast<std::int32_t>(words[i].value))
                             .arg(static_cast<double>(std::bit_cast<float>(words[i].value)))});
    add(std::move(lines));
}

void LogModel::forgetAfter(std::uint64_t clock) {
    if (m_lines.empty() || m_lines.back().clock <= clock) return;
    beginResetModel();
    std::erase_if(m_lines, [&](const Line& line) { return line.clock > clock; });
    endResetModel();
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}
int LogModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == ClockRole) return static_cast<qulonglong>(line.clock);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    switch (index.column()) {
    case Clock: return session::counted(line.clock);
    case From: return line.from;
    default: return line.text;
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Clock: return tr("Clock");
    case From: return tr("From");
    default: return tr("Text");
    }
}

LogView::LogView(session::ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_table(new QTableView(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
    setFocusProxy(m_table);
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("Log"));
    theme::dressTable(*m_table, context.theme);
    theme::sayWhenEmpty(*m_table,
                        tr("What breakpoints write instead of stopping, and what the program traces. Type in "
                           "Breakpoints: loop log at clock {clock}"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->horizontalHeader()->resizeSection(LogModel::From, 160);
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        m_context.session.perform(machine::Seek{index.data(LogModel::ClockRole).toULongLong()});
    });
    // Lines come whether the view is visible or not: they are announced only once.
    connect(&context.session, &session::DebugSession::logged, this,
            [this](const std::vector<machine::Hit>& lines) { m_model.addHits(lines, headings()); });
    connect(&context.session, &session::DebugSession::programChanged, &m_model, &LogModel::clear);
    new session::FrameFeed(context, *this, [this](const session::FramePtr&) { take(); });
}

QStringList LogView::headings() const {
    QStringList out;
    for (const session::FramePtr& frame : m_context.session.frames()) out << frame->loaded->heading();
    return out;
}

void LogView::take() {
    for (const session::FramePtr& frame : m_context.session.frames()) {
        if (frame->report.droppedHistory) m_model.forgetAfter(frame->clock);
        m_model.addTrace(m_context.session.trace(frame->core()), frame->loaded->heading());
    }
}

} // namespace lw::debug

#include "moc_log_view.cpp"
