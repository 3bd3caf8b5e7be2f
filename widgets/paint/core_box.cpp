// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/core_box.h"

#include "widgets/session/core_choice.h"
#include "widgets/session/debug_session.h"

namespace lw::paint {

CoreBox::CoreBox(session::ViewContext context, QWidget* parent) : QComboBox(parent), m_context(context) {
    setAccessibleName(tr("Core shown"));
    setToolTip(tr("The core whose tensors are shown: the one in focus, or a certain one"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(this, &QComboBox::activated, this, [this](int index) {
        m_context.choice->pin(index == 0
                                  ? std::nullopt
                                  : std::optional(machine::CoreId{static_cast<std::uint16_t>(index - 1)}));
    });
    for (const auto happens : {&session::DebugSession::frameChanged, &session::DebugSession::programChanged})
        connect(&context.session, happens, this, &CoreBox::fill);
    if (context.choice) connect(context.choice, &session::CoreChoice::changed, this, &CoreBox::fill);
    fill();
}

void CoreBox::setText(int index, const QString& text) {
    if (index >= count()) addItem(text);
    if (itemText(index) != text) setItemText(index, text);
}

void CoreBox::fill() {
    const session::Frames& frames = m_context.session.frames();
    const bool isChoice = m_context.choice && frames.size() > 1;
    setVisible(isChoice);
    if (!isChoice) return clear();
    setText(0, tr("In focus: %1").arg(m_context.session.loaded()->coreName()));
    for (const session::FramePtr& frame : frames)
        setText(frame->core().index + 1, frame->loaded->coreTitle());
    while (count() > static_cast<int>(frames.size()) + 1) removeItem(count() - 1);
    const auto& pinned = m_context.choice->pinned();
    setCurrentIndex(pinned && pinned->index < frames.size() ? pinned->index + 1 : 0);
}

} // namespace lw::paint

#include "moc_core_box.cpp"
