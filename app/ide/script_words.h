// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <limits>
#include <optional>

// How verbs of a script read their words. Texts say what is wrong.
namespace lw::ide {

QString needs(const QStringList& arguments, qsizetype count); // empty: there are that many
// Anything other than a number up to `most` ends the script; it does not count as 0.
std::optional<std::uint64_t> numberIn(const QString& text,
                                      std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
QString notANumber(const QString& text);

} // namespace lw::ide
