// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/command_list.h"

#include <array>

namespace lw::cli {

namespace {

constexpr Option kConfigOptions[] = {
    {.name = "--chip", .value = "NAME", .summary = "the chip the file is for (default: training)"},
    {.name = "--print", .summary = "also print the configuration's text"},
};

constexpr std::span<const Option> kConfigGroups[] = {kConfigOptions};

constexpr Command kCommands[] = {
    {"config", "[NAME | FILE.json]", 0, 1, "check a machine configuration and print it",
     "Without an operand: the built-in machines.", kConfigGroups, runConfig},
    {"explain",
     "[CODE]",
     0,
     1,
     "explain a message by its code",
     "Without an operand: every message in one line.",
     {},
     runExplain},
};

} // namespace

std::span<const Command> commands() { return kCommands; }

} // namespace lw::cli
