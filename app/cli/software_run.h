// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/project/comparison.h"
#include "core/project/software.h"

#include <string>
#include <string_view>
#include <vector>

// Software that firmware becomes, run beside it.
namespace lw::cli {

class Arguments;

// As project::languages() has them.
inline constexpr std::string_view kSoftwareForms[] = {"numpy", "torch", "cpp", "tensorflow", "graph"};
enum SoftwareForm : std::size_t { kNumpy, kTorch, kCpp, kTensorflow, kGraph };

inline constexpr Option kConcordOptions[] = {
    {.name = "--to", .value = "numpy|torch|cpp|tensorflow|graph", .summary = "what to write (default numpy)"},
    {.name = "--output",
     .value = "FOLDER",
     .summary = "write it there",
     .letter = 'o',
     .output = Output::Path},
    {.name = "--run", .summary = "run the software beside the firmware, and compare their bits"},
    {.name = "--compare",
     .value = "FILE.npy",
     .summary = "the same over the inputs that its first axis counts, and layer by layer against float64"},
    {.name = "--no-quantise",
     .summary = "the software rounds nothing to blocks: what is lost by forgetting that"},
    {.name = "--float64",
     .summary = "write the same in float64 with nothing rounded; --run compares it with lw's own float64"},
    {.name = "--against", .value = "FILE.npz", .summary = "compare with these values, by names of hints"},
    {.name = "--map",
     .value = "FILE",
     .summary =
         "what they are called there: {\"name\": \"array\"} or {\"name\": {\"array\": \"array\", \"layout\": \"nchw\"}}"},
};
inline constexpr Option kEngineOptions[] = {
    {.name = "--python",
     .value = "PROGRAM",
     .summary =
         "the Python to run software with (default: python3, or else /usr/bin/python3, whichever has what it needs)"},
    {.name = "--compiler", .value = "PROGRAM", .summary = "the compiler of C++ (default g++)"},
    {.name = "--stand-in",
     .summary = "run software in TensorFlow by the stand-in on NumPy, also where TensorFlow is installed"},
};
inline constexpr Option kVerdictOptions[] = {
    {.name = "--software",
     .value = "numpy|torch|cpp|tensorflow",
     .summary = "write software to FOLDER/software, run it beside the firmware, and compare their bits"},
};

// What is written where, and by what it runs.
struct SoftwareRequest {
    std::size_t form = kNumpy;
    std::string folder, module;
    project::Tools tools{};          // without a Python: the first that has what the software needs
    std::vector<std::string> more{}; // words for the software
};
// Of --python, --compiler, --stand-in (E395) and --no-quantise.
Outcome readEngines(const Arguments& arguments, SoftwareRequest& request);

Outcome runAll(const std::vector<std::vector<std::string>>& commands);
// With the Python that has what the software needs.
Result<project::Tools> toolsOf(const SoftwareRequest& request);
// What a verdict ends with where software in TensorFlow was not run by TensorFlow.
std::string standInText(bool isStandIn);
// The first number that differs, and why.
void printFirst(const project::Software& software, const project::Comparison& found, const std::string& where,
                Console& console);

// Runs the software that was written and the machine, which has not run yet, and says whether every number
// on the way has the same bits; where not, the first one and which mistake gives it.
Result<Exit> compareSoftware(const project::Software& software, const program::Program& program,
                             machine::Machine& machine, const SoftwareRequest& request, Console& console);

// The same with what was observed before, or what a graph gives.
Result<Exit> compareWith(const project::Observed& firmware, const project::Software& software,
                         const program::Program& program, const SoftwareRequest& request, Console& console);

} // namespace lw::cli
