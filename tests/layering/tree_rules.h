// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rooms.h"

namespace lw::layering {

// What is wrong with the tables and with all files together, one sentence each: rows that cannot be read,
// rooms without a folder, names of nothing, circles, names that no file needs, and what files reach through
// the headers they include.
std::vector<std::string> treeFaults(const Tree& tree, const Tables& tables);

} // namespace lw::layering
