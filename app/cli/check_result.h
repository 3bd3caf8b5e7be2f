// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::cli {

// The result of a case of `lw check`. Its texts are fit for a terminal and for XML.
struct CheckResult {
    std::string name;
    bool passed = false;
    bool interrupted = false;
    std::string hostFailed{};          // what the host did not give: nothing is known of the case
    std::string leftOut{};             // why the case counts for nobody; not of the process that ran it
    std::vector<std::string> failures; // one sentence each
    std::vector<std::string> warnings; // likewise; they do not count
    std::string missing{};             // a tensor that the case names and the program lacks
    bool hasNames = false;             // it was assembled, and lacks none
    double points = 0;
    double seconds = 0; // of the host, from reading to comparing
    bool ran = false;   // otherwise these are not known
    std::uint64_t clocks = 0, bundles = 0, bytes = 0;
    bool clocksMeaningful = true; // not in the DMA modes that do not follow the clock

    bool operator==(const CheckResult&) const = default;
};

// From a process that runs a case to the one that asked for it. Nothing: the text is not a complete result.
std::string wireText(const CheckResult& result);
std::optional<CheckResult> resultFrom(std::string_view wire);

} // namespace lw::cli
