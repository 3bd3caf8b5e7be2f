// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/firmware/firmware_desk.h"
#include "widgets/session/view_context.h"
#include "widgets/theme/notice_or_body.h"
#include "widgets/theme/theme.h"

namespace lw::firmware {

// What the views of a firmware have in common: they follow the desk, and say how to get something to see
// while there is nothing.
class FirmwareView : public theme::NoticeOrBody {
    Q_OBJECT
  Q_SIGNALS:
    void examplesWanted(); // by a person who has no firmware

  protected:
    FirmwareView(session::ViewContext context, FirmwareDesk& desk, const QString& what, QWidget* parent);

    const session::ViewContext& viewContext() const { return m_context; }
    const theme::Theme& theme() const { return m_context.theme; }
    FirmwareDesk& desk() const { return m_desk; }

  private:
    void say();

    QString m_what; // there would be to see
    session::ViewContext m_context;
    FirmwareDesk& m_desk;
};

} // namespace lw::firmware
