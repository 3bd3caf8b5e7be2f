// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/core_choice.h"

namespace lw::session {

void CoreChoice::pin(std::optional<machine::CoreId> core) {
    if (core == m_pinned) return;
    m_pinned = core;
    Q_EMIT changed();
}

} // namespace lw::session

#include "moc_core_choice.cpp"
