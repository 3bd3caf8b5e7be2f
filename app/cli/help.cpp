// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <algorithm>

namespace lw::cli {

namespace {

std::string spelled(const Option& option) {
    std::string out = option.letter ? std::string("-") + option.letter + ", " : "    ";
    out += option.name;
    if (!option.value.empty()) out += " " + std::string(option.value);
    return out;
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 2, width), ' ');
    return text;
}

std::string lines(std::span<const Option> options, std::size_t width) {
    std::string out;
    for (const Option& option : options)
        out += "  " + padded(spelled(option), width) + std::string(option.summary) +
               (option.repeated ? " (may be repeated)" : "") + "\n";
    return out;
}

} // namespace

std::string helpOf(const Command& command) {
    std::size_t width = 0;
    for (const std::span<const Option> group : command.options)
        for (const Option& option : group) width = std::max(width, spelled(option).size() + 2);
    for (const Option& option : kCommonOptions) width = std::max(width, spelled(option).size() + 2);
    std::string out = "usage: lw " + std::string(command.name) + " [options]";
    if (!command.operands.empty()) out += " " + std::string(command.operands);
    out += "\n" + std::string(command.summary) + "\n";
    if (!command.detail.empty()) out += "\n" + std::string(command.detail) + "\n";
    out += "\noptions:\n";
    for (const std::span<const Option> group : command.options) out += lines(group, width);
    return out + lines(kCommonOptions, width);
}

std::string helpOfAll() {
    std::string out = "usage: lw COMMAND [options] [operands]\n"
                      "Assembler, emulator and debugger for neural-network accelerators.\n\ncommands:\n";
    std::size_t width = 0;
    for (const Command& command : commands()) width = std::max(width, command.name.size() + 2);
    for (const Command& command : commands())
        out += "  " + padded(std::string(command.name), width) + std::string(command.summary) + "\n";
    return out + "\n`lw COMMAND --help` explains one, `lw --version` says which lw this is.\n"
                 "Exit codes: 0 pass, 1 a check failed, 2 wrong usage or input, 3 fault of the program,\n"
                 "4 a limit was reached, 130 interrupted, 141 nobody reads the output any more.\n";
}

} // namespace lw::cli
