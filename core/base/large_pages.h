// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace lw {

// Asks the system to back memory that is reserved but not yet touched with large pages: filling tens of
// megabytes then takes a few dozen page faults instead of ten thousand. A hint: nothing depends on its being
// followed. Only whole large pages inside the range are asked for.
void preferLargePages(void* from, std::size_t bytes);

} // namespace lw
