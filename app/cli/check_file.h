// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/definition.h"
#include "core/base/result.h"
#include "core/machine/fault.h"
#include "core/project/conversion.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The file of `lw check`: programs, inputs and what must come out. Paths count from the file's folder and
// stay inside it; those of programs count from the submission where one is graded.
namespace lw::cli {

struct TensorInput {
    std::string name;
    std::string file;
    project::Conversion cast = project::Conversion::None;
};

struct TensorExpectation {
    std::string name;
    std::string file;
    double atol = 0, rtol = 0;
    std::uint64_t ulp = 0; // 0: atol and rtol count
    bool nanEqual = true;  // a NaN where a NaN is expected is right
};

struct MemoryExpectation {
    std::string space;
    std::uint64_t address = 0; // in units of the space
    std::vector<std::uint32_t> words;
};

struct RegisterExpectation {
    std::string name; // "r3", "p1", "f2"
    std::uint32_t value = 0;
};

struct CheckCase {
    std::string name;
    std::string program;
    std::string machine;           // empty: the program's
    std::string mode, dma, uninit; // empty: the default
    std::uint64_t seed = 0;
    std::vector<TensorInput> set;
    std::vector<assembler::Definition> definitions;      // for constants of the program's text
    std::optional<std::uint64_t> cycles, bundles, bytes; // budgets: more is a failure
    double seconds = 60;                                 // of the host's time
    std::vector<RegisterExpectation> registers;
    std::vector<MemoryExpectation> memory;
    std::vector<TensorExpectation> tensors;
    std::optional<machine::FaultKind> fault; // none: the program must halt
    double points = 1;
    // If given: the only files, and folders with what is below them, that the program may read besides
    // itself.
    std::optional<std::vector<std::string>> reads;
    Place place;
};

struct CheckFile {
    // The folder that programs and files must lie in, as seen from the file's own folder.
    std::string root = ".";
    Place rootPlace; // unknown: the file does not say
    std::vector<CheckCase> cases;
};
Result<CheckFile> parseChecks(std::string_view json, std::uint32_t file);

} // namespace lw::cli
