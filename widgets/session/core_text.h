// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string_view>

namespace lw::session {

// The core speaks English and does not know Qt. Those of its texts that are in the catalogue (context "core",
// listed in resources/translations/core_texts.h) are shown in the window's language, the rest as they are.
// Numbers in it need not be listed: "3 of 16" is looked up as "{0} of {1}". Sentences with names in them are
// in core_sentence.h. Clocks are written as by counted(), in every language.
QString coreText(std::string_view english);
// Numbers (except in a name such as v3) replaced by {0}, {1} ..., and put into `numbers`.
QString withoutNumbers(const QString& text, QStringList* numbers = nullptr);
// The text of machine::bundleText: "bundle 7 (loop+2)", the label as it is.
QString bundleText(std::string_view english);

// A message in the window's language with its arguments filled in; the arguments stay as the core gave them.
QString problemText(const Problem& problem);
QString noteText(const Note& note);
// For somebody who sees nothing else: where it is, the message, its notes and what to do, on a
// line each.
QString wholeText(const Problem& problem);

// A count or a clock as text, in groups of three digits, the same in every language: 12,345.
QString counted(std::uint64_t number);
// "1 clock", "1,910 clocks".
QString clocksText(std::uint64_t clocks);

} // namespace lw::session
