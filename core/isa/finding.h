// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lw::isa {

inline Problem problemOf(const Message& message, std::vector<std::string> arguments) {
    return {&message, std::move(arguments), {}, {}, {}};
}

// What is wrong with a bundle, and where in it. The problem has no place: whoever knows the text adds one.
struct Finding {
    Problem problem;
    std::int8_t insn = -1;    // index into Bundle::insns, -1 = the bundle as a whole
    std::int8_t operand = -1; // index into Insn::operands, -1 = the instruction as a whole
    std::int8_t other = -1;   // the second instruction of a clash
};

} // namespace lw::isa
