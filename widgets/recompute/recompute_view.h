// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/recompute/recompute_desk.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/notice_or_body.h"
#include "widgets/theme/theme.h"

namespace lw::recompute {

// What the views of a training step have in common: they follow the desk, and say how to get something to
// see while there is nothing.
class RecomputeView : public theme::NoticeOrBody {
    Q_OBJECT
  Q_SIGNALS:
    void networkWanted(); // by a person who has none

  protected:
    RecomputeView(session::ViewContext context, RecomputeDesk& desk, const QString& what, QWidget* parent);

    const session::ViewContext& viewContext() const { return m_context; }
    const theme::Theme& theme() const { return m_context.theme; }
    RecomputeDesk& desk() const { return m_desk; }

  private:
    session::ViewContext m_context;
    RecomputeDesk& m_desk;
};

} // namespace lw::recompute
