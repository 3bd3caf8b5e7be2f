// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"
#include "core/program/target.h"

#include <string>

namespace lw::program {

// Appends data sections that give every memory its contents and every data label its address.
void appendData(const Program& program, const Target& target, std::string& out);

} // namespace lw::program
