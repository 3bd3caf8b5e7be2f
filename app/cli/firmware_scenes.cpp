// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/firmware_scenes.h"

#include "app/cli/messages.h"
#include "core/project/difference.h"
#include "core/project/exact_numbers.h"
#include "core/project/firmware_run.h"
#include "core/project/other_firmware.h"
#include "core/scene/firmware/beside.h"
#include "core/scene/firmware/chain_strip.h"
#include "core/scene/firmware/differences.h"
#include "core/scene/firmware/number_blocks.h"
#include "core/scene/firmware/register_files.h"
#include "core/scene/firmware/value_graph.h"

#include <filesystem>

namespace lw::cli {

namespace {

Result<project::Software> softwareFor(const FirmwareScene& what) {
    return project::softwareOf(what.run.loaded, std::filesystem::path(what.program).filename().string());
}

machine::Machine& machineAtBegin(const FirmwareScene& what) {
    what.run.machine->store().restore(what.before);
    what.run.machine->stateReplaced();
    return *what.run.machine;
}
// From the beginning to the end.
project::Observed observedOf(const project::Software& software, const FirmwareScene& what) {
    return project::observe(software, machineAtBegin(what));
}

// Where the firmware stops, it gives no more numbers: what is missing is not exact.
Json withFault(Json scene, const machine::Stop& stop) {
    if (const auto& fault = stop.fault)
        scene["fault"] = Json{{"bundle", fault->bundle},
                              {"clock", fault->clock},
                              {"text", fault->text},
                              {"advice", fault->advice}};
    return scene;
}

} // namespace

Result<Json> besideScene(const FirmwareScene& what) {
    LW_TRY(const project::Software software, softwareFor(what));
    std::vector<std::string_view> names;
    for (const project::Language& language : project::languages()) names.push_back(language.name);
    LW_TRY(const std::size_t choice, what.arguments.choice("--name", names));
    const project::Language& language = project::languages()[choice];
    LW_TRY(const scene::firmware::Beside scene,
           scene::firmware::besideOf(what.run.loaded.program, what.run.loaded.machine.target, software.stream,
                                     std::string(language.name),
                                     language.text(software.graph, software.stream)));
    return jsonOf(scene);
}

Result<Json> valueGraphScene(const FirmwareScene& what) {
    LW_TRY(const project::Software software, softwareFor(what));
    return jsonOf(scene::firmware::valueGraph(software.graph, software.stream));
}

Result<Json> registerFilesScene(const FirmwareScene& what) {
    LW_TRY(const project::Software software, softwareFor(what));
    const project::FirmwareRun run = project::firmwareRun(software, machineAtBegin(what));
    return withFault(jsonOf(scene::firmware::registerFiles(software.stream, run.chains, run.end,
                                                           run.stop.fault.has_value())),
                     run.stop);
}

Result<Json> chainScene(const FirmwareScene& what, std::uint32_t bundle) {
    LW_TRY(const project::Software software, softwareFor(what));
    const project::Observed observed = observedOf(software, what);
    std::optional<scene::firmware::ChainFault> fault;
    if (observed.stop.fault) fault = {observed.stop.fault->bundle, observed.faultTime};
    const auto strip = scene::firmware::chainStrip(software.graph, software.stream, bundle, 0, fault);
    if (!strip) return Problem{&messages::kInNoChain, {std::to_string(bundle)}, {}, {}, {}};
    const std::uint32_t n = software.stream.format.n;
    const concord::NodeNumbers numbers = project::numbersOf(software, observed);
    Json out = jsonOf(*strip);
    for (std::size_t step = 0; step < strip->steps.size(); ++step)
        out["vectors"].push_back(Json::list(scene::firmware::vectorBehind(*strip, step, 0, 0, numbers, n)));
    return withFault(std::move(out), observed.stop);
}

Result<Json> blocksScene(const FirmwareScene& what, std::uint32_t bundle) {
    LW_TRY(const project::Software software, softwareFor(what));
    const project::Observed observed = observedOf(software, what);
    const auto value = scene::firmware::roundedValue(software.graph, software.stream,
                                                     project::numbersOf(software, observed), bundle);
    if (!value) return Problem{&messages::kComputesNothing, {std::to_string(bundle)}, {}, {}, {}};
    const std::vector<scene::firmware::NumberBlocks> formats = scene::firmware::inEveryFormat(
        value->numbers, software.stream.format.n,
        {static_cast<int>(value->bits), static_cast<int>(software.stream.format.exponentBits)}, value->how);
    Json out = jsonOf(formats.front());
    out["formats"] = scene::firmware::lossesJson(formats);
    return withFault(std::move(out), observed.stop);
}

Result<Json> differencesScene(const FirmwareScene& what, std::optional<std::uint32_t> bundle) {
    LW_TRY(const project::Software software, softwareFor(what));
    const project::Observed observed = observedOf(software, what);
    const concord::NodeNumbers exact = project::exactNumbersOf(software, observed);
    if (const auto other = what.arguments.value("--name")) {
        LW_TRY(const std::vector<std::uint16_t> output, project::outputOfFirmware(*other));
        const std::uint32_t n = software.stream.format.n;
        return withFault(
            otherJson(scene::firmware::besideOther(n, observed.output, output,
                                                   concord::numbersOf(software.graph.output, exact, n))),
            observed.stop);
    }
    const scene::firmware::ThreeWays all{software.graph, software.stream, observed.codes, {}, exact};
    if (!bundle) return withFault(jsonOf(scene::firmware::differencesOf(all)), observed.stop);
    const auto value = scene::firmware::valueDifference(all, *bundle, 0);
    if (!value) return Problem{&messages::kComputesNothing, {std::to_string(*bundle)}, {}, {}, {}};
    return withFault(jsonOf(*value), observed.stop);
}

} // namespace lw::cli
