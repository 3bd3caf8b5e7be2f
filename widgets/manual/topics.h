// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QStringList>
#include <QWidget>

// What somebody asks about with F1, and what a hint explains: words to look up, the most telling first.
namespace lw::manual {

// About the heading below the mouse, otherwise about what has the focus: the word or the problem at the
// caret, the selected part of the chip, the current row of a table. `cursor` in screen coordinates.
QStringList topicsAt(QWidget* focus, const QPoint& cursor);

// About a short text, such as a heading or the name of a unit: itself, then the terms in it.
QStringList topicsOf(const QString& text);

// The terms of a short text as a tool tip: "**MXU**, matrix unit: ...". Empty when it has none.
QString explanationOf(const QString& text);

} // namespace lw::manual
