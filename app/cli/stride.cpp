// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/machine_options.h"
#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "app/cli/run_loop.h"
#include "app/cli/stride_text.h"
#include "app/cli/tensor_arguments.h"
#include "core/base/file.h"
#include "core/lower/messages.h"
#include "core/lower/striding/direct.h"
#include "core/lower/striding/report_json.h"
#include "core/network/input_range.h"
#include "core/project/lower_network.h"
#include "core/project/strided_folder.h"
#include "core/project/strided_run.h"
#include "core/tensor/batch.h"
#include "core/tensor/compare.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <array>
#include <limits>

// lw stride: a network as a program for the inference circuit, run and compared with what it should compute.
namespace lw::cli {

namespace {

// What is to be done, from the command line.
struct StrideRequest {
    network::Network network;
    std::string path;    // of its file
    std::string machine; // name or path
    std::string kernel;
    std::string range; // as given; empty: what the file states
    network::Section section;
    machine::CircuitLimits circuit;
    lower::striding::Options options; // but for the mode
    std::vector<std::optional<lower::striding::Mode>> modes;
    std::vector<tensor::Tensor> images;  // of the input, each as the network reads it
    std::optional<tensor::Tensor> input; // all of them
    std::optional<std::string> folder;
    tensor::Tolerance tolerance;                 // of what is expected
    std::optional<std::string> result, expected; // .npy files: the first output of the run goes to or equals
    RunLimits limits;
    bool asJson = false;
};

Result<std::vector<std::optional<lower::striding::Mode>>> modesOf(const Arguments& arguments) {
    const std::string name = arguments.value("--mode").value_or("auto");
    std::vector<std::optional<lower::striding::Mode>> out;
    if (name == "auto") return std::vector<std::optional<lower::striding::Mode>>{std::nullopt};
    std::string names;
    for (const lower::striding::ModeRow& row : lower::striding::modes()) {
        names += std::string(row.name) + ", ";
        if (name == "all" || name == row.name) out.emplace_back(row.mode);
    }
    if (out.empty()) return Problem{&lower::messages::kNoSuchMode, {name, names + "all, auto"}, {}, {}, {}};
    return out;
}

Outcome readOptions(const Arguments& arguments, lower::striding::Options& options, RunLimits& limits) {
    const std::string keep = arguments.value("--keep").value_or("all");
    if (keep == "none") {
        options.keep = 0;
    } else if (keep != "all") {
        LW_TRY(options.keep, arguments.number("--keep", 0, std::numeric_limits<std::uint32_t>::max()));
    }
    LW_TRY(options.maskFactor, arguments.real("--factor", 0));
    if (arguments.has("--factor") && options.maskFactor == 0)
        return Problem{
            &messages::kNoNumber, {"--factor", "a number above 0", *arguments.value("--factor")}, {}, {}, {}};
    options.fold = !arguments.has("--no-fold");
    LW_TRY(options.order, rowOrderIn(arguments));
    LW_TRY(limits.clocks, limitOf(arguments, "--limit-cycles", machine::kForever));
    LW_TRY(const std::uint64_t mebibytes, limitOf(arguments, "--limit-memory", machine::kForever >> 20));
    if (mebibytes != machine::kForever) limits.residentBytes = mebibytes << 20;
    LW_TRY(limits.bundles, arguments.number("--limit-bundles", machine::kForever, machine::kForever));
    LW_TRY(limits.seconds, arguments.real("--limit-seconds", limits.seconds));
    return Done{};
}

// One tensor as it is, several with an extent more.
tensor::Tensor together(const std::vector<tensor::Tensor>& tensors) {
    return tensors.size() == 1 ? tensors.front() : tensor::stacked(tensors);
}

Result<StrideRequest> requestOf(network::Network network, const Arguments& arguments) {
    StrideRequest out;
    out.network = std::move(network);
    out.path = arguments.operands().front();
    out.section = sectionOf(arguments);
    out.machine = arguments.value("--machine").value_or("");
    LW_TRY(out.kernel, kernelOf(arguments));
    LW_TRY(out.circuit, project::circuitNamed(out.machine));
    if (chips::isMachinePath(out.machine)) out.options.machine = absolutePath(out.machine);
    LW_TRY(out.modes, modesOf(arguments));
    LW_TRY([[maybe_unused]] const Done read, readOptions(arguments, out.options, out.limits));
    if (const auto range = arguments.value("--range")) {
        out.range = *range;
        LW_TRY([[maybe_unused]] const Done set, network::setRange(out.network, out.range));
    }
    LW_TRY(const std::optional<tensor::Tensor> given, givenInput(arguments, out.network));
    if (given) {
        LW_TRY(out.images, inputsOf(out.network, *given, network::Arithmetic::F32));
        for (const tensor::Tensor& one : out.images) {
            LW_TRY([[maybe_unused]] const Done fits, network::checkInRange(out.network, one));
        }
        out.options.images = out.images.size();
        out.input = together(out.images);
    }
    out.folder = arguments.value("--output");
    out.result = arguments.value("--result");
    out.expected = arguments.value("--expect");
    LW_TRY(out.tolerance, toleranceOf(arguments));
    if ((out.result || out.expected) && !out.input)
        return Problem{&messages::kNoNetworkInput, {}, {}, {}, {}};
    if (out.folder && out.modes.size() == 1 && out.modes[0] == lower::striding::Mode::Direct)
        return Problem{&messages::kNoProgramOfDirect, {}, {}, {}, {}};
    if (out.result && out.modes.size() > 1) return Problem{&messages::kOneResult, {}, {}, {}, {}};
    constexpr std::string_view kForms[] = {"text", "json"};
    LW_TRY(const std::size_t form, arguments.choice("--report", kForms));
    out.asJson = form == 1;
    return out;
}

// The network's first output, written and compared as the command line asks for.
// `said` is for after the report.
Result<Exit> useOutput(const StrideRequest& request, const tensor::Tensor& got, std::string& said,
                       Console& console) {
    if (request.result) {
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(*request.result, got));
    }
    if (!request.expected) return Exit::Pass;
    LW_TRY(const tensor::Tensor wanted, tensor::readNpy(*request.expected));
    LW_TRY(const tensor::Comparison compared, tensor::compare(got, wanted, request.tolerance));
    said = *request.expected + ": " + comparisonText(compared);
    console.document()["accepted"] = compared.accepted();
    return compared.accepted() ? Exit::Pass : Exit::CheckFailed;
}

// Assembles the programs, runs one after the other on the input and compares; the reports know then.
Result<Exit> runAll(const StrideRequest& request, lower::striding::LoweredNetwork& lowered, std::string& said,
                    Console& console) {
    project::StridedRun run(lowered, request.machine, *request.input);
    run.useKernel(request.kernel);
    std::uint64_t unexpected = 0;
    for (std::size_t part = 0; part < lowered.parts.size(); ++part) {
        LW_TRY(const std::unique_ptr<machine::Machine> machine, run.begin(part));
        machine::Timeline timeline(*machine);
        const RunEnd end = runToEnd(timeline, request.limits, console);
        if (!machine->halted()) {
            console.line(stopText(*machine, end));
            return exitOf(end);
        }
        LW_TRY(const std::uint64_t here, run.finish(part, *machine));
        unexpected += here;
    }
    Exit used = Exit::Pass;
    if (request.result || request.expected) {
        LW_TRY(used, useOutput(request, run.outputs().front(), said, console));
    }
    return unexpected == 0 ? used : Exit::CheckFailed;
}

bool isWrong(const lower::striding::LoweredNetwork& lowered) {
    for (const lower::striding::Lowering& part : lowered.parts)
        for (const lower::striding::LayerReport& layer : part.report.layers)
            if (layer.wrong != 0) return true;
    return false;
}

// The strided layers by plain loops.
Result<Exit> computeDirect(const StrideRequest& request, std::vector<lower::striding::Report>& reports,
                           Console& console) {
    reports.push_back(lower::striding::directReport(request.network, request.circuit, request.options.images,
                                                    request.input.has_value()));
    if (!request.asJson) console.line(reportText(reports.back()));
    if (!request.result && !request.expected) return Exit::Pass;
    std::vector<tensor::Tensor> outputs;
    for (const tensor::Tensor& image : request.images)
        outputs.push_back(
            lower::striding::directOutput(request.network, request.circuit, request.options.fold, image));
    std::string said;
    LW_TRY(const Exit exit, useOutput(request, together(outputs), said, console));
    if (!request.asJson && !said.empty()) console.line(said);
    return exit;
}

// Whether another mode may do: it needs less of everything, or takes no large window.
bool isOfMode(const Problem& problem) {
    constexpr std::array kMessages{&lower::messages::kModeUnusable, &lower::messages::kWindowTooLarge,
                                   &lower::messages::kUnitTooLarge, &lower::messages::kBufferTooSmall,
                                   &lower::messages::kTooManyRows,  &lower::messages::kPixelTooLong};
    return std::find(kMessages.begin(), kMessages.end(), problem.message) != kMessages.end();
}

// report.json and origin.json, for the window and for lw scene.
Outcome writeFolder(const StrideRequest& request, const std::vector<lower::striding::Report>& reports) {
    LW_TRY([[maybe_unused]] const Done written, project::writeReports(*request.folder, reports));
    project::Origin origin = project::originWith(
        {.technique = {},
         .network = absolutePath(request.path),
         .machine = request.options.machine.empty() ? request.circuit.name : request.options.machine,
         .input = {},
         .range = request.range,
         .section = request.section,
         .settings = {}},
        request.options);
    // What was read, whatever becomes of the file that it was read from.
    if (request.images.size() == 1) {
        origin.input = absolutePath(source::pathIn(*request.folder, lower::striding::kInputFile));
        LW_TRY([[maybe_unused]] const Done input, tensor::writeNpy(origin.input, *request.input));
    }
    return project::writeOrigin(*request.folder, origin);
}

// One mode. With several, those that a layer cannot use are said and left out.
Result<Exit> lowerOne(const StrideRequest& request, const std::optional<lower::striding::Mode>& mode,
                      std::vector<lower::striding::Report>& reports, Console& console) {
    if (mode == lower::striding::Mode::Direct) return computeDirect(request, reports, console);
    const bool isOneOfMany = request.modes.size() > 1;
    lower::striding::Options options = request.options;
    options.mode = mode;
    options.hasInputs = request.folder && request.input;
    auto answer = lower::striding::lowerInParts(request.network, request.circuit, options);
    if (!answer && isOneOfMany && isOfMode(answer.problem())) {
        const std::string why =
            "not " + std::string(lower::striding::nameOf(*mode)) + ": " + textOf(answer.problem());
        if (!request.asJson) console.line(why + "\n");
        console.document()["unusable"].push_back(why);
        return Exit::Pass;
    }
    LW_TRY(lower::striding::LoweredNetwork lowered, std::move(answer));
    Exit exit = Exit::Pass;
    std::string said;
    if (request.input) {
        LW_TRY(exit, runAll(request, lowered, said, console));
        if (exit == Exit::Pass && !isOneOfMany && isWrong(lowered)) exit = Exit::CheckFailed;
    }
    if (request.folder) {
        const std::string folder =
            isOneOfMany ? source::pathIn(*request.folder, lower::striding::nameOf(*mode)) : *request.folder;
        LW_TRY([[maybe_unused]] const Done written, project::writeNetwork(lowered, folder));
    }
    std::string text;
    for (lower::striding::Lowering& part : lowered.parts) {
        text += reportText(part.report) + (&part == &lowered.parts.back() ? "" : "\n");
        reports.push_back(std::move(part.report));
    }
    if (!request.asJson) console.line(text + (said.empty() ? "" : said + "\n"));
    return exit;
}

} // namespace

Result<Exit> runStride(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::Files files(disk);
    auto network = networkFrom(arguments, sectionOf(arguments), files, console);
    if (!network) return Exit::Usage;
    LW_TRY(const StrideRequest request, requestOf(*std::move(network), arguments));
    std::vector<lower::striding::Report> reports;
    Exit exit = Exit::Pass;
    for (const std::optional<lower::striding::Mode>& mode : request.modes) {
        auto one = lowerOne(request, mode, reports, console);
        if (!one) {
            console.problem(one.problem(), &files);
            return Exit::Usage;
        }
        if (exit == Exit::Pass) exit = *one;
    }
    if (reports.empty())
        exit = Exit::Usage; // none of the modes can be used: each has said why
    else if (reports.front().layers.empty())
        console.problem({&lower::messages::kNothingStrided, {request.network.name}, {}, {}, {}});
    if (request.asJson) console.print(lower::striding::reportsJson(reports));
    console.document()["reports"] = lower::striding::jsonOf(reports);
    if (request.folder) {
        LW_TRY([[maybe_unused]] const Done written, writeFolder(request, reports));
    }
    return exit;
}

} // namespace lw::cli
