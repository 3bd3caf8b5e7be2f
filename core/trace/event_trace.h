// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/event.h"
#include "core/machine/machine.h"
#include "core/program/program.h"
#include "core/program/target.h"
#include "core/trace/chrome_json.h"

#include <span>
#include <string>
#include <vector>

namespace lw::trace {

// What the numbers in events stand for.
struct EventNames {
    const program::Program* program = nullptr;
    const program::Target* target = nullptr;
    std::vector<std::string> rules; // of stalls: stallRules()
    machine::CoreId core{};         // whose they are
};

// The names of a core's stall rules, by the number that events give them.
std::vector<std::string> stallRules(const machine::Core& core);

// Writes events of a run of one core, oldest first, into a trace: a lane for bundles, one for stalls,
// and for each unit and for transfers as many as are under way at once; queue lengths and sync flags
// as curves. The trace is not finished.
void writeEvents(std::span<const machine::Event> events, const EventNames& names, ChromeTrace& trace);

} // namespace lw::trace
