// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/bundle_grid.h"

#include "core/base/json.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/rules.h"
#include "core/program/disassemble.h"

#include <algorithm>

namespace lw::scene {

namespace {

// "v0: fadd v4, v2, v3" without its slot: the column says it.
std::string cellText(const isa::Spec& spec, const isa::SlotInsn& insn) {
    std::string text;
    isa::print(spec, insn, text);
    const std::string slot = std::string(spec.slots[insn.slot].name) + ": ";
    return text.starts_with(slot) ? text.substr(slot.size()) : text;
}

std::uint64_t countAt(const std::vector<std::uint64_t>& counts, std::size_t bundle) {
    return bundle < counts.size() ? counts[bundle] : 0;
}

bool touchesMemory(const isa::Insn& row) {
    return std::any_of(row.operands.begin(), row.operands.end(), [](const isa::Operand& operand) {
        return operand.form == isa::Form::Base || operand.form == isa::Form::Offset;
    });
}

// Whether one of the bundles could depend on the other in a way that registers do not show: through a memory,
// a unit's state, a queue, a flag or the time. Errs on the side of yes.
bool mayMeetUnseen(const isa::Spec& spec, const isa::Bundle& before, const isa::Bundle& bundle) {
    for (const isa::SlotInsn& a : before)
        for (const isa::SlotInsn& b : bundle) {
            const isa::Insn &first = spec.insns[a.op], &second = spec.insns[b.op];
            if ((first.effects | second.effects) & ~isa::kMakesFloats) return true;
            if (first.unit == second.unit && spec.units[index(first.unit)].exclusive) return true;
            if (touchesMemory(first) && touchesMemory(second)) return true;
        }
    return false;
}

// What ties a bundle to the one before it. A label between them is a jump target: they stay two.
void tellHazards(const isa::Spec& spec, const isa::Bundle& before, const isa::Bundle& bundle, GridRow& row) {
    for (const isa::Finding& found : isa::dependencies(spec, before, bundle)) {
        GridHazard hazard{bundle.insns[static_cast<std::size_t>(found.insn)].slot, textOf(found.problem)};
        const bool isTold = std::find(row.hazards.begin(), row.hazards.end(), hazard) != row.hazards.end();
        if (!isTold) row.hazards.push_back(std::move(hazard)); // x and y may be one register
    }
    row.fitsBefore = row.hazards.empty() && row.labels.empty() && bundle.count != 0 && before.count != 0 &&
                     !mayMeetUnseen(spec, before, bundle) &&
                     isa::explainSharing(spec, before, bundle).possible();
}

Json jsonOf(const GridRow& row) {
    Json cells = Json::list(), hazards = Json::list();
    for (const GridCell& cell : row.cells)
        cells.push_back({{"slot", cell.slot}, {"text", cell.text}, {"unit", cell.unit}});
    for (const GridHazard& hazard : row.hazards)
        hazards.push_back({{"slot", hazard.slot}, {"text", hazard.text}});
    return {{"bundle", row.bundle},          {"labels", Json::list(row.labels)}, {"line", row.line},
            {"issued", row.issued},          {"stalled", row.stalled},           {"cells", std::move(cells)},
            {"hazards", std::move(hazards)}, {"fitsBefore", row.fitsBefore}};
}

} // namespace

Result<BundleGrid> bundleGrid(const program::Program& program, const program::Target& target,
                              std::uint32_t first, std::uint32_t count, const GridCounts& counts) {
    const isa::Spec& spec = *target.spec;
    const program::Disassembler disassembler(program, spec);
    BundleGrid grid;
    grid.chip = spec.chip;
    for (const isa::Slot& slot : spec.slots) grid.columns.emplace_back(slot.name);
    const std::uint64_t end = std::min<std::uint64_t>(std::uint64_t{first} + count, program.bundles.size());
    isa::Bundle before;
    if (first > 0 && first < end) isa::decode(spec, program.bundles[first - 1], before);
    for (std::uint32_t bundle = first; bundle < end; ++bundle) {
        std::string text;
        LW_TRY([[maybe_unused]] const Done readable, disassembler.append(bundle, text));
        GridRow row;
        row.bundle = bundle;
        for (const std::string_view label : disassembler.labelsAt(bundle)) row.labels.emplace_back(label);
        if (bundle < program.places.size()) row.line = program.places[bundle].line;
        row.issued = countAt(counts.issued, bundle);
        row.stalled = countAt(counts.stalled, bundle);
        isa::Bundle decoded;
        isa::decode(spec, program.bundles[bundle], decoded);
        for (const isa::SlotInsn& insn : decoded)
            row.cells.push_back({insn.slot, cellText(spec, insn),
                                 std::string(spec.units[index(spec.insns[insn.op].unit)].name)});
        if (bundle > 0) tellHazards(spec, before, decoded, row);
        before = decoded;
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

Json jsonOf(const BundleGrid& grid) {
    Json rows = Json::list();
    for (const GridRow& row : grid.rows) rows.push_back(jsonOf(row));
    return {{"chip", grid.chip}, {"columns", Json::list(grid.columns)}, {"rows", std::move(rows)}};
}

} // namespace lw::scene
