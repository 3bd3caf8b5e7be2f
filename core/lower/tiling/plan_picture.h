// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/tiling/plan.h"

#include <cstdint>
#include <string_view>

namespace lw::lower::tiling {

// The size of the picture for which a plan file is made. A network of open size or of padding SAME is read
// for it, before the plan can be read. Problems of JSON, E663 for another schema or version.
Result<Size> pictureInJson(std::string_view text, std::uint32_t file);

} // namespace lw::lower::tiling
