// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/loss_text.h"
#include "app/cli/machine_options.h"
#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "app/cli/nnp_search.h"
#include "app/cli/number_text.h"
#include "app/cli/run_loop.h"
#include "app/cli/software_run.h"
#include "app/cli/table_text.h"
#include "core/base/file.h"
#include "core/network/reference.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <span>

// lw nnp: a network as firmware of the neural network processor, run and set beside float64; with --search
// how few bits it needs.
namespace lw::cli {

namespace {

using lower::processor::LayerReport;
using lower::processor::Report;

// Small networks on large machines use little of them, but not nothing.
std::string shareText(std::uint64_t part, std::uint64_t whole) {
    constexpr double kOneDigit = 0.05; // per cent; below, one digit after the point would be 0
    const double share = 100 * static_cast<double>(part) / static_cast<double>(whole);
    return part == 0 || share >= kOneDigit ? percentText(part, whole) : significantText(share, 1) + "%";
}

std::string matricesText(const Report& report) {
    const std::uint64_t count = report.dramMatrices;
    if (count == 0) return "no native matrices";
    return groupedText(count) + (count == 1 ? " native matrix, which " : " native matrices, which ") +
           (report.areWeightsResident ? count == 1 ? "stays in MatrixRf," : "all stay in MatrixRf,"
                                      : "come to MatrixRf as layers need them,");
}

std::string reportText(const Report& report) {
    std::vector<std::vector<std::string>> rows{
        {"  layer", "kind", "value", "vectors", "matrices", "instructions", "operations", "useful"}};
    for (const LayerReport& layer : report.layers)
        rows.push_back({"  " + layer.name, layer.kind, layer.shape, groupedText(layer.vectors),
                        groupedText(layer.matrices), groupedText(layer.instructions),
                        groupedText(layer.operations),
                        layer.operations == 0 ? "" : shareText(layer.useful, layer.operations)});
    return report.network + " on " + report.machine + ": " + countText(report.instructions, "instruction") +
           "; in DRAM " + countText(report.dramBytes, "byte") + ": " + matricesText(report) + " and " +
           countText(report.dramVectors, "vector") + "; at most " +
           countText(report.initialVectors, "vector") + " of InitialVrf at once\n" +
           tableText(rows, {3, 4, 5, 6, 7});
}

// "2 of 10 elements are"
std::string partText(std::uint64_t part, std::uint64_t whole) {
    return (part == whole ? "all " : groupedText(part) + " of ") + countText(whole, "element") +
           (part == 1 ? " is" : " are");
}

// "2 of 10 elements are NaN or infinite; the others are "
std::string notFiniteText(const project::Distance& distance, std::uint64_t count) {
    std::string out;
    if (distance.notFinite != 0) out = partText(distance.notFinite, count) + " NaN or infinite";
    if (distance.notFiniteInFloat64 != 0)
        out += (out.empty() ? "" : "; ") + std::string("in float64 ") +
               partText(distance.notFiniteInFloat64, count) + " NaN or infinite";
    return out + (distance.compared == 0 ? "; nothing can be compared" : "; the others are ");
}

// An output beside what the network gives in float64.
std::string distanceText(const std::string& name, const tensor::Tensor& got,
                         const project::Distance& distance) {
    const std::uint64_t count = got.count();
    std::string out = name + ": ";
    if (distance.compared != count) out += notFiniteText(distance, count);
    if (distance.compared == 0) return out;
    out += "off float64 by at most " + significantText(distance.errorOfCompared, 3);
    if (distance.compared != count) return out;
    out += ", of magnitudes up to " + significantText(distance.largestValue, 3);
    if (got.shape().size() == 1 && count > 1)
        out += distance.hasSameLargest ? "; the same element is the largest"
                                       : "; another element is the largest";
    return out;
}

// Numbers that FP16 or the machine's integers cannot hold, a line for the input and for each layer.
std::string lossesText(const Report& report) {
    std::string halves, integers;
    for (const lower::processor::RangeLoss& loss : report.losses) {
        if (loss.isOfFp16()) halves += "  " + lossText(loss) + "\n";
        if (loss.isOfIntegers()) integers += "  " + integerLossText(loss) + "\n";
    }
    return (halves.empty() ? "" : "numbers that FP16 does not hold:\n" + halves) +
           (integers.empty() ? "" : "weights that the machine's integers do not hold:\n" + integers);
}

// Software of the firmware, in a folder beside it: in NumPy if no other form is asked for. `isCompared`:
// whether both have the same bits is told.
Result<Exit> makeSoftware(const project::LoadedProgram& loaded, const chips::RunOptions& options,
                          const Arguments& arguments, bool isCompared, Console& console) {
    SoftwareRequest request;
    LW_TRY(request.form, arguments.choice("--software", std::span(kSoftwareForms).first(kGraph)));
    LW_TRY([[maybe_unused]] const Done engines, readEngines(arguments, request));
    request.folder = source::pathIn(*arguments.value("--output"), "software");
    request.module = project::moduleName(std::string(project::kLoweredProgram));
    LW_TRY(const project::Software software,
           project::softwareOf(loaded, std::string(project::kLoweredProgram)));
    LW_TRY(const auto machine, loaded.createMachine(options));
    LW_TRY(const std::vector<std::string> files,
           project::writeSoftware(software, project::languages()[request.form], *machine, request.folder,
                                  request.module));
    console.line("wrote " + files.front() +
                 (isCompared ? "" : "; --input and --software run it and compare its bits"));
    return isCompared ? compareSoftware(software, loaded.program, *machine, request, console) : Exit::Pass;
}

Result<Exit> run(const network::Network& network, const project::ProcessorLowered& lowered,
                 const tensor::Tensor& exactInput, const chips::RunOptions& options,
                 const Arguments& arguments, Console& console) {
    LW_TRY(const project::LoadedProgram loaded,
           project::loadWritten(lowered.lowering, lowered.machine,
                                arguments.value("--output").value_or("written")));
    LW_TRY(const auto machine, loaded.createMachine(options));
    machine::Timeline timeline(*machine);
    const RunEnd end = runToEnd(timeline, {}, console);
    if (!machine->halted()) {
        console.line(stopText(*machine, end));
        return exitOf(end);
    }
    console.line(groupedText(machine->clock()) + " clocks");
    console.document()["clocks"] = machine->clock();
    LW_TRY(const std::vector<tensor::Tensor> outputs, project::outputsOf(*machine, lowered.lowering));
    const std::vector<tensor::Tensor> exact =
        network::computeAll(network, exactInput, {.arithmetic = network::Arithmetic::F64});
    Json list = Json::list();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const lower::processor::Output& output = lowered.lowering.outputs[i];
        const std::string& name = network::nameOf(network, output.value);
        const project::Distance distance = project::distanceOf(outputs[i], exact[output.value]);
        console.line(distanceText(name, outputs[i], distance));
        list.push_back({{"name", name},
                        {"largestError", realJson(distance.largestError)},
                        {"largestValue", realJson(distance.largestValue)},
                        {"notFinite", distance.notFinite},
                        {"notFiniteInFloat64", distance.notFiniteInFloat64},
                        {"sameLargest", distance.hasSameLargest}});
    }
    console.document()["outputs"] = std::move(list);
    if (const auto result = arguments.value("--result")) {
        LW_TRY([[maybe_unused]] const Done written, tensor::writeNpy(*result, outputs.front()));
    }
    if (!arguments.has("--output")) return Exit::Pass;
    return makeSoftware(loaded, options, arguments, arguments.has("--software"), console);
}

Result<Exit> lower(network::Network network, const Arguments& arguments, Console& console) {
    constexpr std::string_view kOfSearch[] = {"--data", "--labels", "--lose", "--chart"};
    if (std::ranges::any_of(kOfSearch, [&](std::string_view one) { return arguments.has(one); }))
        return Problem{&messages::kSearchNeeds, {}, {}, {}, {}};
    chips::RunOptions options;
    LW_TRY(options.kernel, kernelOf(arguments));
    LW_TRY(const std::optional<tensor::Tensor> given, givenInput(arguments, network));
    if (arguments.has("--result") && !given) return Problem{&messages::kNoNetworkInput, {}, {}, {}, {}};
    if (arguments.has("--software") && !(given && arguments.has("--output")))
        return Problem{&messages::kNoVerdict, {}, {}, {}, {}};
    std::optional<tensor::Tensor> input, exact;
    if (given) {
        LW_TRY(input, network::asInput(network, *given, network::Arithmetic::F32));
        LW_TRY(exact, network::asInput(network, *given, network::Arithmetic::F64));
    }
    LW_TRY(const project::ProcessorLowered lowered,
           project::lowerForProcessor(network, arguments.value("--machine").value_or(""),
                                      input ? &*input : nullptr));
    console.print(reportText(lowered.lowering.report) + lossesText(lowered.lowering.report));
    console.document()["report"] = lower::processor::jsonOf(lowered.lowering.report);
    if (const auto folder = arguments.value("--output")) {
        project::InputReading reading{arguments.value("--mean").value_or(""),
                                      arguments.value("--scale").value_or("")};
        LW_TRY(reading.order, imageOrderIn(arguments));
        const project::Origin origin{.technique = std::string(project::kProcessorTechnique),
                                     .network = absolutePath(arguments.operands().front()),
                                     .machine = lowered.machine,
                                     .input = given ? absolutePath(*arguments.value("--input")) : "",
                                     .range = {},
                                     .section = sectionOf(arguments),
                                     .settings = {}};
        LW_TRY([[maybe_unused]] const Done written,
               project::writeForProcessor(lowered.lowering, project::originWith(origin, reading), *folder));
        console.line("wrote " + source::pathIn(*folder, project::kLoweredProgram));
    }
    if (exact) return run(network, lowered, *exact, options, arguments, console);
    if (!arguments.has("--output")) return Exit::Pass;
    LW_TRY(const project::LoadedProgram loaded,
           project::loadWritten(lowered.lowering, lowered.machine, *arguments.value("--output")));
    return makeSoftware(loaded, options, arguments, false, console);
}

} // namespace

Result<Exit> runNnp(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::Files files(disk);
    const auto network = networkFrom(arguments, sectionOf(arguments), files, console);
    if (!network) return Exit::Usage;
    const Result<Exit> done = arguments.has("--search") ? searchNetwork(*network, arguments, console)
                                                        : lower(*network, arguments, console);
    if (done) return *done;
    console.problem(done.problem(), &files);
    return Exit::Usage;
}

} // namespace lw::cli
