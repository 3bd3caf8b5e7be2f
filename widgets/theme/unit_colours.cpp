// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/unit_colours.h"

namespace lw::theme {

using isa::UnitGroup;

Role roleOf(UnitGroup group) {
    switch (group) {
    case UnitGroup::Scalar: return Role::UnitScalar;
    case UnitGroup::Vector: return Role::UnitVector;
    case UnitGroup::Memory: return Role::UnitMemory;
    case UnitGroup::Matrix: return Role::UnitMatrix;
    case UnitGroup::Permute: return Role::UnitPermute;
    case UnitGroup::Unary: return Role::UnitUnary;
    case UnitGroup::Transfer: return Role::UnitDma;
    case UnitGroup::Sync: break;
    }
    return Role::UnitSync;
}

Role roleOfUnit(const isa::Spec& spec, std::string_view unit) {
    for (const isa::Unit& candidate : spec.units)
        if (candidate.name == unit) return roleOf(candidate.group);
    return Role::UnitSync;
}

char letterOf(UnitGroup group) {
    switch (group) {
    case UnitGroup::Scalar: return 'S';
    case UnitGroup::Vector: return 'V';
    case UnitGroup::Memory: return 'L';
    case UnitGroup::Matrix: return 'M';
    case UnitGroup::Permute: return 'X';
    case UnitGroup::Unary: return 'U';
    case UnitGroup::Transfer: return 'D';
    case UnitGroup::Sync: break;
    }
    return 'F';
}

} // namespace lw::theme
