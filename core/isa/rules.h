// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"
#include "core/isa/finding.h"

#include <vector>

// The rules for a bundle beyond its encoding, for assembler and loader alike.
// They read the table and know no chip.
namespace lw::isa {

// Every rule the bundle breaks (E206-E210): onlySlots; one writer per register, or two under complementary
// predicates; constant registers not written; one instruction of a slot class for an exclusive unit; one
// branch. The bundle must be encodable. Appends to `out`, which is not touched when all is well; then nothing
// is allocated either.
void checkRules(const Spec& spec, const Bundle& bundle, std::vector<Finding>& out);

// Why two bundles cannot be one, or what would change if they were.
struct Sharing {
    std::vector<Problem> obstacles; // slots, writers, immediates, forwarded scalars, units: it cannot be done
    std::vector<Problem> warnings;  // it can be done, but `second` would no longer see what `first` does
    Bundle together; // the one bundle, when there is no obstacle; instructions may have moved to other slots
    bool possible() const { return obstacles.empty(); }
};

// What `second` would no longer see of `first`, right before it, if the two were one (E241-E243):
// Finding::insn is of `second`, Finding::other of `first`.
std::vector<Finding> dependencies(const Spec& spec, const Bundle& first, const Bundle& second);

// `second` comes after `first`. Both must be encodable and break no rule.
Sharing explainSharing(const Spec& spec, const Bundle& first, const Bundle& second);

} // namespace lw::isa
