// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/software_run.h"

#include "app/cli/arguments.h"
#include "app/cli/child_process.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/run_loop.h"
#include "core/base/file.h"
#include "core/project/foreign_values.h"
#include "core/tensor/npy.h"

#include <filesystem>

namespace lw::cli {

namespace {

Outcome runSoftware(const SoftwareRequest& request, const std::string& file) {
    if (request.form != kCpp) return runProgram({request.python, "-B", file, "--values"});
    const std::string program = request.folder + "/" + request.module + project::kProgramEnding;
    LW_TRY([[maybe_unused]] const Done compiled,
           runProgram({request.compiler, "-std=c++17", "-O2", "-o", program, file}));
    return runProgram({absolutePath(program), request.folder, "--values"});
}

// The codes that software has written, as many as the firmware gave.
Result<std::vector<std::uint16_t>> codesIn(const std::string& path, std::size_t wanted) {
    LW_TRY(tensor::Tensor tensor, tensor::readNpy(path));
    LW_TRY(tensor, tensor::expectDType(std::move(tensor), tensor::DType::U16));
    std::vector<std::uint16_t> out(tensor.count());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = tensor.at<std::uint16_t>(i);
    if (out.size() == wanted) return out;
    return Problem{
        &messages::kOtherValues, {path, std::to_string(out.size()), std::to_string(wanted)}, {}, {}, {}};
}

} // namespace

void readEngines(const Arguments& arguments, SoftwareRequest& request) {
    request.python = arguments.value("--python").value_or(request.python);
    request.compiler = arguments.value("--compiler").value_or(request.compiler);
}

Result<Exit> compareSoftware(const project::Software& software, const program::Program& program,
                             machine::Machine& machine, const SoftwareRequest& request,
                             const std::string& file, Console& console) {
    const project::Observed firmware = project::observe(software, machine);
    if (firmware.stop.fault) {
        const RunEnd end{firmware.stop};
        console.line(stopText(machine, end));
        return exitOf(end);
    }
    const std::string& folder = request.folder;
    std::error_code ignored;
    for (const char* of : {"/values.npy", "/netout.npy"})
        std::filesystem::remove(folder + of, ignored); // of a run before
    LW_TRY([[maybe_unused]] const Done ran, runSoftware(request, file));
    LW_TRY(const std::vector<std::uint16_t> values, codesIn(folder + "/values.npy", firmware.codes.size()));
    LW_TRY(const std::vector<std::uint16_t> output, codesIn(folder + "/netout.npy", firmware.output.size()));
    std::size_t equal = 0, seen = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        seen += firmware.codes[i].has_value() ? 1 : 0;
        equal += values[i] == firmware.codes[i] ? 1 : 0;
    }
    auto first = project::firstDifference(software, firmware.codes, values);
    if (!first) first = project::outputDifference(software, firmware.output, output);
    console.document()["numbers"] = seen;
    console.document()["equal"] = equal;
    console.line((first ? std::string("other bits: ") : std::string("equal bits: ")) + groupedText(equal) +
                 " of " + groupedText(seen) + " numbers on the way" +
                 (first ? ""
                        : ", and " + countText(concord::countOf(software.graph.output), "vector") +
                              " to the network"));
    if (!first) return Exit::Pass;
    const std::string said = project::textOf(*first, software);
    console.line("first difference: " + said);
    console.document()["firstDifference"] = said;
    const project::Explanation why = project::explain(software, program, *first, firmware, values);
    for (const std::string& line : why.lines) console.line("  " + line);
    console.document()["ulp"] = why.ulp;
    if (why.trap) console.document()["trap"] = std::string(concord::wordsOf(*why.trap).name);
    return Exit::CheckFailed;
}

} // namespace lw::cli
