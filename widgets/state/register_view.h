// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/view_context.h"
#include "widgets/state/register_model.h"

#include <QTableView>

namespace lw::state {

class RegisterView : public QTableView {
    Q_OBJECT
  public:
    explicit RegisterView(session::ViewContext context, QWidget* parent = nullptr);

  private:
    session::ViewContext m_context;
    RegisterModel m_model;
};

} // namespace lw::state
