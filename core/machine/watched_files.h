// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"

#include <string_view>
#include <vector>

namespace lw::machine {

// The register files that breakpoints on `write` and `read` take: those that operands name, in which a chip
// tells who reads and writes.
std::vector<std::string_view> watchedFiles(const Scope& scope);

} // namespace lw::machine
