// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

// The commands' functions, one per file.
namespace lw::cli {

Result<Exit> runAsm(const Arguments& arguments, Console& console);
Result<Exit> runCheckCommand(const Arguments& arguments, Console& console);
Result<Exit> runConcord(const Arguments& arguments, Console& console);
Result<Exit> runDiff(const Arguments& arguments, Console& console);
Result<Exit> runDis(const Arguments& arguments, Console& console);
Result<Exit> runFmt(const Arguments& arguments, Console& console);
Result<Exit> runNnp(const Arguments& arguments, Console& console);
Result<Exit> runRecompute(const Arguments& arguments, Console& console);
Result<Exit> runRf(const Arguments& arguments, Console& console);
Result<Exit> runRun(const Arguments& arguments, Console& console);
Result<Exit> runScene(const Arguments& arguments, Console& console);
Result<Exit> runStats(const Arguments& arguments, Console& console);
Result<Exit> runTile(const Arguments& arguments, Console& console);
Result<Exit> runStride(const Arguments& arguments, Console& console);
Result<Exit> runStep(const Arguments& arguments, Console& console);
Result<Exit> runTrain(const Arguments& arguments, Console& console);
Result<Exit> runTrace(const Arguments& arguments, Console& console);
Result<Exit> runWhy(const Arguments& arguments, Console& console);
Result<Exit> runConfig(const Arguments& arguments, Console& console);
Result<Exit> runIsa(const Arguments& arguments, Console& console);
Result<Exit> runManual(const Arguments& arguments, Console& console);
Result<Exit> runNet(const Arguments& arguments, Console& console);
Result<Exit> runNumber(const Arguments& arguments, Console& console);
Result<Exit> runExplain(const Arguments& arguments, Console& console);

} // namespace lw::cli
