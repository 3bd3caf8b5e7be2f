// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/masked_rows.h"

#include "core/isa/encode.h"
#include "core/machine/cell_range.h"

#include <optional>

namespace lw::scene {

namespace {

constexpr std::string_view kMask = "mask"; // the name of operands that enable rows bit by bit

// The operand's value at this moment; nothing when the scalar register cannot be read.
std::optional<std::uint64_t> valueOf(const isa::Spec& spec, const machine::CoreTree& tree,
                                     const isa::Value& value, const machine::Moment& now) {
    if (value.kind == isa::Value::Kind::Number) return value.value;
    const machine::NodeId node = tree.ofFile(spec.sharedFile);
    const machine::CellRange cell = machine::readCells(tree, node, value.value, 1, now);
    if (cell.count() != 1) return {};
    return cell.bits(0);
}

void markRows(CellPicture& picture, std::uint64_t mask) {
    for (std::uint32_t row = 0; row < picture.rows && row < 64; ++row) {
        if (mask >> row & 1) continue;
        for (std::uint32_t column = 0; column < picture.columns; ++column)
            picture.flags[std::size_t{row} * picture.columns + column] |= kMasked;
    }
}

} // namespace

void markMaskedRows(std::vector<CellPicture>& registers, const program::Program& program,
                    const program::Target& target, const machine::CoreTree& tree,
                    const machine::Moment& now) {
    const isa::Spec& spec = *target.spec;
    isa::Bundle bundle;
    if (now.bundle >= program.bundles.size() || isa::decode(spec, program.bundles[now.bundle], bundle))
        return;
    const machine::NodeId vectors = tree.withRole(machine::Role::VectorRegisters);
    for (const isa::SlotInsn& insn : bundle) {
        const isa::Operands& operands = spec.insns[insn.op].operands;
        std::optional<std::uint64_t> mask;
        for (std::size_t i = 0; i < operands.size(); ++i)
            if (operands[i].name == kMask) mask = valueOf(spec, tree, insn.operands[i], now);
        if (!mask) continue;
        for (std::size_t i = 0; i < operands.size(); ++i)
            if (operands[i].file >= 0 && insn.operands[i].kind == isa::Value::Kind::Register &&
                tree.ofFile(operands[i].file) == vectors && insn.operands[i].value < registers.size())
                markRows(registers[insn.operands[i].value], *mask);
    }
}

} // namespace lw::scene
