// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

// Texts that are compared with committed files. With LW_UPDATE_GOLDEN=1 in the environment (no other value
// counts) a file that differs is rewritten, and the test fails all the same: no run passes because of what it
// has just written. The change is reviewed like code; the next run passes.
namespace lw::test {

inline bool updatesGolden() {
    const char* const update = std::getenv("LW_UPDATE_GOLDEN");
    return update != nullptr && std::string_view(update) == "1";
}

// The line with that byte, what cannot be printed as dots, and no more than fits on one.
inline std::string lineAround(std::string_view text, std::size_t at) {
    constexpr std::size_t kBefore = 60, kMost = 160;
    std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1; // npos + 1 = 0
    begin = std::max(begin, at - std::min(at, kBefore));
    std::string line(text.substr(begin, std::min(kMost, text.find('\n', at) - begin)));
    for (char& c : line)
        if (static_cast<unsigned char>(c) < ' ') c = '.';
    return line;
}

// Empty when the file holds the text; else what to look at.
inline std::string differsFromFile(const std::string& text, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream held;
    if (file) held << file.rdbuf();
    const std::string want = held.str();
    if (file && want == text) return {};
    if (updatesGolden()) {
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        const bool isWritten = bool(std::ofstream(path, std::ios::binary) << text);
        return path + (isWritten ? " was rewritten: look at its change" : " cannot be written");
    }
    if (!file) return path + " is missing";
    const auto differ = std::mismatch(want.begin(), want.end(), text.begin(), text.end());
    const auto at = static_cast<std::size_t>(differ.first - want.begin());
    const auto line = std::count(want.begin(), differ.first, '\n') + 1;
    return path + ":" + std::to_string(line) + ": expected '" + lineAround(want, at) + "', got '" +
           lineAround(text, at) + "'";
}
// `name` is relative to tests/golden.
inline std::string differsFromGolden(const std::string& text, const std::string& name) {
    return differsFromFile(text, std::string(LW_TESTS) + "/golden/" + name);
}

} // namespace lw::test
