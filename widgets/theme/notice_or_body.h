// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/empty_notice.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace lw::theme {

// A view and, in its place while it has nothing to show, how to get something.
class NoticeOrBody : public QStackedWidget {
    Q_OBJECT
  protected:
    explicit NoticeOrBody(QWidget* parent);

    EmptyNotice& notice() const { return *m_notice; }
    QWidget* body() const { return m_body; }
    QVBoxLayout* bodyLayout() const { return m_layout; }
    void showBody(bool isThere) { setCurrentIndex(isThere ? 1 : 0); }

  private:
    EmptyNotice* m_notice;
    QWidget* m_body;
    QVBoxLayout* m_layout;
};

} // namespace lw::theme
