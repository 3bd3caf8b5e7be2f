// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/format_search.h"

#include <string>

namespace lw::cli {

// A search of formats as a picture, in SVG: what each step that was tried gets right, over the bytes of all
// native matrices. Steps that were taken are joined from the widest format on; the dashed line is what must
// at least be right.
std::string chartOf(const project::FormatSearch& search);

} // namespace lw::cli
