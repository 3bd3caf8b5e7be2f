// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/element_source.h"

#include <string>
#include <vector>

namespace lw::scene {

struct ArchiveElements {
    std::string name; // of the array
    ElementSourcePtr elements;
};
// The arrays of an .npz file, each unpacked when it is first looked at. The file is read here.
Result<std::vector<ArchiveElements>> elementsOfArchive(const std::string& path);

} // namespace lw::scene
