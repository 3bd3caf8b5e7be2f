// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QString>
#include <QVector>

#include <cstdint>
#include <optional>

namespace lw::editor {

enum class Encoding : std::uint8_t { Utf8, Gb18030, Latin1, Utf16 };

// How a text is stored in its file. In the editor it is UTF-8, without a byte order mark, and its lines end
// with LF unless the file's line ends are mixed.
struct TextForm {
    Encoding encoding = Encoding::Utf8;
    bool hasMark = false; // of the order of bytes; UTF-16 always has one
    bool isBigEndian = false;
    bool endsWithCrLf = false; // every line
    bool operator==(const TextForm&) const = default;
};

struct DecodedText {
    QString text;
    TextForm form;
};

// The text that the bytes are in that encoding. Nothing: they are not one, because encoding it would not give
// the same bytes again, or because it would contain a NUL, which no text does.
std::optional<DecodedText> decoded(const QByteArray& bytes, Encoding encoding);
// Nothing: the encoding lacks a character of the text.
std::optional<QByteArray> encoded(const QString& text, const TextForm& form);
// A text from a file in the form used in the editor.
QString inEditor(QString text);
// The encodings other than UTF-8 in which the bytes are a text.
QVector<Encoding> encodingsOf(const QByteArray& bytes);

// "GB18030", for messages and buttons; the result of nameOf() can be read back.
QString nameOf(Encoding encoding);
std::optional<Encoding> encodingNamed(const QString& name);

// Only for looking at: what is not UTF-8 is replaced, and each NUL is drawn as a sign.
QString roughText(const QByteArray& bytes);
// The first bytes in hexadecimal and as letters, sixteen in a line.
QString bytesAsText(const QByteArray& bytes);
// The line, from 1, of the first byte that is not UTF-8 or is NUL.
int firstBadLine(const QByteArray& bytes);

} // namespace lw::editor
