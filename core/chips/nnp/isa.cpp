// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/isa.h"

#include "core/isa/bundle.h"
#include "core/isa/check.h"

// The table proves itself here, once, and not in every file that reads it.
static_assert(lw::isa::check(lw::nnp::kIsa));

namespace lw::nnp {

void settleAddSub(std::span<const isa::SlotInsn> before, isa::SlotInsn& insn) {
    bool hasAdded = false, isSecond = false;
    int activations = 0;
    for (const isa::SlotInsn& one : before) {
        const Step step = kRows[one.op].meaning.step;
        if (step == Step::Add) hasAdded = true;
        if (step == Step::Activate) ++activations;
        isSecond =
            isSecond || activations == 2 ||
            (step == Step::Add && one.operands[0].value == static_cast<std::uint32_t>(Memory::AddSubVrf1));
    }
    insn.operands[0].value =
        static_cast<std::uint32_t>(hasAdded || isSecond ? Memory::AddSubVrf1 : Memory::AddSubVrf0);
}

} // namespace lw::nnp
