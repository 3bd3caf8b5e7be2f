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

// The cases of a check file, for one submission or for the folder that contains the file. Names are in the
// form in which they may be printed on a line, and different ones are different texts.
struct CheckSuite {
    std::string subject;   // what is checked: a submission, or a check file that checks its own folder
    std::string file;      // with the cases
    bool isHidden = false; // what it expects is not shown
    std::string refusal{}; // why nothing of it is run: every case has failed
    std::shared_ptr<const CheckFile> checks;
    CheckFolders folders;
    std::vector<std::optional<CheckResult>> results{}; // by case

    bool isDone() const;
    // "alice", "alice, hidden.json" or "task/check.json"
    std::string title() const;
    // Of all suites of a subject, and of no other: two folders may be called the same.
    std::string key() const;
};

// What lies among submissions and is none.
struct NotGraded {
    std::string name, why; // as a submission's
};

struct CheckPlan {
    bool isGraded = false;
    std::vector<NotGraded> notGraded;
    std::vector<CheckSuite> suites; // those of one subject beside each other
    // Check files, or cases in them, that count for nobody; they have been reported.
    std::size_t wrongFiles = 0;
};

// What is to be run. Wrong check files are reported and left out; a problem returned is one
// of the command line.
Result<CheckPlan> planChecks(const Arguments& arguments, Console& console);

} // namespace lw::cli
