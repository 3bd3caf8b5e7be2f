// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lw::session {

// Sentences of the core with names in them that are not known beforehand: {0}, {1} ... represent the names of
// registers, units and flags, instructions, and other sentences. Each is in the catalogue.
const std::vector<QString>& coreSentences();

// `english` in the window's language if it is one of the sentences and that language has it; the texts in
// its places are translated in turn.
std::optional<QString> translatedSentence(const QString& english);

} // namespace lw::session
