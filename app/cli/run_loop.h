// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/machine/timeline.h"

#include <cstdint>
#include <functional>
#include <string>

namespace lw::cli {

// How long a run may take. Clocks and bundles are the machine's and exact; seconds and memory are the host's
// and looked at between pieces of the run.
struct RunLimits {
    std::uint64_t clocks = machine::kForever;
    std::uint64_t bundles = machine::kForever;
    double seconds = 1e18;
    std::uint64_t residentBytes = machine::kForever;
    bool clocksAreUsual = false; // nobody asked for them: whoever runs into them is told how to go on
    bool bytesAreUsual = false;
};
inline constexpr std::uint64_t kUsualClocks = 1'000'000'000;
// Three quarters of the host's memory.
std::uint64_t usualResidentBytes();

// For runs that nobody goes back in: nothing of the past is kept.
machine::TimelineOptions withoutHistory();

enum class EndReason { Stopped, Seconds, Memory };

struct RunEnd {
    machine::Stop stop;
    EndReason reason = EndReason::Stopped; // Seconds, Memory: the host's limit ended it
    double seconds = 0;                    // of the host
    bool limitIsUsual = false;             // what ended it was a limit that nobody asked for
    std::uint64_t allowedBytes = 0;        // Memory: of the host
};

// What a line of progress says besides clocks: ", step 3 of 40". Nothing: the last words that were traced.
using Doing = std::function<std::string(const machine::Machine&)>;
// Runs until the program ends, a limit is reached or the user interrupts,
// with a line of progress on a terminal.
RunEnd runToEnd(machine::Timeline& timeline, const RunLimits& limits, Console& console,
                const Doing& doing = {});

// "halted after 1,234 clocks", "fault: ..." and where; the rule and what to do.
std::string stopText(const machine::Machine& machine, const RunEnd& end);
// Kind, unit, place, the rule and what to do, on several lines.
std::string faultText(const machine::Machine& machine, const machine::Fault& fault);
// Whether clocks say anything in this DMA mode: only transfers that follow the clock have times.
inline bool clocksHaveMeaning(std::string_view dma) { return dma.empty() || dma == "timed"; }
// A line, and a key of the document, where they do not.
void noteClocks(const std::string& dma, Console& console);
Json stopJson(const machine::Machine& machine, const RunEnd& end);
Exit exitOf(const RunEnd& end);

// "bundle 17 (loop+2), matmul.lw:12".
std::string placeText(const machine::Machine& machine, machine::BundleOf bundle);

} // namespace lw::cli
