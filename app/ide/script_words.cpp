// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/script_words.h"

#include "app/ide/script_runner.h"

namespace lw::ide {

QString needs(const QStringList& arguments, qsizetype count) {
    return arguments.size() == count ? QString() : ScriptRunner::tr("takes %1 words").arg(count);
}

std::optional<std::uint64_t> numberIn(const QString& text, std::uint64_t most) {
    bool isNumber = false;
    const qulonglong number = text.toULongLong(&isNumber);
    return isNumber && number <= most ? std::optional<std::uint64_t>(number) : std::nullopt;
}

QString notANumber(const QString& text) {
    return ScriptRunner::tr("%1 is not a valid number here").arg(text);
}

} // namespace lw::ide
