// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

// The commands' functions, one per file.
namespace lw::cli {

Result<Exit> runConfig(const Arguments& arguments, Console& console);
Result<Exit> runIsa(const Arguments& arguments, Console& console);
Result<Exit> runExplain(const Arguments& arguments, Console& console);

} // namespace lw::cli
