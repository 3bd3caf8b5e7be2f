// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

#include <span>
#include <string>

namespace lw::cli {

// Every sub-command: to see what the program can do, read commands.cpp.
std::span<const Command> commands();

std::string helpOf(const Command& command);
std::string helpOfAll();

} // namespace lw::cli
