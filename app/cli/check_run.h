// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/check_children.h"
#include "app/cli/check_file.h"
#include "app/cli/console.h"
#include "core/source/guard.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lw::cli {

// Where files are. Nothing outside the root is read, not even through links or "..".
struct CheckFolder {
    std::string path; // names in the case count from here
    std::string root; // this folder or one around it
};
struct CheckFolders {
    CheckFolder program;            // for programs, what they include and what they name
    source::Guard guard;            // for these files
    CheckFolder expected;           // for expected tensors
    std::vector<CheckFolder> given; // for inputs and machine files: the first one that has the file counts
    bool mayNameMachine = true;     // whether a program may name a machine file of its own
};

// Runs one case from scratch, in this process.
// Whatever is wrong with the program or its result is a failure, never an end of lw.
CheckResult runCheck(const CheckCase& check, const CheckFolders& folders, const CheckLimits& limits,
                     Console& console);

// A file that a check gives. E104 if no folder has it, or the reason why the first one that does refuses it.
Result<std::string> givenFile(const std::vector<CheckFolder>& folders, const std::string& name);
// At most its first `bytes` bytes.
std::string givenBeginning(const std::vector<CheckFolder>& folders, const std::string& name,
                           std::size_t bytes);

} // namespace lw::cli
