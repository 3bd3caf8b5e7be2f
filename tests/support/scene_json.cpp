// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scene_json.h"

#include <charconv>
#include <sstream>

namespace lw::test {

nlohmann::json jsonOfText(const std::string& text) { return nlohmann::json::parse(text); }

std::string differsFromText(const std::string& text, const char* wanted) {
    const nlohmann::json is = jsonOfText(text), should = jsonOfText(wanted);
    return is == should ? std::string() : nlohmann::json::diff(should, is).dump(1);
}

bool holds(const nlohmann::json& json, const scene::CellPicture& picture) {
    std::vector<std::uint64_t> bits;
    std::vector<std::uint8_t> flags;
    for (const nlohmann::json& row : json.at("rows")) {
        std::istringstream words(row.at("bits").get<std::string>());
        for (std::string word; words >> word;)
            std::from_chars(word.data(), word.data() + word.size(), bits.emplace_back(), 16);
        for (const char flag : row.at("flags").get<std::string>())
            flags.push_back(static_cast<std::uint8_t>(flag - '0'));
    }
    return json.size() == 5 && json.at("name") == picture.name &&
           json.at("type") == tensor::nameOf(picture.type) && json.at("firstRow") == picture.firstRow &&
           json.at("columns") == picture.columns && json.at("rows").size() == picture.rows &&
           bits == picture.bits && flags == picture.flags;
}

} // namespace lw::test
