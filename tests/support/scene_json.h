// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/scene/cell_picture.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <sstream>
#include <string>

// The JSON of scenes, read as another program would read it.
namespace lw::test {

template <typename Scene> nlohmann::json jsonRead(const Scene& scene) {
    return nlohmann::json::parse(jsonOf(scene).text(1));
}

// Empty when the scene is written as this JSON; else what would have to be changed in it.
template <typename Scene> std::string differsFromJson(const Scene& scene, const char* wanted) {
    const nlohmann::json is = jsonRead(scene), should = nlohmann::json::parse(wanted);
    return is == should ? std::string() : nlohmann::json::diff(should, is).dump(1);
}

// Whether this is the picture, cell by cell.
inline bool holds(const nlohmann::json& json, const scene::CellPicture& picture) {
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
