// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/view_context.h"

#include <QComboBox>

namespace lw::paint {

// Chooses which core a view shows: the one in focus or a certain one. Hidden if there is
// only one.
class CoreBox : public QComboBox {
    Q_OBJECT
  public:
    CoreBox(session::ViewContext context, QWidget* parent);

  private:
    void fill();
    void setText(int index, const QString& text);

    session::ViewContext m_context;
};

} // namespace lw::paint
