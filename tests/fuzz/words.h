// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/isa.h"
#include "core/isa/lookup.h"
#include "core/source/lexer.h"

// The words of the training chip, as its lexer wants them.
namespace lw::fuzz {

inline const source::Words& trainingWords() {
    static const source::Words words = [] {
        const isa::Spec& spec = training::kIsa;
        source::Words out;
        for (const auto name : isa::lookupOf(spec).mnemonics()) out.mnemonics.push_back(name);
        for (const isa::Slot& slot : spec.slots) out.slots.push_back(slot.name);
        for (const isa::RegisterFile& file : spec.files) out.registers.push_back({file.prefix, file.count});
        return out;
    }();
    return words;
}

} // namespace lw::fuzz
