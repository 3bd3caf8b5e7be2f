// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/assemble.h"
#include "core/base/diagnostics.h"
#include "core/chips/catalog.h"
#include "core/program/lint.h"
#include "core/program/program.h"
#include "core/project/project_file.h"
#include "core/source/files.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lw::project {

struct LoadedProgram {
    const chips::Chip* chip = nullptr;
    chips::MachineChoice machine;
    program::Program program; // of all cores, or of the first one
    // Of a workload: one for each core, and what is put into their memory before the first clock.
    std::vector<program::Program> ofCores{};
    std::vector<std::string> pathsOfCores{}; // of the files that these are from
    std::vector<Input> inputs{};
    // What the texts say of files for tensors, and which they load. A program file knows neither.
    std::vector<std::pair<std::string, tensor::DType>> castFrom{};
    std::vector<std::vector<std::pair<std::string, tensor::DType>>> castFromOfCores{}; // of a workload
    std::vector<assembler::DataFile> dataFiles{};

    const program::Program& programOf(std::size_t core) const {
        return ofCores.empty() ? program : ofCores[core];
    }
    // The type that files for this tensor hold, by its text; also "c1.x".
    std::optional<tensor::DType> castFromOf(std::string_view tensor) const;
    Result<std::unique_ptr<machine::Machine>> createMachine(const chips::RunOptions& options) const;
};

// A program from a source text (.lw) or an object file (told apart by its first bytes), for the machine it
// names or for `machine`, when that is not empty; or those of a workload (.lww).
struct ProgramRequest {
    std::string path;
    std::string machine;
    std::vector<std::string> includePath;
    // Nothing: only what keeps a text from assembling or an object from loading.
    std::optional<program::LintOptions> lint{};
    bool mayBeWorkload = false;        // otherwise a workload is refused: E764
    Place place{}, machinePlace{};     // where a file asks for them
    const chips::Chip* chip = nullptr; // that it must be for: E763; null: for any
    bool mayNameMachine = true;        // a file, besides those that are built in; otherwise E774
    // For constants of the texts; of a workload, of those programs that have them. E790.
    std::vector<assembler::Definition> definitions{};
};
struct ProgramAnswer {
    std::optional<LoadedProgram> loaded;            // present if there was no error
    Diagnostics diagnostics;                        // places are about the files given
    std::vector<program::WarningSwitch> switches{}; // of .warn, in a text
    std::vector<std::string> constants{};           // of .equ, if there were definitions
    bool isObject = false;                          // it was not text; its places are in none of the files
};
ProgramAnswer loadProgram(const ProgramRequest& request, source::Files& files);

} // namespace lw::project
