// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/chips/inference/config.h"
#include "core/machine/launch_list.h"
#include "core/program/program.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

namespace lw::inference {

// The clocks that circuits take for their programs, to the end of the last of them: those of the emulated
// machine, found without computing a value. `programs`, one for each circuit; `lists`, what the host writes
// for a program that is launched, or none. What launches do depends on what is under way when they begin
// and on how much their descriptors move: one that repeats an earlier one in both is not examined again.
// E835 where a program would fault or wait for ever. Nothing if `stop` became true.
Result<std::optional<std::uint64_t>> launchClocks(std::span<const program::Program* const> programs,
                                                  std::span<const machine::LaunchList> lists,
                                                  const Config& config, const std::atomic<bool>* stop);

} // namespace lw::inference
