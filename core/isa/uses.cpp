// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/uses.h"

namespace lw::isa {

void usesOf(const Spec& spec, const Bundle& bundle, RegisterUses& out) {
    out.count = 0;
    for (std::uint8_t i = 0; i < bundle.count; ++i) {
        const SlotInsn& s = bundle.insns[i];
        if (spec.predicateFile >= 0 && s.predicate != spec.predicateAlways) {
            const auto number = static_cast<std::uint8_t>(s.predicate & ~spec.predicateInvert);
            out.items[out.count++] = {spec.predicateFile, number, Access::Read, -1, i};
        }
        const Operands& operands = spec.insns[s.op].operands;
        for (std::size_t j = 0; j < operands.size(); ++j) {
            const Value& v = s.operands[j];
            if (v.kind == Value::Kind::Number) continue;
            const std::int8_t file = v.kind == Value::Kind::Shared ? spec.sharedFile : operands[j].file;
            out.items[out.count++] = {file, static_cast<std::uint8_t>(v.value), operands[j].access,
                                      static_cast<std::int8_t>(j), i};
        }
    }
}

} // namespace lw::isa
