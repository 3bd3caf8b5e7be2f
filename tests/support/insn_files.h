// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "tests/support/state_case.h"

#include <functional>
#include <string>
#include <vector>

// Of chips whose programs are rows: what every table of instructions has to keep. They give what breaks it,
// or nothing.
namespace lw::test {

// The file of cases of an instruction: "row.matmul.i8.json".
std::string fileOf(const isa::Insn& insn);
// Files of the folder that belong to no row, and rows without a file.
std::vector<std::string> strayFiles(const isa::Spec& spec, const std::string& folder);
// encode(decode(bits)) == bits for every row with random operands; the rows where it is not.
std::vector<std::string> rowsThatChange(const isa::Spec& spec);
// What is wrong in the cases of a file, a line each; `run` gives the lines of one.
std::string wrongIn(const std::string& path,
                    const std::function<std::vector<std::string>(const StateCase&)>& run);

} // namespace lw::test
