// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/check_run.h"
#include "app/cli/console.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lw::cli {

// The cases of a check file, for one submission or for the folder that the file lies in.
struct CheckSuite {
    std::string
        submission; // or, of hidden checks, the other check file; empty: the file checks its own folder
    std::string file;
    bool isHidden = false; // what it expects is not said
    std::shared_ptr<const CheckFile> checks;
    CheckFolders folders;
    std::vector<std::optional<CheckResult>> results{}; // by case

    bool isDone() const;
    // "alice", "alice, hidden.json" or "task/check.json"
    std::string title() const;
};

struct CheckPlan {
    bool isGraded = false;
    std::vector<CheckSuite> suites; // of a submission beside each other
    std::size_t wrongFiles =
        0; // check files, or cases of them, that count for nobody; they have been reported
};

// What is to be run. Check files that are wrong are reported and left out; a problem that comes back is one
// of the command line.
Result<CheckPlan> planChecks(const Arguments& arguments, Console& console);

} // namespace lw::cli
