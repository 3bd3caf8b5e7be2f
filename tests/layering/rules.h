// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Which room may include which, and what may stand where.
// When a rule is in the way, the table is changed, with a reason.
namespace lw::layering {

struct Room {
    std::string_view name;                    // folder below the root; "core/chips/*" stands for each chip
    std::vector<std::string_view> mayInclude; // rooms or single files, besides itself
};

inline const std::vector<std::string_view> kCoreForWidgets{
    "core/base",      "core/numeric", "core/tensor",          "core/source",  "core/isa",   "core/program",
    "core/assembler", "core/machine", "core/chips/catalog.h", "core/project", "core/network", "core/lower", "core/concord",
    "core/trace",     "core/scene", "core/manual"};

inline const std::vector<Room> kRooms{
    {"core/base", {}},
    {"core/numeric", {"core/base"}},
    {"core/tensor", {"core/base", "core/numeric"}},
    {"core/source", {"core/base"}},
    {"core/isa", {"core/base", "core/source"}},
    {"core/network", {"core/base", "core/numeric", "core/tensor"}},
    // Circuits clock by clock: chips are tested against them, pictures show them.
    {"core/circuit", {"core/base", "core/numeric"}},
    {"core/program", {"core/base", "core/isa", "core/tensor"}},
    // tensor: a .tensor directive loads a file and writes its numbers into the program.
    {"core/assembler", {"core/base", "core/source", "core/isa", "core/program", "core/tensor"}},
    {"core/machine", {"core/base", "core/isa", "core/program", "core/tensor"}},
    // The catalog is the one place that sees every chip; it hands them on as machines.
    {"core/chips", {"core/base", "core/isa", "core/program", "core/machine", "core/chips/*"}},
    {"core/chips/*",
     {"core/base", "core/numeric", "core/tensor", "core/circuit", "core/isa", "core/program", "core/machine"}},
    // numeric: what a circuit's activation functions give is predicted with the same polynomials.
    {"core/lower",
     {"core/base", "core/numeric", "core/tensor", "core/network", "core/isa", "core/program", "core/chips/*/isa.h",
      "core/chips/*/config.h"}},
    {"core/concord",
     {"core/base", "core/numeric", "core/tensor", "core/network", "core/isa", "core/program",
      "core/chips/nnp/isa.h"}},
    // A program from a text or an object file, for the machine it names, with its inputs (tensor),
    // and a network from its folder: what lw and the window both begin with.
    {"core/project",
     {"core/base", "core/tensor", "core/network", "core/source", "core/isa", "core/program", "core/assembler",
      "core/machine", "core/lower", "core/chips/catalog.h"}},
    // isa, program: what the numbers in events and counters are called.
    {"core/trace", {"core/base", "core/isa", "core/program", "core/machine"}},
    // program: its bundles and named tensors are what pictures show.
    {"core/scene",
     {"core/base", "core/numeric", "core/tensor", "core/circuit", "core/isa", "core/program", "core/network",
      "core/machine", "core/trace", "core/lower/report.h", "core/concord/report.h"}},
    // The manual reads the tables of all rooms; its list of messages is made from every messages.h.
    {"core/manual",
     {"core/base", "core/source", "core/isa", "core/program", "core/network", "core/assembler", "core/machine",
      "core/chips/catalog.h"}},
    {"widgets", kCoreForWidgets},
    {"app", {"core", "widgets"}},
    {"tests", {"core", "widgets", "app", "examples"}},
    // The examples' reference program stands alone: it must not share a mistake with the core.
    {"tests/reference", {}},
    {"examples", {}},
};

// A file that may break a limit, and why. An exception that is no longer needed fails.
struct Exception {
    std::string_view file;
    std::string_view reason;
};

inline constexpr std::size_t kMostLines = 500; // of a .cpp file
inline constexpr std::size_t kMostFunctionLines = 60;

inline const std::vector<Exception> kLongFiles{};
inline const std::vector<Exception> kLongFunctions{};

// Libraries beyond the standard one that core and lw may use, and where.
struct Library {
    std::string_view header;             // what stands between the brackets begins with this
    std::vector<std::string_view> files; // empty: any .cpp file
};
inline const std::vector<Library> kLibraries{
    {"nlohmann/json_fwd.hpp", {"core/scene", "app/cli"}},
    {"nlohmann/", {}},
    {"zlib.h", {}},
    {"png.h", {}},
};

struct File {
    std::string path; // from the root, with slashes
    std::string text;
};

// What is wrong with one file, one sentence each.
std::vector<std::string> violations(const File& file);
// The longest function of the text: its number of lines and the number of the line it begins on.
struct Longest {
    std::size_t lines = 0, begin = 0;
};
Longest longestFunction(std::string_view text);

} // namespace lw::layering
