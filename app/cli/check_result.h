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
    std::vector<std::string> failures; // one sentence each
    std::vector<std::string> warnings; // likewise; they do not count
    double points = 0;
    double seconds = 0;
    std::uint64_t clocks = 0, bundles = 0, bytes = 0;
    bool clocksMeaningful = true; // not in the DMA modes that do not follow the clock

    bool operator==(const CheckResult&) const = default;
};

// From a process that runs a case to the one that asked for it. Nothing: the text is not a complete result.
std::string wireText(const CheckResult& result);
std::optional<CheckResult> resultFrom(std::string_view wire);

} // namespace lw::cli
