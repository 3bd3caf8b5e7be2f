// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/view_context.h"
#include "widgets/state/register_model.h"
#include "widgets/theme/elided_label.h"

#include <QComboBox>
#include <QListView>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QWidget>

namespace lw::state {

// The small register files, a group for each, in as many columns as fit. F2 or a double click edits.
class RegisterView : public QWidget {
    Q_OBJECT
  public:
    explicit RegisterView(session::ViewContext context, QWidget* parent = nullptr);

    const RegisterModel& model() const { return m_model; }
    QList<QListView*> lists() const { return m_lists; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void take(const session::FramePtr& frame);
    void makeGroups();
    void makeGroup(int group, const QString& title);
    void arrange();
    void follow();
    void openMenu(QListView* list, QPoint at);

    session::ViewContext m_context;
    RegisterModel m_model;
    QComboBox* m_format;
    QScrollArea* m_area;
    theme::ElidedLabel* m_note;
    QList<QListView*> m_lists; // by group
};

} // namespace lw::state
