// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/software_run.h"

#include <string>

// lw concord of a graph that was saved, or of an op stream that something else has written.
namespace lw::cli {

bool isGraphFile(const std::string& path);
Result<Exit> runGraphFile(const std::string& path, const SoftwareRequest& request, const Arguments& arguments,
                          Console& console);

} // namespace lw::cli
