// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/prepared_run.h"

#include "app/cli/arguments.h"
#include "app/cli/machine_options.h"
#include "app/cli/tensor_files.h"
#include "app/cli/warning_options.h"
#include "core/base/bits.h"
#include "core/tensor/npy.h"

namespace lw::cli {

namespace {

std::uint64_t hashOfTensor(const tensor::Tensor& tensor) {
    Hash hash;
    hash.add(static_cast<std::uint64_t>(tensor.dtype()));
    hash.add(std::as_bytes(std::span(tensor.shape())));
    hash.add(tensor.bytes());
    return hash.value();
}

} // namespace

Result<RunRequest> runRequestOf(const std::string& path, const Arguments& arguments, Console& console) {
    RunRequest request;
    request.path = path;
    request.machine = arguments.value("--machine").value_or("");
    request.includePath = arguments.values("--include");
    request.set = arguments.values("--set");
    request.cast = arguments.has("--cast");
    LW_TRY(request.lint, lintOptionsOf(arguments, console));
    LW_TRY(request.options, runOptionsOf(arguments));
    if (!arguments.offers("--limit-cycles")) return request;
    LW_TRY(request.limits.clocks, arguments.number("--limit-cycles", machine::kForever, machine::kForever));
    LW_TRY(request.limits.bundles, arguments.number("--limit-bundles", machine::kForever, machine::kForever));
    LW_TRY(request.limits.seconds, arguments.real("--limit-seconds", request.limits.seconds));
    return request;
}

Result<std::unique_ptr<PreparedRun>> prepareRun(const RunRequest& request, Console& console) {
    auto run = std::make_unique<PreparedRun>();
    run->options = request.options;
    run->limits = request.limits;
    project::ProgramAnswer answer =
        project::loadProgram({request.path, request.machine, request.includePath, request.lint}, run->files);
    console.problems(answer.diagnostics, &run->files);
    if (!answer.loaded) return std::unique_ptr<PreparedRun>();
    run->loaded = std::move(*answer.loaded);
    LW_TRY(run->machine,
           run->loaded.chip->create(run->loaded.program, run->loaded.machine.json, run->options));
    for (const std::string& text : request.set) {
        LW_TRY(const TensorArgument argument, tensorArgument("--set", text));
        LW_TRY(tensor::Tensor tensor, tensor::readNpy(argument.file));
        run->inputs.push_back({argument.name, argument.file, hashOfTensor(tensor)});
        LW_TRY([[maybe_unused]] const Done put,
               putTensor(*run->machine, argument.name, std::move(tensor), argument.cast || request.cast));
    }
    return run;
}

Result<std::unique_ptr<PreparedRun>> prepareRun(const std::string& path, const Arguments& arguments,
                                                Console& console) {
    LW_TRY(const RunRequest request, runRequestOf(path, arguments, console));
    return prepareRun(request, console);
}

} // namespace lw::cli
