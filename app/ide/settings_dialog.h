// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/preferences.h"
#include "app/ide/shortcut_page.h"

#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QFrame>
#include <QSpinBox>
#include <QTabWidget>

namespace lw::ide {

// Looks, language and shortcuts. A choice takes effect at once and is kept; scale and language require a
// restart of the program, and the dialog says so with a button that does it.
class SettingsDialog : public QDialog {
    Q_OBJECT
  public:
    enum class Page { Appearance, Language, Shortcuts };

    // `running` is what the program started with.
    SettingsDialog(theme::Theme& theme, ActionTable& actions, const Preferences& running, QWidget* parent);

    void showPage(Page page) { m_pages->setCurrentIndex(static_cast<int>(page)); }
    ShortcutPage& shortcuts() { return *m_shortcuts; }
    bool needsRestart() const { return !m_restart->isHidden(); }

  Q_SIGNALS:
    void restartWanted();

  private:
    QWidget* makeAppearance();
    QWidget* makeLanguage();
    QFrame* makeRestart();
    void keep(); // stores what the fields say

    theme::Theme& m_theme;
    const Preferences m_running;
    Preferences m_chosen;
    QTabWidget* m_pages;
    QComboBox* m_look;
    QSpinBox* m_scale;
    QDoubleSpinBox* m_points;
    QSpinBox* m_presentation;
    QComboBox* m_language;
    ShortcutPage* m_shortcuts;
    QFrame* m_restart;
};

} // namespace lw::ide
