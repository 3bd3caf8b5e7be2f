// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/bundle_grid.h"

#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/rules.h"
#include "core/program/disassemble.h"
#include "core/scene/json_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kGridKeys[] = {"chip", "columns", "rows"};
constexpr std::string_view kRowKeys[] = {"bundle",  "labels", "line",    "issued",
                                         "stalled", "cells",  "hazards", "fitsBefore"};
constexpr std::string_view kHazardKeys[] = {"slot", "text"};
constexpr std::string_view kCellKeys[] = {"slot", "text", "unit"};

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

Result<std::uint64_t> numberIn(const JsonObject& object, std::string_view key, std::uint64_t most) {
    const auto top =
        static_cast<std::int64_t>(std::min<std::uint64_t>(most, std::numeric_limits<std::int64_t>::max()));
    LW_TRY(const std::int64_t number, object.integer(key, 0, top));
    return static_cast<std::uint64_t>(number);
}

bool touchesMemory(const isa::Insn& row) {
    return std::any_of(row.operands.begin(), row.operands.end(), [](const isa::Operand& operand) {
        return operand.form == isa::Form::Base || operand.form == isa::Form::Offset;
    });
}

// Whether one of the bundles could depend on the other in a way that no register tells: through a memory, the
// state of a unit, a queue, a flag or the time. Says so rather too often.
bool mayMeetUnseen(const isa::Spec& spec, const isa::Bundle& before, const isa::Bundle& bundle) {
    for (const isa::SlotInsn& a : before)
        for (const isa::SlotInsn& b : bundle) {
            const isa::Insn &first = spec.insns[a.op], &second = spec.insns[b.op];
            if ((first.effects | second.effects) & ~isa::kMakesFloats) return true;
            if (first.unit == second.unit && spec.units[first.unit].exclusive) return true;
            if (touchesMemory(first) && touchesMemory(second)) return true;
        }
    return false;
}

// What ties a bundle to the one before it. A label between them is a place to jump to: they stay two.
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

Result<GridRow> rowFromJson(const JsonValue& value, std::size_t slots) {
    constexpr std::uint64_t kSmall = std::numeric_limits<std::uint32_t>::max(),
                            kLarge = std::numeric_limits<std::uint64_t>::max();
    LW_TRY(const JsonObject object, JsonObject::of(value, "rows", kRowKeys));
    GridRow row;
    LW_TRY(const std::uint64_t bundle, numberIn(object, "bundle", kSmall));
    LW_TRY(const std::uint64_t line, numberIn(object, "line", kSmall));
    row.bundle = static_cast<std::uint32_t>(bundle);
    row.line = static_cast<std::uint32_t>(line);
    LW_TRY(row.issued, numberIn(object, "issued", kLarge));
    LW_TRY(row.stalled, numberIn(object, "stalled", kLarge));
    LW_TRY(row.labels, textsIn(object, "labels"));
    LW_TRY(const JsonValue* cells, object.list("cells"));
    for (const JsonValue& item : cells->items) {
        LW_TRY(const JsonObject inner, JsonObject::of(item, "cells", kCellKeys));
        GridCell cell;
        LW_TRY(const std::int64_t slot, inner.integer("slot", 0, static_cast<std::int64_t>(slots) - 1));
        cell.slot = static_cast<std::uint8_t>(slot);
        LW_TRY(cell.text, inner.text("text"));
        LW_TRY(cell.unit, inner.text("unit"));
        row.cells.push_back(std::move(cell));
    }
    LW_TRY(const JsonValue* hazards, object.list("hazards"));
    for (const JsonValue& item : hazards->items) {
        LW_TRY(const JsonObject inner, JsonObject::of(item, "hazards", kHazardKeys));
        GridHazard hazard;
        LW_TRY(const std::int64_t slot, inner.integer("slot", 0, static_cast<std::int64_t>(slots) - 1));
        hazard.slot = static_cast<std::uint8_t>(slot);
        LW_TRY(hazard.text, inner.text("text"));
        row.hazards.push_back(std::move(hazard));
    }
    LW_TRY(row.fitsBefore, object.truth("fitsBefore"));
    return row;
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
            row.cells.push_back(
                {insn.slot, cellText(spec, insn), std::string(spec.units[spec.insns[insn.op].unit].name)});
        if (bundle > 0) tellHazards(spec, before, decoded, row);
        before = decoded;
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

void to_json(nlohmann::json& out, const BundleGrid& grid) {
    out = {{"chip", grid.chip}, {"columns", grid.columns}, {"rows", nlohmann::json::array()}};
    for (const GridRow& row : grid.rows) {
        nlohmann::json cells = nlohmann::json::array();
        for (const GridCell& cell : row.cells)
            cells.push_back({{"slot", cell.slot}, {"text", cell.text}, {"unit", cell.unit}});
        nlohmann::json hazards = nlohmann::json::array();
        for (const GridHazard& hazard : row.hazards)
            hazards.push_back({{"slot", hazard.slot}, {"text", hazard.text}});
        out["rows"].push_back({{"bundle", row.bundle},
                               {"labels", row.labels},
                               {"line", row.line},
                               {"issued", row.issued},
                               {"stalled", row.stalled},
                               {"cells", std::move(cells)},
                               {"hazards", std::move(hazards)},
                               {"fitsBefore", row.fitsBefore}});
    }
}

Result<BundleGrid> gridFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kGridKeys));
    BundleGrid grid;
    LW_TRY(grid.chip, object.text("chip"));
    LW_TRY(grid.columns, textsIn(object, "columns"));
    LW_TRY(const JsonValue* rows, object.list("rows"));
    for (const JsonValue& item : rows->items) {
        LW_TRY(GridRow row, rowFromJson(item, grid.columns.size()));
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

} // namespace lw::scene
