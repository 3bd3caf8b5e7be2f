// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/view_context.h"
#include "widgets/theme/empty_notice.h"
#include "widgets/theme/theme.h"
#include "widgets/tiling/tiling_desk.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace lw::tiling {

// What the views of a tiling have in common: they follow the desk, and say how to get something to see while
// there is nothing.
class TilingView : public QStackedWidget {
    Q_OBJECT
  Q_SIGNALS:
    void networkWanted(); // by a person who has none

  protected:
    TilingView(session::ViewContext context, TilingDesk& desk, const QString& what, QWidget* parent);

    const session::ViewContext& viewContext() const { return m_context; }
    const theme::Theme& theme() const { return m_context.theme; }
    TilingDesk& desk() const { return m_desk; }
    QWidget* body() const { return m_body; }
    QVBoxLayout* bodyLayout() const { return m_layout; }
    void showBody(bool isThere) { setCurrentIndex(isThere ? 1 : 0); }

  private:
    void say();

    QString m_what, m_why; // what there would be to see; why there is nothing
    theme::EmptyNotice* m_notice;
    session::ViewContext m_context;
    TilingDesk& m_desk;
    QWidget* m_body;
    QVBoxLayout* m_layout;
};

} // namespace lw::tiling
