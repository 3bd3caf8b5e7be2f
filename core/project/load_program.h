// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostics.h"
#include "core/chips/catalog.h"
#include "core/program/lint.h"
#include "core/program/program.h"
#include "core/source/files.h"

#include <optional>
#include <string>
#include <vector>

namespace lw::project {

struct LoadedProgram {
    const chips::Chip* chip = nullptr;
    chips::MachineChoice machine;
    program::Program program;
};

// A program from a source text (.lw) or an object file (told apart by its first bytes), for the machine it
// names or for `machine`, when that is not empty.
struct ProgramRequest {
    std::string path;
    std::string machine;
    std::vector<std::string> includePath;
    // Nothing: only what keeps a text from assembling or an object from loading.
    std::optional<program::LintOptions> lint{};
};
struct ProgramAnswer {
    std::optional<LoadedProgram> loaded; // present if there was no error
    Diagnostics diagnostics;             // places are about the files given
};
ProgramAnswer loadProgram(const ProgramRequest& request, source::Files& files);

} // namespace lw::project
