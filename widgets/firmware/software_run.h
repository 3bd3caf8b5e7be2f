// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/comparison.h"
#include "widgets/session/loaded.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

// Firmware and its software run beside each other: for threads other than the window's.
namespace lw::firmware {

// The machine of what is loaded, before its first clock; `begin`: in that state, null: as the program has it.
Result<std::unique_ptr<machine::Machine>>
machineAtBegin(const session::Loaded& loaded, const std::shared_ptr<const machine::Snapshot>& begin);

// E390 with what the program said last, unless it ends with 0. Nothing more is run where `stop` became true.
Outcome runProgram(const std::vector<std::string>& command, const std::atomic<bool>& stop);

// Software of that language is written into a folder, run there, and compared. Nothing: `stop` became true.
struct RanBeside {
    project::Comparison comparison;
    project::SoftwareValues values;
    bool isStandIn = false; // what ran it: not the library that it is for
};
Result<std::optional<RanBeside>> runBeside(const project::Software& software, const session::Loaded& loaded,
                                           const std::shared_ptr<const machine::Snapshot>& begin,
                                           const project::Observed& firmware,
                                           const project::Language& language, const std::string& folder,
                                           const std::atomic<bool>& stop);

} // namespace lw::firmware
