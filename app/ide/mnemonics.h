// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lw::ide {

// The texts of one menu, each with a letter if there is one ("&Open..."), no letter twice: as many texts
// as possible get one, first letters of words preferred. A text without Latin letters takes the letter of its
// English one in brackets, as is usual for Chinese: "打开(&O)...".
QStringList withMnemonics(const QStringList& texts, const QStringList& english);

// One more text for a menu that has its letters, with one of those left; without, if none of its own is left.
QString withFreeMnemonic(const QString& text, const QString& english, const QStringList& lettered);

// A menu's text as it is written elsewhere: without the mark, and without the letter in brackets.
QString withoutMnemonic(const QString& text);

} // namespace lw::ide
