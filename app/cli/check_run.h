// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/check_file.h"
#include "app/cli/console.h"
#include "core/machine/machine.h"

#include <string>
#include <vector>

namespace lw::cli {

// Where a case's files are. Nothing outside of the roots is read, also not through links or "..".
struct CheckFolder {
    std::string path; // names in the case count from here
    std::string root; // this folder or one around it
};
struct CheckFolders {
    CheckFolder program;  // of programs, inputs and what they include
    CheckFolder expected; // of expected tensors; another folder for hidden checks
};

struct CheckLimits {
    double seconds = 1e18;                           // of the host, for one case
    std::uint64_t residentBytes = machine::kForever; // of the whole process
};

struct CheckResult {
    std::string name;
    bool passed = false;
    bool interrupted = false;
    std::vector<std::string> failures; // one sentence each
    std::vector<std::string> warnings; // likewise; they do not count
    double points = 0;
    double seconds = 0;
    std::uint64_t clocks = 0, bundles = 0, bytes = 0;
    bool clocksMeaningful = true; // not in the DMA modes that do not follow the clock
};

// Runs one case from scratch.
// Whatever is wrong with the program or its result is a failure, never an end of lw.
CheckResult runCheck(const CheckCase& check, const CheckFolders& folders, const CheckLimits& limits,
                     Console& console);

// The results as a JUnit file: a test suite for each check file.
struct CheckSuite {
    std::string file;
    std::vector<CheckResult> results;
};
std::string junitText(const std::vector<CheckSuite>& suites);

} // namespace lw::cli
