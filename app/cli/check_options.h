// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

namespace lw::cli {

inline constexpr Option kCheckOptions[] = {
    {.name = "--checks",
     .value = "FILE",
     .summary = "grade: each FOLDER is a submission, and cases, points and limits come from this file alone"},
    {.name = "--each", .summary = "grade: every direct subfolder of FOLDER is a submission"},
    {.name = "--hidden",
     .value = "FILE",
     .summary = "also the checks of this file, without saying what they expect"},
    {.name = "--jobs", .value = "N", .summary = "run N cases at once (default 1)"},
    {.name = "--junit",
     .value = "FILE",
     .summary = "write the results as JUnit XML, after every submission anew",
     .output = Output::Path},
    {.name = "--results", .value = "FILE", .summary = "likewise as JSON", .output = Output::Path},
    {.name = "--csv",
     .value = "FILE",
     .summary = "likewise as a table: a line for each case",
     .output = Output::Path},
    {.name = "--html",
     .value = "FILE",
     .summary = "likewise as a page: submissions by cases, with their messages",
     .output = Output::Path},
    {.name = "--limit-seconds", .value = "X", .summary = "for each case, besides its own limit"},
    {.name = "--limit-memory",
     .value = "MIB",
     .summary = "for each case (default 4096 with --checks, else what there is)"},
};

} // namespace lw::cli
