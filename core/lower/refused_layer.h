// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <optional>
#include <string>

namespace lw::lower {

// The layer because of which a network cannot be lowered, if the problem names one.
std::optional<std::string> refusedLayer(const Problem& problem);

} // namespace lw::lower
