// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"

#include <string>
#include <string_view>
#include <vector>

namespace lw::isa {

struct Completion {
    OpId op = kNoOp;
    std::uint16_t slots = 0; // the free slots it may go into
};

// The instructions that can still be added to an unfinished bundle, in the order of the table: those with a
// free slot whose exclusive unit is free for their class, which borrow from no slot in use, and at most one
// branch. `prefix` filters by the beginning of the mnemonic.
std::vector<Completion> completions(const Spec& spec, const Bundle& partial, std::string_view prefix = {});

// "add d, x, y": an instruction as it is written, for call tips and manual pages.
std::string syntaxOf(const Spec& spec, OpId op);

} // namespace lw::isa
