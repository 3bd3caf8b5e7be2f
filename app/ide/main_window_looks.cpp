// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"

#include <QMenuBar>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>

#include <array>

// The window's part in how it looks: settings and presentation.
namespace lw::ide {

namespace {
// Until another size of type has gone through all layouts, and the window manager has ended the full screen.
constexpr std::array kSettleMilliseconds{60, 250, 600, 1000};
} // namespace

void MainWindow::openSettings(SettingsDialog::Page page) {
    auto* dialog = new SettingsDialog(m_theme, m_actions, m_running, this);
    dialog->showPage(page);
    connect(dialog, &SettingsDialog::restartWanted, this, [this, dialog] {
        dialog->close();
        restart();
    });
    dialog->open();
}

void MainWindow::restart() {
    m_wantsRestart = true;
    m_wantsRestart = close();
}

void MainWindow::setPresenting(bool presenting) {
    if (presenting == m_isPresenting) return;
    m_isPresenting = presenting;
    const QKeySequence end = m_actions["presentation"]->shortcut();
    menuBar()->setVisible(!presenting || end.isEmpty()); // its keys are the window's, and continue to work
    if (auto* bar = findChild<QStatusBar*>()) bar->setVisible(!presenting); // made by its first message
    for (QToolBar* bar : findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->setVisible(!presenting);
    if (presenting) {
        m_sizeBefore = size();
        for (WorkspacePage* page : m_built)
            if (page) page->keepArrangement();
    }
    const Preferences preferences = readPreferences();
    m_theme.setMagnification(presenting ? preferences.presentationPercent / 100.0 : preferences.reduced());
    // After the type, which decides how much room the docks need.
    for (WorkspacePage* page : m_built)
        if (page) page->setPresenting(presenting);
    if (presenting) {
        m_wasFullScreen = isFullScreen();
        m_keyDisplay = new KeyDisplay(m_theme, m_actions, this);
        if (!end.isEmpty()) {
            QString text = tr("%1 ends the presentation").arg(end.toString(QKeySequence::NativeText));
            // A picture of the chip beside a text is small on a projector.
            const QKeySequence alone = m_actions[QStringLiteral("aloneView")]->shortcut();
            if (!alone.isEmpty())
                text += tr(", %1 shows one view alone").arg(alone.toString(QKeySequence::NativeText));
            m_keyDisplay->say(text);
        }
    } else {
        delete m_keyDisplay;
        m_keyDisplay = nullptr;
    }
    const bool full = presenting || m_wasFullScreen;
    if (full != isFullScreen()) setWindowState(windowState() ^ Qt::WindowFullScreen);
    // As long as the type is large the window may need more room than it had.
    if (presenting) return;
    for (const int milliseconds : kSettleMilliseconds)
        QTimer::singleShot(milliseconds, this, [this, isFirst = milliseconds == kSettleMilliseconds.front()] {
            takeSizeBefore(isFirst);
        });
}

// Once it has its size again layouts only make it larger: if it is smaller, somebody made it so.
void MainWindow::takeSizeBefore(bool isFirst) {
    if (m_isPresenting || isFullScreen() || isMaximized() || !m_sizeBefore.isValid()) return;
    if (!isFirst && size().expandedTo(m_sizeBefore) != size())
        m_sizeBefore = {};
    else
        resize(m_sizeBefore);
}

} // namespace lw::ide
