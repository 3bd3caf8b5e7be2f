// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/preferences.h"

#include <QSettings>

#include <algorithm>

namespace lw::ide {

namespace {

constexpr const char* kTheme = "theme";
constexpr const char* kLanguage = "language";
constexpr const char* kScale = "scale";
constexpr const char* kSourcePoints = "editor/points";
constexpr const char* kPresentation = "presentation";
constexpr const char* kScaleVariable = "QT_SCALE_FACTOR";

int within(const QVariant& value, int usual, int least, int most) {
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    return isNumber ? std::clamp(number, least, most) : usual;
}

} // namespace

Preferences readPreferences() {
    using P = Preferences;
    const QSettings settings;
    const auto of = [&](const char* key) { return settings.value(QLatin1String(key)); };
    P out;
    out.theme = static_cast<theme::Choice>(
        within(of(kTheme), static_cast<int>(out.theme), 0, static_cast<int>(theme::Choice::Dark)));
    out.language = of(kLanguage).toString();
    out.scalePercent = within(of(kScale), out.scalePercent, P::kLeastScale, P::kMostScale);
    out.presentationPercent =
        within(of(kPresentation), out.presentationPercent, P::kLeastPresentation, P::kMostPresentation);
    bool isNumber = false;
    if (const double points = of(kSourcePoints).toDouble(&isNumber); isNumber && points == points)
        out.sourcePoints = std::clamp<double>(points, P::kLeastPoints, P::kMostPoints);
    return out;
}

void writePreferences(const Preferences& preferences) {
    QSettings settings;
    const auto put = [&](const char* key, const QVariant& value) {
        settings.setValue(QLatin1String(key), value);
    };
    put(kTheme, static_cast<int>(preferences.theme));
    put(kLanguage, preferences.language);
    put(kScale, preferences.scalePercent);
    put(kSourcePoints, preferences.sourcePoints);
    put(kPresentation, preferences.presentationPercent);
}

ScaleForStart::ScaleForStart(const Preferences& preferences)
    : m_isOurs(preferences.enlarged() != 1 && !qEnvironmentVariableIsSet(kScaleVariable)) {
    if (m_isOurs) qputenv(kScaleVariable, QByteArray::number(preferences.enlarged()));
}

ScaleForStart::~ScaleForStart() {
    if (m_isOurs) qunsetenv(kScaleVariable);
}

} // namespace lw::ide
