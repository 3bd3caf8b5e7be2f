// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/words.h"

#include "core/isa/lookup.h"

namespace lw::assembler {

source::Words wordsOf(const isa::Spec& spec) {
    source::Words out;
    const auto known = isa::lookupOf(spec).mnemonics();
    out.mnemonics.assign(known.begin(), known.end());
    for (const isa::Slot& slot : spec.slots) out.slots.push_back(slot.name);
    for (const isa::RegisterFile& file : spec.files) out.registers.push_back({file.prefix, file.count});
    return out;
}

} // namespace lw::assembler
