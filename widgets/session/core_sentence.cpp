// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/core_sentence.h"

#include "core/isa/messages.h"
#include "widgets/session/core_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace lw::session {

namespace {

// A sentence stands before those that fit the same texts with less said.
constexpr const char* kSentences[] = {
    // why a picture of the chip is hatched
    QT_TRANSLATE_NOOP("core",
                      "the machine stopped at bundle {0} by a fault, {1}: {2} (the other one is bundle {3})"),
    QT_TRANSLATE_NOOP("core", "the machine stopped at bundle {0} by a fault, {1}: {2}"),
    QT_TRANSLATE_NOOP("core", "{0}: bundle {1} waits for bundle {2}"),
    QT_TRANSLATE_NOOP("core", "{0}: bundle {1} waits"),
    // waits
    QT_TRANSLATE_NOOP("core", "an older write to {1} is not done in time before clock {0}"),
    QT_TRANSLATE_NOOP("core", "the oldest result of the {1} is not ready before clock {0}"),
    QT_TRANSLATE_NOOP("core", "the DMA queue has no room before clock {0}"),
    QT_TRANSLATE_NOOP("core", "halt waits for transfers before clock {0}"),
    QT_TRANSLATE_NOOP("core", "the {1} takes no push before clock {0}"),
    QT_TRANSLATE_NOOP("core", "{1} does not reach {2} before clock {0}"),
    QT_TRANSLATE_NOOP("core", "{1} is not ready before clock {0}"),
    QT_TRANSLATE_NOOP("core", "the {1} is taken until clock {0}"),
    QT_TRANSLATE_NOOP("core", "what it reads is not there before clock {0}"),
    QT_TRANSLATE_NOOP("core", "what it writes is still read until clock {0}"),
    QT_TRANSLATE_NOOP("core", "an older instruction writes the same until clock {0}"),
    QT_TRANSLATE_NOOP("core", "the weights are on their way until clock {0}"),
    QT_TRANSLATE_NOOP("core", "the list of what is in flight is full until clock {0}"),
    QT_TRANSLATE_NOOP("core", "halt waits for what is in flight until clock {0}"),
    // the last writer
    QT_TRANSLATE_NOOP("core", "nothing wrote it since clock {0}"),
    QT_TRANSLATE_NOOP("core", "it was there when the history began at clock {0}"),
    QT_TRANSLATE_NOOP("core", "a hand edit at clock {0}"),
    QT_TRANSLATE_NOOP("core", "a transfer that landed at clock {0}"),
    QT_TRANSLATE_NOOP("core", "a transfer started by {0}, landed at clock {1}"),
    QT_TRANSLATE_NOOP("core", "bundle {0} at clock {1}"),
    QT_TRANSLATE_NOOP("core", "bundle {0} ({1})"),
    // what is known of a layer that was put on a chip
    QT_TRANSLATE_NOOP("core", "activation {0}"),
    QT_TRANSLATE_NOOP("core", "values of the first tensor may be anything, NaN included"),
    QT_TRANSLATE_NOOP("core", "values of the first tensor lie between {0} and {1}"),
    QT_TRANSLATE_NOOP("core", "sums may wrap"),
    QT_TRANSLATE_NOOP("core", "requantised with the code {0} for 0"),
    QT_TRANSLATE_NOOP("core", "no 32-bit integer is far enough below values from {0} to {1}"),
    // transfers
    QT_TRANSLATE_NOOP("core", "granules landed; counts on {0}; the engine takes it at clock {1}"),
    QT_TRANSLATE_NOOP("core", "granules landed; counts on {0}; the engine took it at clock {1}"),
};

struct Pattern {
    QRegularExpression words;
    QList<int> places; // which of them each group is
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

} // namespace

const std::vector<QString>& coreSentences() {
    static const std::vector<QString> all = [] {
        std::vector<QString> out;
        for (const char* sentence : kSentences) out.push_back(QString::fromLatin1(sentence));
        // What ties a bundle to the one before it.
        for (const Message* message : {&isa::kReadsOld, &isa::kWriteLost, &isa::kFlowFirst})
            out.push_back(
                QString::fromUtf8(message->text.data(), static_cast<qsizetype>(message->text.size())));
        return out;
    }();
    return all;
}

std::optional<QString> translatedSentence(const QString& english) {
    for (const Pattern& pattern : patterns()) {
        QString out = QCoreApplication::translate("core", pattern.sentence.toUtf8().constData());
        if (out == pattern.sentence) continue; // the window speaks English, or the catalogue lacks it
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
