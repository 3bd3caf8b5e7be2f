// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

// Text that is compared with a file under tests/golden. With LW_UPDATE_GOLDEN=1 in the environment the file
// is rewritten instead, and its change is reviewed like code.
namespace lw::test {

// Empty when the text is the file's; else what to look at. `name` is relative to tests/golden.
inline std::string differsFromGolden(const std::string& text, const std::string& name) {
    const std::string path = std::string(LW_TESTS) + "/golden/" + name;
    if (const char* update = std::getenv("LW_UPDATE_GOLDEN"); update != nullptr && *update == '1') {
        std::ofstream(path, std::ios::binary) << text;
        return {};
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) return path + " is missing";
    std::ostringstream held;
    held << file.rdbuf();
    const std::string want = held.str();
    if (want == text) return {};
    std::size_t line = 1, at = 0;
    for (; at < want.size() && at < text.size() && want[at] == text[at]; ++at) line += want[at] == '\n';
    const auto around = [&](const std::string& s) {
        const std::size_t begin = at == 0 ? 0 : s.rfind('\n', at - 1) + 1; // npos + 1 = 0
        return s.substr(begin, s.find('\n', at) - begin);
    };
    return path + ":" + std::to_string(line) + ": expected '" + around(want) + "', got '" + around(text) +
           "'";
}

} // namespace lw::test
