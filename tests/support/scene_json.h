// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/scene/cell_picture.h"

#include <nlohmann/json.hpp>

#include <string>

// The JSON of scenes, read as another program would read it. What the library's templates become is compiled
// once, in scene_json.cpp: it takes ten seconds.
namespace lw::test {

nlohmann::json jsonOfText(const std::string& text);
// Empty when the text is this JSON; else what would have to be changed in it.
std::string differsFromText(const std::string& text, const char* wanted);

template <typename Scene> nlohmann::json jsonRead(const Scene& scene) {
    return jsonOfText(jsonOf(scene).text(1));
}
template <typename Scene> std::string differsFromJson(const Scene& scene, const char* wanted) {
    return differsFromText(jsonOf(scene).text(1), wanted);
}

// Whether this is the picture, cell by cell.
bool holds(const nlohmann::json& json, const scene::CellPicture& picture);

} // namespace lw::test
