// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rooms.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// What one file may contain; which rooms it may include, its README says (rooms.h). When a rule is in the
// way, it is changed, with a reason.
namespace lw::layering {

// A file that may break a limit, and why. An exception that is no longer needed fails.
struct Exception {
    std::string_view file;
    std::string_view reason;
};

inline constexpr std::size_t kMostLines = 500;   // of a .cpp file
inline constexpr std::size_t kMostColumns = 110; // of a comment; code is broken by clang-format
inline constexpr std::size_t kMostFunctionLines = 60;

inline const std::vector<Exception> kLongFiles{};
inline const std::vector<Exception> kLongFunctions{};

// Libraries beyond the standard one that core and lw may use, and where.
struct Library {
    std::string_view header;             // what stands between the brackets begins with this
    std::vector<std::string_view> files; // empty: any .cpp file
};
inline const std::vector<Library> kLibraries{
    // The heaviest header there is: all other files write a Json and read a JsonValue.
    {"nlohmann/", {"core/base/json.cpp", "core/base/json_value.cpp"}},
    {"zlib.h", {}},
    {"png.h", {"core/tensor/picture_png.cpp", "core/tensor/picture_write.cpp"}},
    {"jpeglib.h", {"core/tensor/picture_jpeg.cpp"}},
};

// What is wrong with one file, one sentence each.
std::vector<std::string> violations(const File& file, const Tables& tables);
// The longest function of the text: its number of lines and the number of the line it begins on.
struct Longest {
    std::size_t lines = 0, begin = 0;
};
Longest longestFunction(std::string_view text);

} // namespace lw::layering
