// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"

// The window's part in how it looks: settings and presentation.
namespace lw::ide {

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

} // namespace lw::ide
