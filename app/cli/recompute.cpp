// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/machine_options.h"
#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "app/cli/recompute_request.h"
#include "app/cli/recompute_text.h"
#include "core/base/check.h"
#include "core/base/file.h"
#include "core/lower/recompute/torch_text.h"
#include "core/project/derivation.h"
#include "core/project/fit_training.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"
#include "core/project/step_clocks.h"
#include "core/project/train_network.h"
#include "core/project/training_costs.h"
#include "core/training/check_data.h"

#include <filesystem>
#include <utility>

// lw recompute: what a training step stores, and what it computes again.
namespace lw::cli {

namespace {

// Reports what does not fit: more VMEM than there may be, or no program.
Outcome warnOfRoom(const network::Network& network, const lower::recompute::Report& report,
                   const Arguments& arguments, Console& console) {
    LW_TRY(const machine::CoreLimits machine, project::coreNamed(arguments.value("--machine").value_or("")));
    auto warning = lower::recompute::beyondVmem(network, report);
    if (!warning || warning->notes.empty())
        if (const auto none = project::noProgram(network, machine, report, {})) {
            if (!warning) warning = none;
            warning->notes = none->notes;
        }
    if (warning) console.problem(*warning);
    return Done{};
}

// The model compared with the chip, step by step, with the part of vector memory its parameters leave.
Outcome emulate(const network::Network& network, const lower::recompute::CostModel& model,
                const lower::recompute::Request& request, const Arguments& arguments, Console& console) {
    if (arguments.has("--what-if")) return Problem{&messages::kNothingEmulated, {}, {}, {}, {}};
    LW_TRY([[maybe_unused]] const Done trainable, train::checkTrainable(network));
    LW_TRY(const auto report, decidedFor(network, model, request, arguments));
    LW_TRY(const std::string kernel, kernelOf(arguments));
    LW_TRY(const std::vector<std::uint64_t> clocks,
           project::emulatedSteps(network, report, arguments.value("--machine").value_or(""), kernel));
    console.print(emulatedText(report, clocks));
    console.document()["report"] = lower::recompute::jsonOf(report);
    Json list = Json::list();
    for (const std::uint64_t one : clocks) list.push_back(one);
    console.document()["emulated"] = std::move(list);
    return Done{};
}

// --to: the decisions for another runtime, as files in the folder of --output. Returns the module's path;
// empty: there is no --to.
Result<std::string> writeFor(const network::Network& network, const lower::recompute::Report& report,
                             const Arguments& arguments) {
    if (!arguments.has("--to")) return std::string();
    const tensor::DType element = report.model.element;
    if (element != tensor::DType::F32)
        return Problem{&project::messages::kOnlyModelled, {std::string(tensor::nameOf(element))}, {}, {}, {}};
    const std::string folder = *arguments.value("--output");
    const lower::LoweredText module = lower::recompute::torchModule(network, report);
    std::vector<std::string> files;
    for (const lower::DataFile& file : module.files) files.push_back(file.name);
    LW_TRY([[maybe_unused]] const Done own,
           project::checkOwn(folder, files, {lower::recompute::kTorchFile, lower::recompute::isTorchText}));
    LW_TRY([[maybe_unused]] const Done written,
           project::writeLowered(module, folder, lower::recompute::kTorchFile));
    return source::pathIn(folder, lower::recompute::kTorchFile);
}

// Nothing that is asked for is left out silently.
Outcome checkOptions(const Arguments& arguments) {
    constexpr std::string_view kRuntimes[] = {"torch"};
    LW_TRY([[maybe_unused]] const std::size_t runtime, arguments.choice("--to", kRuntimes));
    if (arguments.has("--output") != arguments.has("--to"))
        return Problem{&messages::kToTogether, {}, {}, {}, {}};
    constexpr std::pair<std::string_view, std::string_view> kExclude[] = {
        {"--curve", "--emulate"}, {"--curve", "--to"},   {"--emulate", "--to"},
        {"--curve", "--policy"},  {"--curve", "--keep"}, {"--curve", "--budget"}};
    for (const auto& [one, other] : kExclude)
        if (arguments.has(one) && arguments.has(other))
            return Problem{&messages::kExclude, {std::string(one), std::string(other)}, {}, {}, {}};
    if (arguments.has("--kernel") && !arguments.has("--emulate"))
        return Problem{&messages::kOnlyWith, {"--kernel", "--emulate"}, {}, {}, {}};
    return Done{};
}

Outcome show(network::Network network, const Arguments& arguments, Console& console) {
    LW_TRY([[maybe_unused]] const Done checked, checkOptions(arguments));
    LW_TRY(const lower::recompute::CostModel model, trainingCostsOf(network, arguments));
    if (!network.training && arguments.has("--emulate")) network.training.emplace(); // of the given batch
    if (network.training) network.training->batch = model.batch;
    LW_TRY(const lower::recompute::Request request, recomputeRequestOf(network, arguments));
    if (arguments.has("--emulate")) return emulate(network, model, request, arguments, console);
    if (arguments.has("--curve")) {
        LW_TRY(const auto tradeOff, lower::recompute::tradeOffOf(network, model, request));
        LW_ASSERT(tradeOff, "nobody stops it");
        console.print(tradeOffText(*tradeOff));
        console.document()["tradeOff"] = lower::recompute::jsonOf(*tradeOff);
        return Done{};
    }
    LW_TRY(const auto report, decidedFor(network, model, request, arguments));
    LW_TRY(const std::string written, writeFor(network, report, arguments));
    console.print(recomputeText(report));
    console.document()["report"] = lower::recompute::jsonOf(report);
    if (!written.empty()) console.line("written: " + written);
    return warnOfRoom(network, report, arguments, console);
}

} // namespace

Result<Exit> runRecompute(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::Files files(disk);
    const auto network = networkFrom(arguments, sectionOf(arguments), files, console);
    if (!network) return Exit::Usage;
    const Outcome shown = show(*network, arguments, console);
    if (shown) return Exit::Pass;
    console.problem(shown.problem(), &files);
    return Exit::Usage;
}

} // namespace lw::cli
