// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/chip_choice.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/number_text.h"
#include "core/base/json_value.h"
#include "core/chips/catalog.h"
#include "core/source/files.h"

#include <cmath>
#include <span>

// lw config: reads a machine configuration and prints it.
namespace lw::cli {

namespace {

void listMachines(Console& console) {
    for (const chips::Chip& chip : chips::all()) {
        console.line(std::string(chip.name) + ": " + std::string(chip.title));
        for (const std::string_view name : chip.machines()) {
            const auto machine = chips::machineNamed(chip, std::string(name));
            const std::string title = machine ? machine->title : textOf(machine.problem());
            console.line("  " + std::string(name) +
                         std::string(name.size() < 24 ? 24 - name.size() : 1, ' ') + title);
            console.document()["machines"].push_back({{"chip", chip.name}, {"name", name}, {"title", title}});
        }
    }
}

// The code paths that multiply, the usual one marked, with the time of a product where it is measured.
void listKernels(Console& console) {
    for (const chips::Chip& chip : chips::all()) {
        console.line(std::string(chip.name) + ": " + std::string(chip.title));
        const auto names = chip.choices.kernels();
        const std::string_view usual = chip.choices.usualKernel();
        const auto times = chip.choices.kernelTimes ? chip.choices.kernelTimes() : std::span<const double>();
        for (std::size_t i = 0; i < names.size(); ++i) {
            Json entry{{"chip", chip.name}, {"name", names[i]}, {"usual", names[i] == usual}};
            std::string line = (names[i] == usual ? "* " : "  ") + std::string(names[i]);
            if (i < times.size() && times[i] > 0) {
                entry["nanoseconds"] = times[i];
                line += std::string(line.size() < 20 ? 20 - line.size() : 1, ' ') +
                        std::to_string(std::lround(times[i])) + " ns for 8 x 128 by 128 x 128";
            }
            console.line(line);
            console.document()["kernels"].push_back(std::move(entry));
        }
    }
}

// Whether the chip has that machine, or the text of its file says that it belongs to this chip.
bool isOfChip(const chips::Chip& chip, const std::string& name, const std::string& text) {
    if (!chips::isMachinePath(name)) return hasMachine(chip, name);
    const auto json = parseJson(text, Place::kNoFile);
    const JsonValue* const named = json ? json->find("chip") : nullptr;
    return named != nullptr && named->text == chip.name;
}

} // namespace

Result<Exit> runConfig(const Arguments& arguments, Console& console) {
    if (arguments.has("--kernels")) {
        listKernels(console);
        return Exit::Pass;
    }
    if (arguments.operands().empty()) {
        listMachines(console);
        return Exit::Pass;
    }
    const std::string& name = arguments.operands().front();
    const bool isPath = chips::isMachinePath(name);
    std::string text; // a pipe can be read only once
    if (isPath) {
        LW_TRY(text, chips::machineText(chips::all().front(), name));
    }
    LW_TRY(const chips::Chip* chip,
           chipOf(arguments, [&](const chips::Chip& each) { return isOfChip(each, name, text); }));
    source::MemoryLoader loader;
    source::Files files(loader);
    if (!isPath) {
        LW_TRY(text, chips::machineText(*chip, name));
    }
    const auto machine = chip->parse(text, files.add(name, text));
    if (!machine) {
        console.problem(machine.problem(), &files);
        return Exit::Usage;
    }
    LW_TRY(const JsonValue json, parseJson(machine->json, Place::kNoFile));
    console.document()["machine"] = jsonOf(json);
    const program::Target& target = machine->target;
    if (arguments.has("--print") && !console.json()) { // a file for a machine
        console.print(machine->json);
        return Exit::Pass;
    }
    console.line("machine " + target.machine + " (" + machine->title + "), hash " +
                 hexText(target.machineHash, 16));
    for (std::size_t i = 0; i < target.spaces.size(); ++i) {
        const isa::Space& space = target.spec->spaces[i];
        const program::SpaceSize& size = target.spaces[i];
        const std::string each =
            size.unitBytes == 1 ? "" : " of " + std::to_string(size.unitBytes) + " bytes";
        console.line("  " + std::string(space.name) + ": " + std::to_string(size.units) + " " +
                     std::string(space.unitName) + "s" + each);
    }
    for (const program::TargetConstant& constant : target.constants) {
        console.line("  " + constant.name + " = " + std::to_string(constant.value));
        console.document()["constants"][constant.name] = constant.value;
    }
    for (const std::string& source : machine->sources) console.line("  " + source);
    for (const chips::Timing& row : machine->timing)
        console.line("  " + std::string(row.key) + ": " + std::to_string(row.clocks) +
                     (row.clocks == 1 ? " clock (" : " clocks (") + row.source + ")");
    console.document()["hash"] = hexText(target.machineHash, 16);
    return Exit::Pass;
}

} // namespace lw::cli
