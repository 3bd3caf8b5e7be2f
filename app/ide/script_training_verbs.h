// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/script_runner.h"

// The verbs of a script about training steps, as ScriptVerb::act.
namespace lw::ide {

QString trainNetwork(ScriptRunner& runner, const QStringList& arguments);
QString useTraining(ScriptRunner& runner, const QStringList& arguments);

} // namespace lw::ide
