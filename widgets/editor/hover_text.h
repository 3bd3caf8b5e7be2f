// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/source_book.h"
#include "widgets/session/frame.h"

#include <QString>
#include <QStringList>

namespace lw::editor {

// What is known about the word at a place: how it is written, what it means, its present value.
struct HoverText {
    QString title;        // in the program's font
    QString value;        // at the stop shown; empty without one
    QStringList lines;    // sentences
    QStringList encoding; // "d: bits 9:5"
    bool isEmpty() const { return title.isEmpty() && lines.isEmpty(); }
};

// `frame` may be null: nothing is loaded, so nothing has a value.
HoverText hoverAt(const std::string& text, std::size_t at, const QString& path, const SourceBook& book,
                  const session::Frame* frame);

// What the word at a place is about, in words that a manual knows: "insn/vector.mov", "r3", ".tensor".
QStringList topicsOfWord(const std::string& text, std::size_t at, const QString& path,
                         const SourceBook& book);

// The value of a name or register; the first cells if it has many. Empty when it has none.
QString valueOf(const std::string& name, const session::Frame& frame);

} // namespace lw::editor
