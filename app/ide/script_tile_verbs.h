// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/script_runner.h"

// The verbs of a script about tiles, as ScriptVerb::act.
namespace lw::ide {

QString tileNetwork(ScriptRunner& runner, const QStringList& arguments);
QString useTiles(ScriptRunner& runner, const QStringList& arguments);

} // namespace lw::ide
