// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/core_text.h"

#include <QCoreApplication>

#include <string>

namespace lw::session {

namespace {

QString filled(const Message& message, const std::vector<std::string>& arguments) {
    const std::string text = coreText(message.text).toStdString();
    Message translated = message;
    translated.text = text;
    return QString::fromStdString(lw::textOf(translated, arguments));
}

} // namespace

QString coreText(std::string_view english) {
    return QCoreApplication::translate("core", std::string(english).c_str());
}

QString problemText(const Problem& problem) { return filled(*problem.message, problem.arguments); }
QString noteText(const Note& note) { return filled(*note.message, note.arguments); }

} // namespace lw::session
