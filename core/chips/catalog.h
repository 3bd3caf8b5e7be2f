// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/isa/spec.h"
#include "core/program/target.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The list of chips: to see what the program contains, read catalog.cpp.
namespace lw::chips {

// A number of the machine's timing table, and where it is from.
struct Timing {
    std::string_view key;
    std::uint32_t clocks = 0;
    std::string source;
};

// A machine a program can be assembled for and run on: a configuration of a chip.
struct MachineChoice {
    program::Target target;
    std::string title;
    std::string json; // the configuration's text
    std::vector<Timing> timing;
    std::vector<std::string> sources; // \"lanes: published ...\": of the sizes
};

struct Chip {
    std::string_view name; // as .chip and the program file name it
    std::string_view title;
    const isa::Spec* spec;
    // Names of the built-in machines, the default first.
    std::vector<std::string_view> (*machines)();
    // A machine from the text of a configuration file; places in problems carry `file`.
    Result<MachineChoice> (*parse)(std::string_view json, std::uint32_t file);
    // A built-in machine's text, or the problem that lists the names there are.
    Result<std::string> (*builtIn)(std::string_view name);
};

std::span<const Chip> all();
// The chip of that name, or a problem that lists the chips.
Result<const Chip*> chipNamed(std::string_view name);

// A path (with a slash or the ending .json) is read, anything else is a built-in machine's name; empty is the
// default one.
bool isMachinePath(std::string_view machine);
Result<std::string> machineText(const Chip& chip, const std::string& nameOrPath);
Result<MachineChoice> machineNamed(const Chip& chip, const std::string& nameOrPath,
                                   std::uint32_t file = Place::kNoFile);

} // namespace lw::chips
