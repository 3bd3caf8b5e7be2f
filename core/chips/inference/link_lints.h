// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/config.h"
#include "core/program/lint.h"
#include "core/program/program.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lw::inference {

// What circuits of an array are sure to get wrong with its links, if they get that far: programs have no
// branches. W312 and W313, for each program in instruction order. `programOf` says which one each circuit
// runs. If it is empty, no circuit runs one and there is one program: only what is wrong anywhere is told.
std::vector<program::LintFinding> lintLinks(std::span<const program::Program* const> programs,
                                            std::span<const std::size_t> programOf, const Config& config);

} // namespace lw::inference
