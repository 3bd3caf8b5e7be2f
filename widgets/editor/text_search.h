// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

#include <string>
#include <vector>

namespace lw::editor {

struct SearchOptions {
    bool isExpression = false; // a regular one
    bool matchesCase = false;
    bool wholeWords = false;
};

struct Match {
    std::size_t start = 0, length = 0; // bytes
    QString replacement;               // what it becomes
};

// The pattern as an expression; invalid if the user's own expression is.
QRegularExpression expressionOf(const QString& pattern, const SearchOptions& options);

// All matches that are not empty, from the beginning on. `replacement` may name groups of an expression by
// \1, \2 ...; otherwise it is taken literally.
std::vector<Match> matchesIn(const std::string& text, const QRegularExpression& expression,
                             const QString& replacement = {}, bool isExpression = false);

} // namespace lw::editor
