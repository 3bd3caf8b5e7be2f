// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/text_search.h"

namespace lw::editor {

namespace {

QString filledIn(const QString& replacement, const QRegularExpressionMatch& match) {
    QString out;
    for (qsizetype i = 0; i < replacement.size(); ++i) {
        const QChar next = i + 1 < replacement.size() ? replacement[i + 1] : QChar();
        if (replacement[i] != QLatin1Char('\\') || next.isNull()) {
            out += replacement[i];
            continue;
        }
        ++i;
        if (next.isDigit())
            out += match.captured(next.digitValue());
        else if (next == QLatin1Char('n'))
            out += QLatin1Char('\n');
        else if (next == QLatin1Char('t'))
            out += QLatin1Char('\t');
        else
            out += next;
    }
    return out;
}

} // namespace

QRegularExpression expressionOf(const QString& pattern, const SearchOptions& options) {
    QString text = options.isExpression ? pattern : QRegularExpression::escape(pattern);
    // Not \b: a pattern may begin with a sign that is not a letter.
    if (options.wholeWords) text = QStringLiteral("(?<!\\w)(?:%1)(?!\\w)").arg(text);
    QRegularExpression::PatternOptions flags = QRegularExpression::MultilineOption;
    if (!options.matchesCase) flags |= QRegularExpression::CaseInsensitiveOption;
    return QRegularExpression(text, flags);
}

std::vector<Match> matchesIn(const std::string& text, const QRegularExpression& expression,
                             const QString& replacement, bool isExpression) {
    std::vector<Match> out;
    if (!expression.isValid() || expression.pattern().isEmpty()) return out;
    const QString whole = QString::fromStdString(text);
    qsizetype done = 0; // up to there the bytes are counted
    std::size_t bytes = 0;
    const auto bytesTo = [&](qsizetype at) {
        bytes += static_cast<std::size_t>(QStringView(whole).mid(done, at - done).toUtf8().size());
        done = at;
        return bytes;
    };
    for (auto it = expression.globalMatch(whole); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        if (match.capturedLength() == 0) continue;
        const std::size_t start = bytesTo(match.capturedStart());
        out.push_back({start, bytesTo(match.capturedEnd()) - start,
                       isExpression ? filledIn(replacement, match) : replacement});
    }
    return out;
}

} // namespace lw::editor
