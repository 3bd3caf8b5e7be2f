// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/prepared_run.h"
#include "core/base/json.h"
#include "core/machine/snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

// The pictures of what a firmware computes, and of software that gives the same bits.
namespace lw::cli {

struct FirmwareScene {
    PreparedRun& run;
    const Arguments& arguments;
    std::string program;                             // its path
    std::shared_ptr<const machine::Snapshot> before; // the machine as it was loaded
};

// E993 for programs of other chips.
Result<Json> besideScene(const FirmwareScene& what);
Result<Json> valueGraphScene(const FirmwareScene& what);
// Register files over the clocks of a run.
Result<Json> registerFilesScene(const FirmwareScene& what);
// The chain that the instruction is in, in its first execution; the firmware is run for its clocks.
Result<Json> chainScene(const FirmwareScene& what, std::uint32_t bundle);
// What all instructions give beside float64, or, if one is asked for, each of its numbers in its first
// execution.
Result<Json> differencesScene(const FirmwareScene& what, std::optional<std::uint32_t> bundle);
// The numbers that the instruction rounds, as blocks of as many bits as the firmware has.
Result<Json> blocksScene(const FirmwareScene& what, std::uint32_t bundle);

} // namespace lw::cli
