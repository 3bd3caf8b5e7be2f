// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/prepared_run.h"

#include "app/cli/arguments.h"
#include "app/cli/machine_options.h"
#include "app/cli/messages.h"
#include "app/cli/tensor_arguments.h"
#include "app/cli/warning_options.h"
#include "core/project/tensor_input.h"
#include "core/tensor/hash.h"
#include "core/tensor/npy.h"

#include <algorithm>

namespace lw::cli {

namespace {

// A project file stands for its program, its machine and its inputs; what the command line says counts more.
Outcome applyProject(RunRequest& request, source::Files& files) {
    if (!request.path.ends_with(project::kProjectEnding)) return Done{};
    LW_TRY(const std::uint32_t file, files.open(request.path));
    LW_TRY(project::Project read, project::parseProject(files[file].text(), file));
    read = project::absoluteFrom(std::move(read), request.path);
    if (read.program.empty()) return Problem{&messages::kNoProgram, {request.path}, {file, 1, 1, 1}, {}, {}};
    request.path = read.program;
    if (request.machine.empty()) request.machine = read.machine;
    // Those of the command line come last, and count.
    request.definitions.insert(request.definitions.begin(), read.definitions.begin(), read.definitions.end());
    std::vector<std::string> named;
    for (const std::string& text : request.set) {
        LW_TRY(const TensorArgument argument, tensorArgument("--set", text));
        named.push_back(argument.name);
    }
    for (project::Input& input : read.inputs)
        if (std::find(named.begin(), named.end(), input.tensor) == named.end())
            request.inputs.push_back(std::move(input));
    return Done{};
}

Outcome putInput(PreparedRun& run, const std::string& name, const std::string& file, project::Conversion cast,
                 bool castAll) {
    LW_TRY(tensor::Tensor tensor, tensor::readNpy(file));
    run.inputs.push_back({name, file, tensor::hashOf(tensor)});
    if (castAll && cast == project::Conversion::None) cast = project::Conversion::Numbers;
    cast = project::conversionFor(cast, tensor, run.loaded.castFromOf(name));
    return project::putTensor(*run.machine, name, std::move(tensor), cast);
}

std::unique_ptr<PreparedRun> refused(Problem problem, const source::Files& files, Console& console) {
    Diagnostics wrong;
    wrong.add(std::move(problem));
    console.problems(wrong, &files);
    return nullptr;
}

} // namespace

Result<RunRequest> runRequestOf(const std::string& path, const Arguments& arguments, Console& console) {
    RunRequest request;
    request.path = path;
    request.machine = arguments.value("--machine").value_or("");
    request.includePath = arguments.values("--include");
    LW_TRY(request.definitions, definitionsOf(arguments));
    request.set = arguments.values("--set");
    request.cast = arguments.has("--cast");
    LW_TRY(request.lint, lintOptionsOf(arguments, console));
    LW_TRY(request.options, runOptionsOf(arguments));
    if (!arguments.offers("--limit-cycles")) return request;
    LW_TRY(request.limits.clocks, limitOf(arguments, "--limit-cycles", machine::kForever));
    LW_TRY(const std::uint64_t mebibytes, limitOf(arguments, "--limit-memory", machine::kForever >> 20));
    if (mebibytes != machine::kForever) request.limits.residentBytes = mebibytes << 20;
    LW_TRY(request.limits.bundles, arguments.number("--limit-bundles", machine::kForever, machine::kForever));
    LW_TRY(request.limits.seconds, arguments.real("--limit-seconds", request.limits.seconds));
    return request;
}

Result<std::unique_ptr<PreparedRun>> prepareRun(RunRequest request, Console& console) {
    auto run = std::make_unique<PreparedRun>();
    if (auto applied = applyProject(request, run->files); !applied)
        return refused(std::move(applied).problem(), run->files, console);
    run->options = request.options;
    run->limits = request.limits;
    run->definitions = request.definitions;
    project::ProgramRequest wanted{request.path, request.machine, request.includePath, request.lint, true};
    wanted.definitions = std::move(request.definitions);
    project::ProgramAnswer answer = project::loadProgram(wanted, run->files);
    console.problems(answer.diagnostics, &run->files);
    if (!answer.loaded) return std::unique_ptr<PreparedRun>();
    run->loaded = std::move(*answer.loaded);
    for (const assembler::DataFile& file : run->loaded.dataFiles)
        run->inputs.push_back({file.tensor, file.path, file.hash});
    LW_TRY(run->machine, run->loaded.createMachine(run->options));
    const std::vector<project::Input>* const given[] = {&run->loaded.inputs, &request.inputs};
    for (const auto* const inputs : given)
        for (const project::Input& input : *inputs) {
            auto put = putInput(*run, input.tensor, input.file, input.cast, request.cast);
            if (put) continue;
            Problem problem = std::move(put).problem();
            problem.place = input.place;
            return refused(std::move(problem), run->files, console);
        }
    for (const std::string& text : request.set) {
        LW_TRY(const TensorArgument argument, tensorArgument("--set", text));
        LW_TRY([[maybe_unused]] const Done put,
               putInput(*run, argument.name, argument.file, argument.cast, request.cast));
    }
    return run;
}

Result<std::unique_ptr<PreparedRun>> prepareRun(const std::string& path, const Arguments& arguments,
                                                Console& console) {
    LW_TRY(const RunRequest request, runRequestOf(path, arguments, console));
    return prepareRun(request, console);
}

} // namespace lw::cli
