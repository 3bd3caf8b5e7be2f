// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/core_text.h"

#include "widgets/session/core_sentence.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <string>

namespace lw::session {

namespace {

QString filled(const Message& message, const std::vector<std::string>& arguments) {
    const std::string text = coreText(message.text).toStdString();
    Message translated = message;
    translated.text = text;
    return QString::fromStdString(lw::textOf(translated, arguments));
}

// In the language of the message itself. Those of some rooms are not in the catalogue.
QString explanationOf(const Message& message) {
    const auto english = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    const QString text = coreText(message.explanation);
    const bool isEnglish = coreText(message.text) == english(message.text);
    return isEnglish || text != english(message.explanation) ? text : QString();
}

// The core writes clocks plainly.
QString withCountedClocks(QString text) {
    static const QRegularExpression clock(QStringLiteral("\\bclock (\\d{4,})\\b"));
    for (auto found = clock.match(text); found.hasMatch(); found = clock.match(text))
        text.replace(found.capturedStart(1), found.capturedLength(1),
                     counted(found.captured(1).toULongLong()));
    return text;
}

} // namespace

QString withoutNumbers(const QString& text, QStringList* numbers) {
    static const QRegularExpression number(QStringLiteral("(?<![\\w.])(\\d+(,\\d{3})*|c\\d+)(?![\\w.])"));
    QString out;
    qsizetype end = 0;
    int count = 0;
    for (auto found = number.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        out += text.mid(end, match.capturedStart() - end) + QStringLiteral("{%1}").arg(count++);
        end = match.capturedEnd();
        if (numbers) *numbers << match.captured();
    }
    return out + text.mid(end);
}

QString coreText(std::string_view english) {
    const QByteArray text(english.data(), static_cast<qsizetype>(english.size()));
    const QString direct = QCoreApplication::translate("core", text.constData());
    if (direct != QString::fromUtf8(text)) return direct;
    const QString plain = withCountedClocks(QString::fromUtf8(text));
    QStringList numbers;
    const QString form = withoutNumbers(plain, &numbers);
    if (numbers.isEmpty()) return translatedSentence(plain).value_or(plain);
    QString out = QCoreApplication::translate("core", form.toUtf8().constData());
    if (out == form) return translatedSentence(plain).value_or(plain);
    for (qsizetype i = 0; i < numbers.size(); ++i) out.replace(QStringLiteral("{%1}").arg(i), numbers[i]);
    return out;
}

QString bundleText(std::string_view english) {
    const std::size_t label = english.find(" (");
    if (label == std::string_view::npos) return coreText(english);
    const std::string_view rest = english.substr(label);
    return coreText(english.substr(0, label)) +
           QString::fromUtf8(rest.data(), static_cast<qsizetype>(rest.size()));
}

QString problemText(const Problem& problem) { return filled(*problem.message, problem.arguments); }
QString noteText(const Note& note) { return filled(*note.message, note.arguments); }

QString wholeText(const Problem& problem) {
    QStringList lines{problemText(problem)};
    if (problem.place.known())
        lines.front() = QCoreApplication::translate("Session", "Line %1, column %2: %3")
                            .arg(problem.place.line)
                            .arg(problem.place.column)
                            .arg(lines.front());
    for (const Note& note : problem.notes) lines << noteText(note);
    lines << explanationOf(*problem.message);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString counted(std::uint64_t number) {
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(number));
}

QString clocksText(std::uint64_t clocks) {
    return clocks == 1 ? QCoreApplication::translate("Session", "1 clock")
                       : QCoreApplication::translate("Session", "%1 clocks").arg(counted(clocks));
}

} // namespace lw::session
