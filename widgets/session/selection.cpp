// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/selection.h"

#include <utility>

namespace lw::session {

namespace {
constexpr std::size_t kMostSteps = 200;
constexpr std::uint64_t kStepClocks = 64; // anything further is another place
} // namespace

void Selection::selectBundle(machine::BundleOf bundle) {
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
    push();
    Q_EMIT changed();
}

void Selection::push() {
    if (!m_history.empty()) m_history.resize(m_at + 1);
    m_history.push_back(m_item);
    if (m_history.size() > kMostSteps) m_history.erase(m_history.begin());
    m_at = m_history.size() - 1;
}

void Selection::noteTime(std::uint64_t clock) {
    if (m_item.clock == clock) return;
    const std::uint64_t before = m_item.clock.value_or(clock);
    const bool isNear = m_item.clock && (before > clock ? before - clock : clock - before) <= kStepClocks;
    m_item.clock = clock;
    if (isNear && !m_history.empty())
        m_history[m_at].clock = clock;
    else
        push();
}

void Selection::goTo(std::size_t place) {
    const std::optional<std::uint64_t> now = m_item.clock;
    m_at = place;
    m_item = m_history[place];
    Q_EMIT changed();
    if (m_item.clock && m_item.clock != now) Q_EMIT timeWanted(*m_item.clock);
}

void Selection::goBack() {
    if (canGoBack()) goTo(m_at - 1);
}

void Selection::goForward() {
    if (canGoForward()) goTo(m_at + 1);
}

} // namespace lw::session

#include "moc_selection.cpp"
