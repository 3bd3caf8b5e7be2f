// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/workspace_rail.h"

#include <QFontMetrics>
#include <QResizeEvent>

namespace lw::ide {

namespace {
constexpr int kAround = 14; // pixels of a button above its icon, between it and the name, and below
} // namespace

WorkspaceRail::WorkspaceRail(QWidget* parent) : QToolBar(tr("Workspaces"), parent) {
    setObjectName(QStringLiteral("workspaceBar"));
    setMovable(false);
    setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
}

int WorkspaceRail::heightWithNames() const {
    return static_cast<int>(actions().size()) *
           (iconSize().height() + QFontMetrics(font()).height() + kAround);
}

void WorkspaceRail::fit() {
    const auto style = heightWithNames() <= height() ? Qt::ToolButtonTextUnderIcon : Qt::ToolButtonIconOnly;
    if (style != toolButtonStyle()) setToolButtonStyle(style);
}

void WorkspaceRail::resizeEvent(QResizeEvent* event) {
    QToolBar::resizeEvent(event);
    fit();
}

void WorkspaceRail::actionEvent(QActionEvent* event) {
    QToolBar::actionEvent(event);
    if (isVisible()) fit();
}

void WorkspaceRail::changeEvent(QEvent* event) {
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::FontChange && isVisible()) fit();
}

} // namespace lw::ide

#include "moc_workspace_rail.cpp"
