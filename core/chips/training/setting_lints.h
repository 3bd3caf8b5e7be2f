// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/lint.h"
#include "core/program/program.h"

#include <span>
#include <vector>

namespace lw::training {

// Instructions that use the pattern, the rotation, the segments or the random key where nothing on any way
// there has set it: W314. `programs` are looked at one by one, and must be of this chip.
std::vector<program::LintFinding> lintSettings(std::span<const program::Program* const> programs);

} // namespace lw::training
