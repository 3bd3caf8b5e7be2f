// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/view_dock.h"

#include "app/ide/view_or_notice.h"
#include "widgets/session/debug_session.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QRegularExpression>

namespace lw::ide {

ViewDock::ViewDock(const ViewEntry& entry, const ViewParts& parts, int number, QWidget* parent)
    : QDockWidget(parent)
    , m_entry(entry)
    , m_number(number)
    , m_context(parts.context)
    , m_choice(new session::CoreChoice) {
    const QString id = QString::fromLatin1(entry.id);
    setObjectName(number == 1 ? id : QStringLiteral("%1#%2").arg(id).arg(number));
    ViewParts own = parts;
    own.context.choice = m_context.choice = m_choice;
    QWidget* view = entry.make(own);
    m_choice->setParent(view); // it ends after everything that the view is made of
    if (*entry.needsProgram)
        view = new ViewOrNotice(view, QCoreApplication::translate("Views", entry.needsProgram), own);
    setWidget(view);
    setFocusProxy(view);
    connect(m_choice, &session::CoreChoice::changed, this, &ViewDock::updateTitle);
    connect(&m_context.session, &session::DebugSession::frameChanged, this, &ViewDock::updateTitle);
    updateTitle();
}

void ViewDock::updateTitle() {
    QString title = QCoreApplication::translate("Views", m_entry.title);
    const session::Frames& frames = m_context.session.frames();
    const QString core = m_context.loaded() ? m_context.loaded()->coreTitle() : QString();
    if (pinned() && frames.size() > 1)
        title += QStringLiteral(": ") + core;
    else if (m_number > 1)
        title += QStringLiteral(" %1").arg(m_number);
    if (title != windowTitle()) setWindowTitle(title);
}

QString ViewDock::saved() const {
    if (m_number == 1 && !pinned()) return {};
    return savedText(objectName(), pinned());
}

QString savedText(const QString& name, const std::optional<machine::CoreId>& pinned) {
    return pinned ? QStringLiteral("%1@%2").arg(name).arg(pinned->index) : name;
}

std::optional<SavedView> savedView(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^([a-z]+)(?:#([1-9]))?(?:@([0-9]{1,2}))?$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch()) return {};
    SavedView out{match.captured(1)};
    if (match.hasCaptured(2)) out.number = match.captured(2).toInt();
    if (match.hasCaptured(3)) out.pinned = machine::CoreId{match.captured(3).toUShort()};
    return out;
}

void ViewDock::closeEvent(QCloseEvent* event) {
    QDockWidget::closeEvent(event);
    if (event->isAccepted()) Q_EMIT closed();
}

} // namespace lw::ide

#include "moc_view_dock.cpp"
