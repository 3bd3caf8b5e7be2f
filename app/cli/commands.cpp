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

constexpr Option kIsaOptions[] = {
    {.name = "--chip", .value = "NAME", .summary = "the chip (default: training)"},
    {.name = "--machine",
     .value = "NAME",
     .summary = "the machine whose clocks are shown (default: the chip's first)"},
    {.name = "--list", .summary = "one line for each instruction"},
};

constexpr std::span<const Option> kConfigGroups[] = {kConfigOptions};
constexpr std::span<const Option> kIsaGroups[] = {kIsaOptions};

constexpr Command kCommands[] = {
    {"config", "[NAME | FILE.json]", 0, 1, "check a machine configuration and print it",
     "Without an operand: the built-in machines.", kConfigGroups, runConfig},
    {"isa", "[NAME...]", 0, kAnyNumber, "manual pages of instructions, in Markdown",
     "NAME is a mnemonic (fadd) or one with its slot class (vector.fadd). Without a name: the whole "
     "instruction set.",
     kIsaGroups, runIsa},
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
