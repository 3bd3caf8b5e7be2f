// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace lw::tests {

// A string of a C++ source, neighbours joined, with the calls it is in.
struct SourceText {
    QString text;
    QStringList within; // names before the open brackets, outermost first; empty for a bare bracket
    int argument = 0;   // of the innermost, from 0
    int line = 0;       // from 1
};

// Reads the strings of a source file as far as a test needs it: comments and #include lines are left out,
// escapes are resolved, raw strings and characters are skipped.
QVector<SourceText> textsIn(const QString& source);

// All .cpp and .h files below a folder of the repository, as paths from its root.
QStringList sourcesBelow(const QString& folder);
QString readSource(const QString& path); // from the root of the repository

} // namespace lw::tests
