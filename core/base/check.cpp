// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace lw {

void broken(const char* kind, const char* condition, const char* why, const char* file, int line) {
    std::fprintf(stderr, "lanewright: broken %s at %s:%d: %s (%s)\n", kind, file, line, why, condition);
    std::abort();
}

} // namespace lw
