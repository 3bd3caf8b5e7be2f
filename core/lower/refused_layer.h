// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <optional>
#include <string>

namespace lw::lower {

// The layer that a network cannot be lowered for, if the problem names one.
std::optional<std::string> refusedLayer(const Problem& problem);

} // namespace lw::lower
