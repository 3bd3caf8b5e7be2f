// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/machine/core.h"

#include <span>
#include <string>
#include <vector>

// What numbers lost where a machine made shorter ones of them.
namespace lw::cli {

class Console;

// "vector quantiser: of 16 numbers 9 lost bits, 1 became 0, 2 saturated"; empty where nothing was lost.
std::string lossText(const machine::RoundingCount& count);
// A table of all places to which numbers came.
void printRoundings(std::span<const machine::RoundingCount> counts, Console& console);
// Of a machine that counts nothing, null.
Json roundingsJson(std::span<const machine::RoundingCount> counts);

} // namespace lw::cli
