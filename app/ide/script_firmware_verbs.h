// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/script_runner.h"

// The verbs of a script about firmware and its software, as ScriptVerb::act.
namespace lw::ide {

QString planFirmware(ScriptRunner& runner, const QStringList& arguments);
QString useFirmware(ScriptRunner& runner, const QStringList& arguments);

} // namespace lw::ide
