// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/core_sentence.h"

#include "core/chips/catalog.h"
#include "core/isa/bundle_messages.h"
#include "widgets/session/core_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace lw::session {

namespace {

// A sentence comes before those that fit the same texts but say less.
constexpr const char* kSentences[] = {
    // why a picture of the chip is hatched
    QT_TRANSLATE_NOOP("core",
                      "the machine stopped at bundle {0} by a fault, {1}: {2} (the other one is bundle {3})"),
    QT_TRANSLATE_NOOP("core", "the machine stopped at bundle {0} by a fault, {1}: {2}"),
    QT_TRANSLATE_NOOP("core", "{0}: bundle {1} waits for bundle {2}"),
    QT_TRANSLATE_NOOP("core", "{0}: bundle {1} waits"),
    // the last writer
    QT_TRANSLATE_NOOP("core", "nothing wrote it since clock {0}"),
    QT_TRANSLATE_NOOP("core", "it was there when the history began at clock {0}"),
    QT_TRANSLATE_NOOP("core", "a hand edit at clock {0}"),
    QT_TRANSLATE_NOOP("core", "a transfer that landed at clock {0}"),
    QT_TRANSLATE_NOOP("core", "a transfer started by {0}, landed at clock {1}"),
    QT_TRANSLATE_NOOP("core", "bundle {0} at clock {1}"),
    QT_TRANSLATE_NOOP("core", "bundle {0} ({1})"),
    // what is known about a layer that was put on a chip
    QT_TRANSLATE_NOOP("core", "activation {0}"),
    QT_TRANSLATE_NOOP("core", "values of the first tensor may be anything, NaN included"),
    QT_TRANSLATE_NOOP("core", "values of the first tensor lie between {0} and {1}"),
    QT_TRANSLATE_NOOP("core", "sums may wrap"),
    QT_TRANSLATE_NOOP("core", "requantised with the code {0} for 0"),
    QT_TRANSLATE_NOOP("core", "no 32-bit integer is far enough below values from {0} to {1}"),
    // ways between cores, and what is on them
    QT_TRANSLATE_NOOP("core", "at most {0} per clock, latency {1}"),
    QT_TRANSLATE_NOOP("core", "at most {0} in {1} clocks, latency {2}"),
    QT_TRANSLATE_NOOP("core", "{0} to {1}: a signal of bundle {2}"),
    QT_TRANSLATE_NOOP("core", "{0} to {1}: {2} of bundle {3}"),
    // transfers
    QT_TRANSLATE_NOOP("core", "a signal to {0}"),
    QT_TRANSLATE_NOOP("core", "a signal from {0}"),
    QT_TRANSLATE_NOOP("core", "granules that have left; the engine takes it at clock {0}"),
    QT_TRANSLATE_NOOP("core", "granules that have left; the engine took it at clock {0}"),
    QT_TRANSLATE_NOOP("core", "granules landed; counts on {0}; the engine takes it at clock {1}"),
    QT_TRANSLATE_NOOP("core", "granules landed; counts on {0}; the engine took it at clock {1}"),
};

// How much of it is there whatever is filled in.
qsizetype wordsIn(const QString& sentence) {
    static const QRegularExpression place(QStringLiteral("\\{\\d\\}"));
    return QString(sentence).remove(place).size();
}

struct Pattern {
    QRegularExpression words;
    QList<int> places; // the place for each group
    QString sentence;
};

Pattern patternOf(const QString& sentence) {
    static const QRegularExpression place(QStringLiteral("\\{(\\d)\\}"));
    Pattern out;
    out.sentence = sentence;
    QString words;
    qsizetype end = 0;
    for (auto found = place.globalMatch(sentence); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        words += QRegularExpression::escape(sentence.mid(end, match.capturedStart() - end)) +
                 QStringLiteral("(.+)");
        out.places << match.captured(1).toInt();
        end = match.capturedEnd();
    }
    words += QRegularExpression::escape(sentence.mid(end));
    out.words.setPattern(QRegularExpression::anchoredPattern(words));
    return out;
}

const std::vector<Pattern>& patterns() {
    static const std::vector<Pattern> all = [] {
        std::vector<Pattern> out;
        for (const QString& sentence : coreSentences()) out.push_back(patternOf(sentence));
        return out;
    }();
    return all;
}

QString textOf(std::string_view core) {
    return QString::fromUtf8(core.data(), static_cast<qsizetype>(core.size()));
}

// What the chips say about waits: a sentence comes before those that fit the same texts but say less.
std::vector<QString> waits() {
    std::vector<QString> out;
    for (const chips::Chip& chip : chips::all())
        for (const machine::StallRow& rule : chip.stallRules)
            if (const QString wait = textOf(rule.wait); std::find(out.begin(), out.end(), wait) == out.end())
                out.push_back(wait);
    std::stable_sort(out.begin(), out.end(),
                     [](const QString& a, const QString& b) { return wordsIn(a) > wordsIn(b); });
    return out;
}

} // namespace

const std::vector<QString>& coreSentences() {
    static const std::vector<QString> all = [] {
        std::vector<QString> out;
        for (const char* sentence : kSentences) out.push_back(QString::fromLatin1(sentence));
        const std::vector<QString> ofWaits = waits();
        out.insert(out.end(), ofWaits.begin(), ofWaits.end());
        // What ties a bundle to the one before it.
        for (const Message* message : {&isa::kReadsOld, &isa::kWriteLost, &isa::kFlowFirst})
            out.push_back(textOf(message->text));
        return out;
    }();
    return all;
}

std::optional<QString> translatedSentence(const QString& english) {
    for (const Pattern& pattern : patterns()) {
        QString out = QCoreApplication::translate("core", pattern.sentence.toUtf8().constData());
        if (out == pattern.sentence) continue; // the window is in English, or the catalogue lacks it
        const QRegularExpressionMatch match = pattern.words.match(english);
        if (!match.hasMatch()) continue;
        for (qsizetype i = 0; i < pattern.places.size(); ++i)
            out.replace(QStringLiteral("{%1}").arg(pattern.places[i]),
                        coreText(match.captured(static_cast<int>(i) + 1).toStdString()));
        return out;
    }
    return {};
}

} // namespace lw::session
