// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/script_firmware_verbs.h"

#include "app/ide/workspace_page.h"
#include "widgets/firmware/differences_view.h"

#include <QFileInfo>

namespace lw::ide {

QString planFirmware(ScriptRunner& runner, const QStringList& arguments) {
    if (arguments.isEmpty()) return ScriptRunner::tr("needs a network");
    firmware::PlanRequest request{.network = runner.fileOf(arguments[0])};
    if (arguments.value(1) != QLatin1String("auto")) request.machine = arguments.value(1);
    if (arguments.size() > 2) request.input = runner.fileOf(arguments[2]);
    runner.window().planFirmware(request);
    return {};
}

// language NAME: its software is shown; compare: it is run beside the firmware; make: what is planned
// becomes firmware; with FILE: what another one gives to the network is set beside it, in Differences.
QString useFirmware(ScriptRunner& runner, const QStringList& arguments) {
    firmware::FirmwareDesk& desk = runner.window().firmware();
    const QString what = arguments.value(0), word = arguments.value(1);
    if (what == QLatin1String("make")) {
        if (!runner.window().processor().planned()) return ScriptRunner::tr("no firmware is planned");
        runner.window().processor().make();
        return {};
    }
    if (!desk.facts()) return ScriptRunner::tr("no firmware is loaded that software is made of");
    if (what == QLatin1String("compare")) {
        desk.compare();
        return {};
    }
    if (what == QLatin1String("with")) {
        auto* view = qobject_cast<firmware::DifferencesView*>(
            runner.window().page(Workspace::Firmware)->raiseView(QStringLiteral("differences")));
        if (!view) return ScriptRunner::tr("no firmware is loaded that software is made of");
        const QString other = runner.fileOf(word);
        if (!QFileInfo::exists(other)) return ScriptRunner::tr("there is no firmware %1").arg(other);
        view->compareWith(other);
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
