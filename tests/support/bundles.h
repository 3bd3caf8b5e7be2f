// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"

#include <algorithm>
#include <initializer_list>

// Short ways to write bundles in tests.
namespace lw::test {

inline isa::Value number(std::int64_t n) { return {isa::Value::Kind::Number, static_cast<std::uint32_t>(n)}; }
inline isa::Value reg(std::uint32_t n) { return {isa::Value::Kind::Register, n}; }
inline isa::Value shared(std::uint32_t n) { return {isa::Value::Kind::Shared, n}; }

inline isa::SlotInsn insn(std::uint8_t slot, isa::OpId op, std::initializer_list<isa::Value> operands,
                          std::uint8_t predicate = 15) {
    isa::SlotInsn out{op, slot, predicate, {}};
    std::copy(operands.begin(), operands.end(), out.operands.begin());
    return out;
}

inline isa::Bundle bundle(std::initializer_list<isa::SlotInsn> insns) {
    isa::Bundle out;
    for (const isa::SlotInsn& i : insns) out.insns[out.count++] = i;
    return out;
}

} // namespace lw::test
