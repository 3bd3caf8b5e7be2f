// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/script_runner.h"

// The verb of a script about firmware and its software, as ScriptVerb::act.
namespace lw::ide {

QString useFirmware(ScriptRunner& runner, const QStringList& arguments);

} // namespace lw::ide
