// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

// Files of software, and running it.
namespace lw::test {

QString textOfFile(const QString& path);
void writeText(const QString& path, const QString& text);
// What a program says if it does not end well.
QString saidBy(const QString& program, const QStringList& arguments);

} // namespace lw::test
