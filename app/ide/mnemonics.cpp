// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/mnemonics.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QVector>

namespace lw::ide {

namespace {

bool isLetter(QChar c) { return c.unicode() < 0x80 && c.isLetterOrNumber(); }

bool hasLetters(const QString& text) {
    for (const QChar c : text)
        if (isLetter(c)) return true;
    return false;
}

// Positions of a text's letters, beginnings of words first.
QVector<qsizetype> candidates(const QString& text) {
    QVector<qsizetype> begins, others;
    for (qsizetype i = 0; i < text.size(); ++i)
        if (isLetter(text[i])) (i == 0 || !isLetter(text[i - 1]) ? begins : others) << i;
    return begins + others;
}

// Gives each text a letter of its own: if its letter is taken, the holder
// is asked to move (Kuhn's matching).
class Matching {
  public:
    explicit Matching(const QStringList& texts) : m_texts(texts), m_at(texts.size(), -1) {
        for (qsizetype i = 0; i < texts.size(); ++i) {
            m_asked.clear();
            place(i);
        }
    }
    qsizetype at(qsizetype i) const { return m_at[i]; }

  private:
    bool place(qsizetype i) {
        const QVector<qsizetype> all = candidates(m_texts[i]);
        for (const qsizetype at : all)
            if (!m_holder.contains(m_texts[i][at].toLower())) return take(i, at);
        for (const qsizetype at : all) {
            const QChar letter = m_texts[i][at].toLower();
            if (m_asked.contains(letter)) continue;
            m_asked << letter;
            if (place(m_holder[letter])) return take(i, at);
        }
        return false;
    }
    bool take(qsizetype i, qsizetype at) {
        m_holder[m_texts[i][at].toLower()] = i;
        m_at[i] = at;
        return true;
    }

    const QStringList& m_texts;
    QVector<qsizetype> m_at; // place of the letter; -1: none
    QHash<QChar, qsizetype> m_holder;
    QSet<QChar> m_asked;
};

QString withLetterBehind(QString text, QChar letter) {
    const QString mark = QStringLiteral("(&%1)").arg(letter.toUpper());
    const qsizetype dots = text.endsWith(QLatin1String("...")) ? text.size() - 3 : text.size();
    return text.insert(dots, mark);
}

} // namespace

QStringList withMnemonics(const QStringList& texts, const QStringList& english) {
    // A text with only a few Latin letters ("转到 VMEM") also has its letter after it.
    QStringList sources;
    QVector<bool> isInside;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const bool inside = texts[i] == english[i] || (hasLetters(texts[i]) && texts[i][0].unicode() < 0x250);
        isInside << inside;
        sources << (inside ? texts[i] : english[i]);
    }
    const Matching matching(sources);
    QStringList out;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        QString text = texts[i];
        const qsizetype at = matching.at(i);
        if (at >= 0)
            text = isInside[i] ? text.insert(at, QLatin1Char('&')) : withLetterBehind(text, sources[i][at]);
        out << text;
    }
    return out;
}

QString withFreeMnemonic(const QString& text, const QString& english, const QStringList& lettered) {
    QSet<QChar> taken;
    for (const QString& other : lettered)
        if (const qsizetype mark = other.indexOf(QLatin1Char('&')); mark >= 0 && mark + 1 < other.size())
            taken << other[mark + 1].toLower();
    const bool isInside = text == english;
    for (const qsizetype at : candidates(english)) {
        if (taken.contains(english[at].toLower())) continue;
        return isInside ? QString(text).insert(at, QLatin1Char('&')) : withLetterBehind(text, english[at]);
    }
    return text;
}

QString withoutMnemonic(const QString& text) {
    static const QRegularExpression inBrackets(QStringLiteral("\\(&.\\)"));
    return QString(text).remove(inBrackets).remove(QLatin1Char('&'));
}

} // namespace lw::ide
