// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/prepared_run.h"

#include <string>

namespace lw::cli {

// What a run was made from and what came out, for anyone who wants to repeat it: hashes of program, machine,
// sources and inputs, the version, the modes, the kernel, and the hash of the state at the end.
Outcome writeManifest(const std::string& path, PreparedRun& run, const RunEnd& end);

} // namespace lw::cli
