// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <span>

namespace lw::cli {

// Every row of every room's table of messages.
// The list is made by CMake from the files whose names end in messages.h.
std::span<const Message* const> messageRows();

} // namespace lw::cli
