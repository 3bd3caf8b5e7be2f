// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QString>
#include <QStringList>

// Files of software, and running it.
namespace lw::test {

QString textOfFile(const QString& path);
void writeText(const QString& path, const QString& text);
// What a program says if it fails.
QString saidBy(const QString& program, const QStringList& arguments);

// One program of the software in C++ of all folders: each in a namespace of its own, so that one run of the
// compiler does.
QString allInOne(const QDir& folder, const QStringList& names);

} // namespace lw::test
