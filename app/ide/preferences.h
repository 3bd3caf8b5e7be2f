// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QString>

#include <algorithm>

namespace lw::ide {

// What was chosen in the settings dialog, apart from the shortcuts.
struct Preferences {
    theme::Choice theme = theme::Choice::System;
    QString language;       // "zh_CN"; empty: the system's
    int scalePercent = 100; // of everything
    double sourcePoints = theme::Theme::kSourcePoints;
    int presentationPercent = 150; // of the type, in presentation mode

    bool operator==(const Preferences&) const = default;

    // The scale's two parts. Qt enlarges everything, from the next start on; below 1 it would clip what it
    // paints (6.4), so the theme makes its type and sizes smaller, at once.
    double enlarged() const { return std::max(1.0, scalePercent / 100.0); }
    double reduced() const { return std::min(1.0, scalePercent / 100.0); }

    static constexpr int kLeastScale = 80, kMostScale = 200;
    static constexpr int kLeastPoints = 6, kMostPoints = 32;
    static constexpr int kLeastPresentation = 125, kMostPresentation = 200;
};

// From QSettings; values out of range are brought into it.
Preferences readPreferences();
void writePreferences(const Preferences& preferences);

// Puts Qt's part of the scale into the environment, where Qt looks for it when the application is
// made, and removes it at the end of its life, so that no program started from here inherits it. A
// user's own QT_SCALE_FACTOR wins.
class ScaleForStart {
  public:
    explicit ScaleForStart(const Preferences& preferences);
    ~ScaleForStart();
    ScaleForStart(const ScaleForStart&) = delete;
    ScaleForStart& operator=(const ScaleForStart&) = delete;

  private:
    bool m_isOurs = false;
};

} // namespace lw::ide
