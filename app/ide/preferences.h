// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QString>

namespace lw::ide {

// What a person chose in the settings dialog, apart from the shortcuts.
struct Preferences {
    theme::Choice theme = theme::Choice::System;
    QString language;       // "zh_CN"; empty: the system's
    int scalePercent = 100; // of everything, from the next start on
    double sourcePoints = theme::Theme::kSourcePoints;
    int presentationPercent = 150; // of the type, in presentation mode

    bool operator==(const Preferences&) const = default;

    static constexpr int kLeastScale = 80, kMostScale = 200;
    static constexpr int kLeastPoints = 6, kMostPoints = 32;
    static constexpr int kLeastPresentation = 125, kMostPresentation = 200;
};

// From QSettings; what is out of range there is brought into it.
Preferences readPreferences();
void writePreferences(const Preferences& preferences);

// Puts the scale into the environment, where Qt looks for it when the application is made, and takes it out
// again at the end of its life, so that no program started from here inherits it. A person's own
// QT_SCALE_FACTOR wins.
class ScaleForStart {
  public:
    explicit ScaleForStart(int percent);
    ~ScaleForStart();
    ScaleForStart(const ScaleForStart&) = delete;
    ScaleForStart& operator=(const ScaleForStart&) = delete;

  private:
    bool m_isOurs = false;
};

} // namespace lw::ide
