// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/disassemble.h"

#include "core/isa/encode.h"
#include "core/program/data_text.h"
#include "core/program/messages.h"
#include "core/tensor/shape.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace lw::program {
namespace {

void appendInteger(std::int64_t value, std::string& out) {
    // The literal of the smallest number would be the negation of one that is too large.
    if (value == std::numeric_limits<std::int64_t>::min()) {
        out += "(-9223372036854775807 - 1)";
        return;
    }
    out += std::to_string(value);
}

void appendTensor(const NamedTensor& tensor, const isa::Spec& spec, std::string& out) {
    out += ".tensor " + tensor.name + ", ";
    out += tensor::nameOf(tensor.dtype);
    out += ", " + tensor::shapeText(tensor.shape) + ", ";
    out += spec.spaces[index(tensor.space)].name;
    out += tensor.layout == Layout::Tile ? ", tile" : ", row";
    out += ", at(" + std::to_string(tensor.address) + ")\n";
}

// The memory in which the ports of vectors take addresses: its units are rows of them.
std::optional<isa::SpaceId> spaceOf(const isa::Insn& insn, const isa::Spec& spec) {
    if (spec.units[index(insn.unit)].group != isa::UnitGroup::Memory) return {};
    for (std::size_t i = 0; i < spec.spaces.size(); ++i)
        if (spec.spaces[i].unitBytes == 0) return static_cast<isa::SpaceId>(i);
    return {};
}

auto placeOf(const NamedTensor& tensor) { return std::pair(index(tensor.space), tensor.address); }

} // namespace

Disassembler::Disassembler(const Program& program, const isa::Spec& spec) : m_program(program), m_spec(spec) {
    const std::size_t ends = program.bundles.size() + 1;
    m_firstLabel.assign(ends + 1, 0);
    const auto bundleOf = [&](const Symbol& symbol) {
        return symbol.kind == SymbolKind::Label && static_cast<std::uint64_t>(symbol.value) < ends
                   ? static_cast<std::size_t>(symbol.value)
                   : ends;
    };
    for (const Symbol& symbol : program.symbols)
        if (const std::size_t bundle = bundleOf(symbol); bundle != ends) ++m_firstLabel[bundle + 1];
    for (std::size_t i = 1; i < m_firstLabel.size(); ++i) m_firstLabel[i] += m_firstLabel[i - 1];
    m_labels.resize(m_firstLabel.back());
    std::vector<std::uint32_t> next(m_firstLabel.begin(), m_firstLabel.end() - 1);
    for (const Symbol& symbol : program.symbols)
        if (const std::size_t bundle = bundleOf(symbol); bundle != ends)
            m_labels[next[bundle]++] = symbol.name;
    for (const NamedTensor& tensor : program.tensors) m_tensors.push_back(&tensor);
    std::ranges::stable_sort(m_tensors, {}, [](const NamedTensor* t) { return placeOf(*t); });
    m_names = [this](const isa::SlotInsn& insn, std::size_t operand, std::uint32_t number, std::string& out) {
        const isa::Insn& row = m_spec.insns[insn.op];
        const isa::Form form = row.operands[operand].form;
        if (form == isa::Form::Target) return nameTarget(number, out);
        // Without a base the offset is the address.
        return form == isa::Form::Offset && insn.operands[operand - 1] == isa::Value{} &&
               nameAddress(row, number, out);
    };
}

std::string Disassembler::remark(std::uint32_t bundle, std::string_view text) const {
    isa::Bundle decoded;
    if (bundle >= m_program.bundles.size() || isa::decode(m_spec, m_program.bundles[bundle], decoded))
        return {};
    std::string out;
    for (const isa::SlotInsn& insn : decoded)
        for (std::size_t i = 0; i < m_spec.insns[insn.op].operands.size(); ++i) {
            const isa::Operand& operand = m_spec.insns[insn.op].operands[i];
            std::string_view memory = operand.memory; // or the one that its place in a chain decides
            if (operand.selector != nullptr && operand.selector->byPosition != 0)
                memory = operand.selector->names[insn.operands[i].value];
            if (!memory.empty() && text.find(memory) == text.npos) out += "  # " + std::string(memory);
        }
    return out;
}

bool Disassembler::nameTarget(std::uint32_t bundle, std::string& out) const {
    if (bundle > m_program.bundles.size() || m_firstLabel[bundle] == m_firstLabel[bundle + 1]) return false;
    out += m_labels[m_firstLabel[bundle]];
    return true;
}

bool Disassembler::nameAddress(const isa::Insn& insn, std::uint32_t address, std::string& out) const {
    const auto space = spaceOf(insn, m_spec);
    if (!space) return false;
    const auto after = std::ranges::upper_bound(m_tensors, std::pair(index(*space), std::uint64_t{address}),
                                                {}, [](const NamedTensor* t) { return placeOf(*t); });
    if (after == m_tensors.begin()) return false;
    const NamedTensor& tensor = **std::prev(after);
    if (tensor.space != *space || address - tensor.address >= tensor.units) return false;
    out += tensor.name;
    if (address != tensor.address) out += '+' + std::to_string(address - tensor.address);
    return true;
}

std::span<const std::string_view> Disassembler::labelsAt(std::uint32_t bundle) const {
    if (bundle > m_program.bundles.size()) return {};
    const std::size_t first = m_firstLabel[bundle];
    return std::span(m_labels).subspan(first, m_firstLabel[bundle + 1] - first);
}

Outcome Disassembler::append(std::uint32_t bundle, std::string& out) const {
    isa::Bundle decoded;
    if (auto finding = isa::decode(m_spec, m_program.bundles[bundle], decoded))
        return Problem{&messages::kBadBundle, {std::to_string(bundle), textOf(finding->problem)}, {}, {}, {}};
    isa::print(m_spec, decoded, out, m_names);
    return Done{};
}

Result<std::string> disassemble(const Program& program, const Target& target) {
    const isa::Spec& spec = *target.spec;
    constexpr std::size_t kBytesPerLine = 48; // of a typical line; only saves growing
    std::string out = ".chip " + program.chip + ", \"" + program.machine + "\"\n";
    out.reserve(out.size() + program.bundles.size() * kBytesPerLine);
    for (const Symbol& symbol : program.symbols) {
        if (symbol.kind != SymbolKind::Constant) continue;
        out += ".equ " + symbol.name + ", ";
        appendInteger(symbol.value, out);
        out += '\n';
    }
    for (const NamedTensor& tensor : program.tensors) appendTensor(tensor, spec, out);
    const Disassembler disassembler(program, spec);
    const auto count = static_cast<std::uint32_t>(program.bundles.size());
    auto hint = program.hints.begin();
    for (std::uint32_t i = 0; i <= count; ++i) {
        for (; hint != program.hints.end() && hint->bundle == i; ++hint) out += hint->text + '\n';
        for (const std::string_view label : disassembler.labelsAt(i)) {
            out += label;
            out += ":\n";
        }
        if (i == count) break;
        out += "    ";
        LW_TRY([[maybe_unused]] const Done printed, disassembler.append(i, out));
        out += '\n';
    }
    appendData(program, target, out);
    return out;
}

} // namespace lw::program
