// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/view_context.h"
#include "widgets/theme/notice_or_body.h"
#include "widgets/theme/theme.h"
#include "widgets/tiling/tiling_desk.h"

namespace lw::tiling {

// What the views of a tiling have in common: they follow the desk, and say how to get something to see if
// there is nothing.
class TilingView : public theme::NoticeOrBody {
    Q_OBJECT
  Q_SIGNALS:
    void networkWanted(); // by somebody who has none

  protected:
    TilingView(session::ViewContext context, TilingDesk& desk, const QString& what, QWidget* parent);

    const session::ViewContext& viewContext() const { return m_context; }
    const theme::Theme& theme() const { return m_context.theme; }
    TilingDesk& desk() const { return m_desk; }
    void sayWhy(const QString& why); // there is nothing to see

  private:
    void say();

    QString m_what, m_why; // what there would be to see; why there is nothing
    session::ViewContext m_context;
    TilingDesk& m_desk;
};

} // namespace lw::tiling
