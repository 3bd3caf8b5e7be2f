// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/script_firmware_verbs.h"

namespace lw::ide {

// language NAME: its software is shown; compare: it is run beside the firmware.
QString useFirmware(ScriptRunner& runner, const QStringList& arguments) {
    firmware::FirmwareDesk& desk = runner.window().firmware();
    const QString what = arguments.value(0), word = arguments.value(1);
    if (!desk.facts()) return ScriptRunner::tr("no firmware is loaded that software is made of");
    if (what == QLatin1String("compare")) {
        desk.compare();
        return {};
    }
    const auto languages = project::languages();
    for (std::size_t i = 0; i < languages.size() && what == QLatin1String("language"); ++i)
        if (languages[i].name == word.toStdString()) {
            desk.chooseLanguage(i);
            return {};
        }
    return ScriptRunner::tr("firmware cannot do %1").arg(arguments.join(QLatin1Char(' ')));
}

} // namespace lw::ide
