// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/definition.h"
#include "core/base/result.h"
#include "core/project/conversion.h"
#include "core/tensor/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What belongs to the work on one program, in a file (.lwp): resources/manual/project.md describes it.
namespace lw::project {

struct Input {
    std::string tensor;
    std::string file; // .npy
    Conversion cast = Conversion::None;
    // What files for the tensor hold, as the program's text says; a project file does not have it.
    std::optional<tensor::DType> castFrom{};
    Place place{}; // in the file that asks for it
    bool operator==(const Input& other) const {
        return tensor == other.tensor && file == other.file && cast == other.cast;
    }
};

struct SavedBreakpoint {
    std::string at; // as machine/breakpoints.h reads it: with condition, hit count and log text
    bool enabled = true;
    std::uint16_t core = 0; // that it was made for
    bool operator==(const SavedBreakpoint&) const = default;
};

struct SavedLayout {
    std::string workspace;
    std::string state; // opaque: whoever made it knows whether it still fits
    // Those that are not as they come with the workspace: "registers#2" is one more of its kind, and
    // "memory@1" is pinned to core 1.
    std::vector<std::string> views{};
    bool operator==(const SavedLayout&) const = default;
};

// Paths are as the file has them: seen from its folder, or absolute.
struct Project {
    std::string program;       // the start file; empty: none is chosen yet
    std::string machine;       // a name, or a path to a configuration; empty: the program's
    std::vector<Input> inputs; // put into memory before the first clock, in this order
    std::vector<assembler::Definition> definitions; // for constants of the program's text
    std::vector<SavedBreakpoint> breakpoints;
    std::vector<std::string> watches;
    std::vector<std::uint64_t> bookmarks; // clocks
    std::uint16_t focus = 0;              // the core in focus
    std::vector<std::string> open;        // files in tabs
    std::string front;                    // the one in front
    std::string workspace;
    std::vector<SavedLayout> layouts;
    bool operator==(const Project&) const = default;
};

inline constexpr std::string_view kProjectEnding = ".lwp";

// E60x for what is not JSON or has other keys, E73x; with the line and column in `file`.
Result<Project> parseProject(std::string_view json, std::uint32_t file);
// The text of the file: keys in a fixed order, empty ones left out. Its version is 1 unless it has something
// to say of cores or of second views.
std::string textOf(const Project& project);
// The same with paths, which must be absolute, as seen from the folder of the file `path`, where they lie in
// or below it; and back to absolute ones.
Project relativeTo(Project project, const std::string& path);
Project absoluteFrom(Project project, const std::string& path);

} // namespace lw::project
