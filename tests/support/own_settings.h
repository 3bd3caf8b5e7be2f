// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QSettings>

namespace lw::tests {

// Settings are kept in this folder from now on: nobody's own are read or changed.
inline void useOwnSettings(const QString& folder) {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    QCoreApplication::setOrganizationName(QStringLiteral("lanewright-test"));
}

} // namespace lw::tests
