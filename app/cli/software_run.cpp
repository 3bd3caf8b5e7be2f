// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/software_run.h"

#include "app/cli/arguments.h"
#include "app/cli/child_process.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/run_loop.h"

namespace lw::cli {

Outcome readEngines(const Arguments& arguments, SoftwareRequest& request) {
    request.tools.python = arguments.value("--python").value_or("");
    request.tools.compiler = arguments.value("--compiler").value_or(request.tools.compiler);
    request.tools.isStandIn = arguments.has("--stand-in");
    if (request.tools.isStandIn && request.form != kTensorflow)
        return Problem{&messages::kNoStandIn, {std::string(kSoftwareForms[request.form])}, {}, {}, {}};
    if (!arguments.offers("--no-quantise") || !arguments.has("--no-quantise")) return Done{};
    request.more = {"--no-quantise"};
    return Done{};
}

Outcome runAll(const std::vector<std::vector<std::string>>& commands) {
    for (const std::vector<std::string>& command : commands) {
        LW_TRY([[maybe_unused]] const Done ran, runProgram(command));
    }
    return Done{};
}

Result<project::Tools> toolsOf(const SoftwareRequest& request) {
    return project::toolsFor(
        project::languages()[request.form], request.tools,
        [](const std::vector<std::string>& command) { return bool(runProgram(command)); });
}

std::string standInText(bool isStandIn) {
    return isStandIn ? "; run by the stand-in, not by TensorFlow" : "";
}

void printFirst(const project::Software& software, const project::Comparison& found, const std::string& where,
                Console& console) {
    const std::string said = where + project::textOf(*found.first, software);
    console.line("first difference: " + said);
    console.document()["firstDifference"] = said;
    for (const std::string& line : found.why.lines) console.line("  " + line);
    console.document()["ulp"] = found.why.ulp ? Json(*found.why.ulp) : Json();
    if (found.why.trap) console.document()["trap"] = std::string(concord::wordsOf(*found.why.trap).name);
}

Result<Exit> compareSoftware(const project::Software& software, const program::Program& program,
                             machine::Machine& machine, const SoftwareRequest& request, Console& console) {
    const project::Observed firmware = project::observe(software, machine);
    if (firmware.stop.fault) {
        const RunEnd end{firmware.stop};
        console.line(stopText(machine, end));
        return exitOf(end);
    }
    return compareWith(firmware, software, program, request, console);
}

Result<Exit> compareWith(const project::Observed& firmware, const project::Software& software,
                         const program::Program& program, const SoftwareRequest& request, Console& console) {
    project::forgetValues(request.folder);
    LW_TRY(const project::Tools tools, toolsOf(request));
    LW_TRY([[maybe_unused]] const Done ran,
           runAll(project::commandsFor(project::languages()[request.form], request.folder, request.module,
                                       tools, request.more)));
    LW_TRY(const project::SoftwareValues values, project::valuesIn(request.folder, firmware));
    const project::Comparison found = project::compare(software, program, firmware, values);
    console.document()["numbers"] = found.numbers;
    console.document()["equal"] = found.equal;
    if (tools.isStandIn) console.document()["standIn"] = true;
    console.line((found.first ? std::string("other bits: ") : std::string("equal bits: ")) +
                 groupedText(found.equal) + " of " + groupedText(found.numbers) + " numbers on the way" +
                 (found.first ? "" : ", and " + countText(found.vectors, "vector") + " to the network") +
                 standInText(tools.isStandIn));
    if (!found.first) return Exit::Pass;
    printFirst(software, found, "", console);
    return Exit::CheckFailed;
}

} // namespace lw::cli
