// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "core/program/lint.h"

namespace lw::cli {

// The options of every command that shows warnings about a program.
inline constexpr Option kWarningOptions[] = {
    {.name = "--no-warning",
     .value = "CODE",
     .summary = "keep quiet about warnings of this code",
     .repeated = true},
    {.name = "--no-warnings", .summary = "keep quiet about all warnings"},
};

// Makes the console suppress what is switched off, and returns which lints are not needed because of that.
Result<program::LintOptions> lintOptionsOf(const Arguments& arguments, Console& console);

} // namespace lw::cli
