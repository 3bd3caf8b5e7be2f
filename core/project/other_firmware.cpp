// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/other_firmware.h"

#include "core/project/load_program.h"
#include "core/project/messages.h"
#include "core/project/software.h"

#include <filesystem>

namespace lw::project {

Result<std::vector<std::uint16_t>> outputOfFirmware(const std::string& path) {
    source::DiskLoader disk;
    source::Files files(disk);
    const ProgramAnswer answer = loadProgram({path, {}, {}}, files);
    if (!answer.loaded) return answer.diagnostics.problems().front();
    const std::string name = std::filesystem::path(path).filename().string();
    LW_TRY(const Software software, softwareOf(*answer.loaded, name));
    LW_TRY(const std::unique_ptr<machine::Machine> machine, answer.loaded->createMachine({}));
    Observed observed = observe(software, *machine);
    if (const auto& fault = observed.stop.fault)
        return Problem{
            &messages::kFirmwareStops, {name, std::to_string(fault->bundle), fault->text}, {}, {}, {}};
    return std::move(observed.output);
}

} // namespace lw::project
