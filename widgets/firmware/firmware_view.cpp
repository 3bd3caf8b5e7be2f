// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/firmware_view.h"

namespace lw::firmware {

FirmwareView::FirmwareView(session::ViewContext context, FirmwareDesk& desk, const QString& what,
                           QWidget* parent)
    : NoticeOrBody(parent), m_what(what), m_context(context), m_desk(desk) {
    connect(&desk, &FirmwareDesk::factsChanged, this, &FirmwareView::say);
    connect(&notice().button(), &QPushButton::clicked, this, &FirmwareView::examplesWanted);
    say();
}

void FirmwareView::say() {
    showBody(m_desk.facts() != nullptr);
    const QString& why = m_desk.refusal();
    notice().say(m_what + QLatin1Char('\n') +
                     (why.isEmpty()
                          ? tr("Open firmware of a neural network processor: the examples have some.")
                          : why),
                 tr("Show Examples"));
    notice().button().setVisible(why.isEmpty()); // a refusal says what to do
}

} // namespace lw::firmware

#include "moc_firmware_view.cpp"
