// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostics.h"
#include "core/program/program.h"
#include "core/program/target.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::program {

// From this bundle on the warnings of that code are shown or not: .warn in a text.
struct WarningSwitch {
    std::string code;
    bool on = true;
    std::uint32_t bundle = 0;
};
// `switches` are in the order of bundles.
bool isSilent(std::span<const WarningSwitch> switches, std::string_view code, std::uint32_t bundle);

// What a chip found about a bundle by looking at more than that bundle.
struct LintFinding {
    const Message* message = nullptr;
    std::size_t program = 0; // of several
    std::uint32_t bundle = 0;
    std::vector<std::string> arguments;
    std::optional<Place> place{}; // if it is about no bundle
};

struct LintOptions {
    std::vector<std::string> off; // codes of warnings that are not wanted: "W301"
    // Whether a warning is switched off at one bundle; empty: nowhere.
    std::function<bool(std::string_view code, std::uint32_t bundle)> silent;
    std::size_t mostPerCode = 100; // warnings of one code; how many more there were is said in one more
};

// Looks for mistakes that no single bundle shows: W301 - W310, and the errors E250 - E252, which cannot be
// switched off. Problems are at the places of their bundles, in the order of bundles. What bundles can follow
// which is over-approximated (see flow.h), so a warning holds on every way that is taken into account: few
// false alarms rather than few oversights. Time and memory are proportional to the program but for unusual
// nests of loops; nothing is executed.
void lint(const Program& program, const Target& target, const LintOptions& options, Diagnostics& out);

// No warnings, only the errors.
LintOptions lintErrorsOnly();

// Every warning lint can give, for help and for switches.
std::span<const Message* const> lintMessages();

} // namespace lw::program
