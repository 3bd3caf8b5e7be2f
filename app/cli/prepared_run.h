// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/run_loop.h"
#include "core/project/load_program.h"
#include "core/project/project_file.h"
#include "core/tensor/tensor.h"

#include <memory>
#include <string>
#include <vector>

namespace lw::cli {

class Arguments;

// A tensor that was put into memory before the first clock.
struct RunInput {
    std::string name, file;
    std::uint64_t hash = 0; // of type, shape and numbers
};

// A program on a machine with its inputs set, ready to run; files are kept for messages.
struct PreparedRun {
    source::DiskLoader loader;
    source::Files files{loader};
    project::LoadedProgram loaded;
    chips::RunOptions options;
    std::unique_ptr<machine::Machine> machine;
    std::vector<RunInput> inputs;
    std::vector<assembler::Definition> definitions;
    RunLimits limits;
};

// What is to be run, and how; read from the options of kMachineOptions, kInputOptions and kWarningOptions.
struct RunRequest {
    std::string path;    // a text, an object, or a project file, which names program, machine and inputs
    std::string machine; // empty: the program's
    std::vector<std::string> includePath;
    std::vector<assembler::Definition> definitions;
    program::LintOptions lint;
    chips::RunOptions options;
    RunLimits limits;
    std::vector<std::string> set;         // "A=a.npy"
    std::vector<project::Input> inputs{}; // of a project; those that --set names are left out
    bool cast = false;                    // as if every name had :cast
};
Result<RunRequest> runRequestOf(const std::string& path, const Arguments& arguments, Console& console);

// Null when the program was wrong, which has been reported.
Result<std::unique_ptr<PreparedRun>> prepareRun(RunRequest request, Console& console);
Result<std::unique_ptr<PreparedRun>> prepareRun(const std::string& path, const Arguments& arguments,
                                                Console& console);

} // namespace lw::cli
