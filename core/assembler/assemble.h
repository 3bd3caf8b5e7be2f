// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/definition.h"
#include "core/base/diagnostics.h"
#include "core/program/lint.h"
#include "core/program/program.h"
#include "core/source/files.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lw::assembler {

// What .chip asks for. When `configuration` is a path (it has a slash or ends in .json),
// the file was read through the loader of the program's files: `text` holds it and `file` is its number.
// Otherwise it is a name, or empty.
struct MachineRequest {
    std::string_view chip;
    std::string_view configuration;
    std::optional<std::string_view> text;
    std::uint32_t file = Place::kNoFile;
};
// Answers it. A problem without a place gets that of the directive.
using TargetOf = std::function<Result<program::Target>(const MachineRequest&)>;

struct Limits {
    std::size_t errors = 1000; // listed before giving up
    std::size_t depth = 64;    // of nested macros and repetitions
    std::size_t includeDepth = 32;
    std::uint64_t expandedLines = 4'000'000; // made by macros and repetitions
    std::uint64_t expandedBytes = std::uint64_t{256} << 20;
    std::uint64_t dataBytes = std::uint64_t{1} << 30; // of initial contents of memories
};

struct Options {
    TargetOf targetOf;
    std::vector<std::string> includePath{};
    Limits limits{};
    // Also look for mistakes that no single bundle shows, if everything else is well; .warn is obeyed, beside
    // what is off here. Its errors (a predicate that nothing sets) are errors of the program.
    std::optional<program::LintOptions> lint{};
    std::vector<Definition> definitions{}; // whether the text has such names, is the caller's business
};

// A file whose numbers became initial contents of a tensor.
struct DataFile {
    std::string tensor;
    std::string path;
    std::uint64_t hash = 0; // of type, shape and numbers, as in the file
};

// How much memory the assembler itself used, in bytes, besides the program and the texts.
struct Footprint {
    std::size_t symbols = 0;
    std::size_t expressions = 0;
    std::size_t waiting = 0; // for names defined below
};

struct Assembly {
    std::optional<program::Program> program;        // present if there was no error; warnings may remain
    std::optional<program::Target> target;          // of .chip, when that much was understood
    Diagnostics diagnostics;                        // in the order of the text
    std::vector<program::WarningSwitch> switches{}; // of .warn
    // Of tensors whose text says what files for them hold (cast).
    std::vector<std::pair<std::string, tensor::DType>> castFrom{};
    std::vector<DataFile> dataFiles{};    // in the order of the text
    std::vector<std::string> constants{}; // names of .equ, if there were definitions
    Footprint footprint;
};

// Assembles the text of one file and of what it includes. Places in program and diagnostics
// are about `files`, and Program::sources lists them all. Reports all errors it can find;
// bounded in time and memory for any text.
Assembly assemble(source::Files& files, std::uint32_t file, const Options& options);

// The words of the language itself, for completion and colouring.
std::span<const std::string_view> directiveNames(); // ".align" ...
std::vector<std::string_view> functionNames();      // "abs" ...

} // namespace lw::assembler
