// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/source_texts.h"

#include <QDirIterator>
#include <QFile>

#include <algorithm>

namespace lw::tests {

namespace {

class Reader {
  public:
    explicit Reader(const QString& source) : m_source(source) {}

    QVector<SourceText> read() {
        while (m_at < m_source.size()) step();
        return m_out;
    }

  private:
    struct Open {
        QString name;
        int argument = 0;
    };

    QChar here(qsizetype ahead = 0) const {
        return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : QChar();
    }
    void skipLine() {
        while (m_at < m_source.size() && here() != QLatin1Char('\n')) ++m_at;
    }
    void skipTo(const QString& end) {
        const qsizetype found = m_source.indexOf(end, m_at);
        const qsizetype stop = found < 0 ? m_source.size() : found + end.size();
        m_line += static_cast<int>(m_source.mid(m_at, stop - m_at).count(QLatin1Char('\n')));
        m_at = stop;
    }
    void step() {
        const QChar c = here();
        if (c == QLatin1Char('\n')) {
            ++m_line;
            ++m_at;
        } else if (c.isSpace()) {
            ++m_at;
        } else if (c == QLatin1Char('/') && here(1) == QLatin1Char('/')) {
            skipLine();
        } else if (c == QLatin1Char('/') && here(1) == QLatin1Char('*')) {
            skipTo(QStringLiteral("*/"));
        } else if (m_source.mid(m_at, 8) == QLatin1String("#include")) {
            skipLine();
        } else if (c == QLatin1Char('R') && here(1) == QLatin1Char('"')) {
            skipTo(QStringLiteral(")\""));
        } else if (c == QLatin1Char('"')) {
            addText();
        } else if (c == QLatin1Char('\'')) {
            m_at += here(1) == QLatin1Char('\\') ? 4 : 3;
        } else if (c.isLetterOrNumber() || c == QLatin1Char('_')) {
            word();
        } else {
            sign(c);
        }
    }
    void word() {
        m_word.clear();
        // A digit separator belongs to its number.
        while (here().isLetterOrNumber() || here() == QLatin1Char('_') ||
               (here() == QLatin1Char('\'') && m_word[0].isDigit()))
            m_word += m_source[m_at++];
        m_joins = false;
    }
    void sign(QChar c) {
        if (c == QLatin1Char('(') || c == QLatin1Char('{') || c == QLatin1Char('[')) {
            m_open.append({m_word, 0});
        } else if (c == QLatin1Char(')') || c == QLatin1Char('}') || c == QLatin1Char(']')) {
            if (!m_open.isEmpty()) m_open.removeLast();
        } else if (c == QLatin1Char(',') && !m_open.isEmpty()) {
            ++m_open.last().argument;
        }
        m_word.clear();
        m_joins = false;
        ++m_at;
    }
    void addText() {
        QByteArray text;
        for (++m_at; m_at < m_source.size() && here() != QLatin1Char('"'); ++m_at) {
            QChar c = here();
            if (c == QLatin1Char('\\')) {
                c = m_source[++m_at];
                c = c == QLatin1Char('n') ? QLatin1Char('\n') : c == QLatin1Char('t') ? QLatin1Char('\t') : c;
            }
            text += QString(c).toUtf8();
        }
        ++m_at;
        if (m_joins) {
            m_out.last().text += QString::fromUtf8(text);
            return;
        }
        SourceText out{QString::fromUtf8(text), {}, m_open.isEmpty() ? 0 : m_open.last().argument, m_line};
        for (const Open& open : m_open) out.within << open.name;
        m_out.append(out);
        m_joins = true;
        m_word.clear();
    }

    QString m_source;
    qsizetype m_at = 0;
    int m_line = 1;
    QString m_word;       // the name just read
    bool m_joins = false; // a string just read: the next one is its continuation
    QVector<Open> m_open;
    QVector<SourceText> m_out;
};

} // namespace

QVector<SourceText> textsIn(const QString& source) { return Reader(source).read(); }

QStringList sourcesBelow(const QString& folder) {
    QStringList out;
    const QString root = QStringLiteral(LW_ROOT "/");
    QDirIterator files(root + folder, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) out << files.next().mid(root.size());
    std::sort(out.begin(), out.end());
    return out;
}

QString readSource(const QString& path) {
    QFile file(QStringLiteral(LW_ROOT "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace lw::tests
