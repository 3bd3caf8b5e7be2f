// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <QString>

#include <string_view>

namespace lw::session {

// The core speaks English and knows no Qt. What of its texts is in the catalogue (context "core", listed in
// resources/translations/core_texts.h) is shown in the window's language, the rest as it is.
QString coreText(std::string_view english);

// A message in the window's language with its arguments put in; the arguments stay as the core gave them.
QString problemText(const Problem& problem);
QString noteText(const Note& note);

} // namespace lw::session
