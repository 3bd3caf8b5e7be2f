// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/text_form.h"

#include <QStringDecoder>
#include <QStringEncoder>

#include <algorithm>
#include <array>
#include <cstddef>

namespace lw::editor {

namespace {

constexpr qsizetype kMostDumped = 64 * 1024;

struct Row {
    Encoding encoding;
    const char* name; // Qt's, and what people read
};
constexpr std::array<Row, 4> kEncodings{{{Encoding::Utf8, "UTF-8"},
                                         {Encoding::Gb18030, "GB18030"},
                                         {Encoding::Latin1, "ISO-8859-1"},
                                         {Encoding::Utf16, "UTF-16"}}};

const char* nameIn(const TextForm& form) {
    if (form.encoding == Encoding::Utf16) return form.isBigEndian ? "UTF-16BE" : "UTF-16LE";
    return kEncodings[static_cast<std::size_t>(form.encoding)].name;
}

// The bytes at the beginning of a file in that form, if it has a mark.
QByteArray markOf(const TextForm& form) {
    if (form.encoding == Encoding::Utf16)
        return form.isBigEndian ? QByteArray("\xfe\xff", 2) : QByteArray("\xff\xfe", 2);
    return QByteArray("\xef\xbb\xbf", 3);
}

// Whether every line end is CR LF, and there is one.
bool allCrLf(const QString& text) {
    const qsizetype pairs = text.count(QLatin1String("\r\n"));
    return pairs != 0 && text.count(QLatin1Char('\n')) == pairs && text.count(QLatin1Char('\r')) == pairs;
}

std::optional<TextForm> formOf(const QByteArray& bytes, Encoding encoding) {
    TextForm form{.encoding = encoding};
    if (encoding == Encoding::Utf16) {
        form.hasMark = true;
        form.isBigEndian = bytes.startsWith("\xfe\xff");
        if (!bytes.startsWith(markOf(form))) return {}; // anything could be UTF-16
    } else if (encoding == Encoding::Utf8) {
        form.hasMark = bytes.startsWith(markOf(form));
    }
    return form;
}

} // namespace

std::optional<DecodedText> decoded(const QByteArray& bytes, Encoding encoding) {
    auto form = formOf(bytes, encoding);
    if (!form) return {};
    QStringDecoder decoder(nameIn(*form),
                           QStringConverter::Flag::Stateless | QStringConverter::Flag::ConvertInitialBom);
    if (!decoder.isValid()) return {}; // a Qt without ICU
    QString text = decoder(form->hasMark ? bytes.mid(markOf(*form).size()) : bytes);
    if (decoder.hasError() || text.contains(QChar::Null)) return {};
    form->endsWithCrLf = allCrLf(text);
    if (form->endsWithCrLf) text.remove(QLatin1Char('\r'));
    if (encoded(text, *form) != bytes) return {};
    return DecodedText{std::move(text), *form};
}

std::optional<QByteArray> encoded(const QString& text, const TextForm& form) {
    QStringEncoder encoder(nameIn(form), QStringConverter::Flag::Stateless);
    if (!encoder.isValid()) return {};
    QString out = text;
    if (form.endsWithCrLf) out.replace(QLatin1Char('\n'), QLatin1String("\r\n"));
    const QByteArray bytes = encoder(out);
    // Not every encoder of Qt reports that it wrote a question mark instead.
    QStringDecoder decoder(nameIn(form),
                           QStringConverter::Flag::Stateless | QStringConverter::Flag::ConvertInitialBom);
    if (const QString back = decoder(bytes); back != out) return {};
    return form.hasMark ? markOf(form) + bytes : bytes;
}

QString inEditor(QString text) {
    if (text.startsWith(QChar::ByteOrderMark)) text.remove(0, 1);
    return allCrLf(text) ? text.remove(QLatin1Char('\r')) : text;
}

QVector<Encoding> encodingsOf(const QByteArray& bytes) {
    QVector<Encoding> out;
    for (const Encoding one : {Encoding::Utf16, Encoding::Gb18030, Encoding::Latin1})
        if (decoded(bytes, one)) out << one;
    return out;
}

QString nameOf(Encoding encoding) {
    return QString::fromLatin1(kEncodings[static_cast<std::size_t>(encoding)].name);
}

std::optional<Encoding> encodingNamed(const QString& name) {
    for (const Row& row : kEncodings)
        if (name == QLatin1String(row.name)) return row.encoding;
    return {};
}

QString roughText(const QByteArray& bytes) {
    return QString::fromUtf8(bytes).replace(QChar::Null, QChar(0x2400));
}

QString bytesAsText(const QByteArray& bytes) {
    QString out;
    const qsizetype end = std::min(bytes.size(), kMostDumped);
    for (qsizetype at = 0; at < end; at += 16) {
        const QByteArray row = bytes.mid(at, std::min<qsizetype>(16, end - at));
        QString letters;
        for (const char byte : row)
            letters += byte >= ' ' && byte < 0x7f ? QLatin1Char(byte) : QLatin1Char('.');
        out += QStringLiteral("%1  %2  %3\n")
                   .arg(at, 8, 16, QLatin1Char('0'))
                   .arg(QString::fromLatin1(row.toHex(' ')), -47)
                   .arg(letters);
    }
    if (end < bytes.size())
        out += QCoreApplication::translate("lw::editor::Document", "%1 more bytes").arg(bytes.size() - end);
    return out;
}

int firstBadLine(const QByteArray& bytes) {
    QStringDecoder decoder(QStringConverter::Utf8, QStringConverter::Flag::Stateless);
    int line = 0;
    for (qsizetype from = 0; from <= bytes.size();) { // no character of UTF-8 but LF itself contains its byte
        ++line;
        const qsizetype found = bytes.indexOf('\n', from), end = found < 0 ? bytes.size() : found;
        const QString text = decoder(QByteArrayView(bytes).sliced(from, end - from));
        if (decoder.hasError() || text.contains(QChar::Null)) return line;
        from = end + 1;
    }
    return line;
}

} // namespace lw::editor
