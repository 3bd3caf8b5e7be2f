// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/core_id.h"

#include <QObject>

#include <optional>

namespace lw::session {

// The core that a view shows: the one in focus, or one to which it is pinned.
class CoreChoice : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;

    const std::optional<machine::CoreId>& pinned() const { return m_pinned; }
    void pin(std::optional<machine::CoreId> core);

  Q_SIGNALS:
    void changed();

  private:
    std::optional<machine::CoreId> m_pinned; // nothing: the one in focus
};

} // namespace lw::session
