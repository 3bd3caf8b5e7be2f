// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"
#include "widgets/theme/role.h"

#include <string_view>

namespace lw::theme {

// The colour of a group of units, the same in every picture.
Role roleOf(isa::UnitGroup group);
// The same, from the name of a chip's unit.
Role roleOfUnit(const isa::Spec& spec, std::string_view unit);
// The letter that says the same without colour.
char letterOf(isa::UnitGroup group);

} // namespace lw::theme
