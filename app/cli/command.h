// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"
#include "core/base/result.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace lw::cli {

class Arguments;
class Console;

// What the value of an option names, if the command writes there.
enum class Output {
    None,
    Path,   // a file or folder
    OfName, // NAME=FILE, or FILE alone
};

// An option of a command: parsing, --help and suggestions all use this row.
struct Option {
    std::string_view name;    // "--listing"
    std::string_view value{}; // the name of its value in the help, "FILE"; empty: a switch
    std::string_view summary{};
    bool repeated = false;
    char letter = 0; // 'o' for -o
    Output output = Output::None;
};

// A sub-command. `operands` is how they are written in the help.
struct Command {
    std::string_view name;
    std::string_view operands;
    std::size_t leastOperands = 0;
    std::size_t mostOperands = 0;
    std::string_view summary;                         // one line of `lw --help`
    std::string_view detail;                          // what `lw NAME --help` adds
    std::span<const std::span<const Option>> options; // groups, so that commands share them
    // A problem returned is printed and ends the program with Exit::Usage.
    Result<Exit> (*run)(const Arguments& arguments, Console& console);
};

// Every command has these.
inline constexpr Option kCommonOptions[] = {
    {.name = "--json", .summary = "print one JSON document instead of text"},
    {.name = "--help", .summary = "print this", .letter = 'h'},
};

inline constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);

} // namespace lw::cli
