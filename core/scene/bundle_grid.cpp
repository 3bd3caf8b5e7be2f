// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/bundle_grid.h"

#include "core/base/json_value.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/program/disassemble.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kGridKeys[] = {"chip", "columns", "rows"};
constexpr std::string_view kRowKeys[] = {"bundle", "labels", "line", "issued", "stalled", "cells"};
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

Result<std::vector<std::string>> textsIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const JsonValue* list, object.list(key));
    std::vector<std::string> out;
    for (const JsonValue& item : list->items) {
        LW_TRY(std::string text, textOf(item, key));
        out.push_back(std::move(text));
    }
    return out;
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
        out["rows"].push_back({{"bundle", row.bundle},
                               {"labels", row.labels},
                               {"line", row.line},
                               {"issued", row.issued},
                               {"stalled", row.stalled},
                               {"cells", std::move(cells)}});
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
