// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/selection.h"

#include <utility>

namespace lw::session {

namespace {
constexpr std::size_t kMostSteps = 200;
}

void Selection::selectBundle(std::uint32_t bundle) {
    Item next = m_item;
    next.bundle = bundle;
    select(std::move(next));
}

void Selection::selectCell(const QString& expression) {
    Item next = m_item;
    next.cell = expression;
    select(std::move(next));
}

void Selection::selectTensor(const QString& name) {
    Item next = m_item;
    next.tensor = name;
    select(std::move(next));
}

void Selection::askForTensor(const QString& name) { Q_EMIT tensorWanted(name); }

void Selection::clear() {
    m_item = {};
    m_history.clear();
    m_at = 0;
    Q_EMIT changed();
}

void Selection::select(Item item) {
    if (item == m_item) return;
    m_item = std::move(item);
    if (!m_history.empty()) m_history.resize(m_at + 1);
    m_history.push_back(m_item);
    if (m_history.size() > kMostSteps) m_history.erase(m_history.begin());
    m_at = m_history.size() - 1;
    Q_EMIT changed();
}

void Selection::goBack() {
    if (!canGoBack()) return;
    m_item = m_history[--m_at];
    Q_EMIT changed();
}

void Selection::goForward() {
    if (!canGoForward()) return;
    m_item = m_history[++m_at];
    Q_EMIT changed();
}

} // namespace lw::session
