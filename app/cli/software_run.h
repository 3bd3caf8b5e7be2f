// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/project/comparison.h"
#include "core/project/software.h"

#include <string>
#include <string_view>

// Software that firmware becomes, run beside it.
namespace lw::cli {

class Arguments;

inline constexpr std::string_view kSoftwareForms[] = {"numpy", "torch", "cpp",
                                                      "graph"}; // as project::languages() has them
enum SoftwareForm : std::size_t { kNumpy, kTorch, kCpp, kGraph };

inline constexpr Option kEngineOptions[] = {
    {.name = "--python",
     .value = "PROGRAM",
     .summary =
         "the Python to run software with (default: python3, or else /usr/bin/python3, whichever has what it needs)"},
    {.name = "--compiler", .value = "PROGRAM", .summary = "the compiler of C++ (default g++)"},
};
inline constexpr Option kVerdictOptions[] = {
    {.name = "--software",
     .value = "numpy|torch|cpp",
     .summary = "write software to FOLDER/software, run it beside the firmware, and compare their bits"},
};

// What is written where, and by what it runs.
struct SoftwareRequest {
    std::size_t form = kNumpy;
    std::string folder, module;
    project::Tools tools{}; // without a Python: the first that has what the software needs
};
// Of --python and --compiler.
void readEngines(const Arguments& arguments, SoftwareRequest& request);

// Runs the software that was written and the machine, which has not run yet, and says whether every number
// on the way has the same bits; where not, the first one and which mistake gives it.
Result<Exit> compareSoftware(const project::Software& software, const program::Program& program,
                             machine::Machine& machine, const SoftwareRequest& request, Console& console);

} // namespace lw::cli
