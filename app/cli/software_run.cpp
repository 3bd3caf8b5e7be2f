// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/software_run.h"

#include "app/cli/arguments.h"
#include "app/cli/child_process.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/run_loop.h"
#include "core/project/find_python.h"

namespace lw::cli {

void readEngines(const Arguments& arguments, SoftwareRequest& request) {
    request.tools.python = arguments.value("--python").value_or("");
    request.tools.compiler = arguments.value("--compiler").value_or(request.tools.compiler);
}

Result<Exit> compareSoftware(const project::Software& software, const program::Program& program,
                             machine::Machine& machine, const SoftwareRequest& request, Console& console) {
    const project::Observed firmware = project::observe(software, machine);
    if (firmware.stop.fault) {
        const RunEnd end{firmware.stop};
        console.line(stopText(machine, end));
        return exitOf(end);
    }
    project::forgetValues(request.folder);
    const project::Language& language = project::languages()[request.form];
    project::Tools tools = request.tools;
    if (tools.python.empty() && language.ending.ends_with(".py")) {
        LW_TRY(tools.python, project::pythonWith(language.name, [](const std::vector<std::string>& command) {
                   return bool(runProgram(command));
               }));
    }
    const auto commands = project::commandsFor(language, request.folder, request.module, tools);
    for (const std::vector<std::string>& command : commands) {
        LW_TRY([[maybe_unused]] const Done ran, runProgram(command));
    }
    LW_TRY(const project::SoftwareValues values, project::valuesIn(request.folder, firmware));
    const project::Comparison found = project::compare(software, program, firmware, values);
    console.document()["numbers"] = found.numbers;
    console.document()["equal"] = found.equal;
    console.line((found.first ? std::string("other bits: ") : std::string("equal bits: ")) +
                 groupedText(found.equal) + " of " + groupedText(found.numbers) + " numbers on the way" +
                 (found.first ? "" : ", and " + countText(found.vectors, "vector") + " to the network"));
    if (!found.first) return Exit::Pass;
    const std::string said = project::textOf(*found.first, software);
    console.line("first difference: " + said);
    console.document()["firstDifference"] = said;
    for (const std::string& line : found.why.lines) console.line("  " + line);
    console.document()["ulp"] = found.why.ulp;
    if (found.why.trap) console.document()["trap"] = std::string(concord::wordsOf(*found.why.trap).name);
    return Exit::CheckFailed;
}

} // namespace lw::cli
