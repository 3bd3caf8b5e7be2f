// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostics.h"
#include "core/chips/catalog.h"
#include "core/program/lint.h"
#include "core/program/program.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lw::project {

// A program of some cores, and what its text says about warnings.
struct LintedProgram {
    const program::Program* program = nullptr;
    std::vector<program::WarningSwitch> switches{};
    bool isObject = false; // the texts that its places are in may be gone
};

// Warnings that only the chip can give, of each program or of what they do to other cores. `programOf`
// says which one each core runs; empty: nothing does, and there is one.
void lintCores(const chips::Chip& chip, const chips::MachineChoice& machine,
               std::span<const LintedProgram> programs, std::span<const std::size_t> programOf,
               const program::LintOptions& options, Diagnostics& out);

} // namespace lw::project
