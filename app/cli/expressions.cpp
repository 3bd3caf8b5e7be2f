// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/expressions.h"

#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "core/base/closest_word.h"
#include "core/isa/lookup.h"
#include "core/machine/cell_range.h"
#include "core/machine/cell_value.h"

#include <algorithm>
#include <optional>

namespace lw::cli {

namespace {

// The cells of a register of many words: its node's shape is {registers, rows, words of a row}.
struct WideRegister {
    machine::NodeId id;
    const machine::Node* node;
    std::uint64_t offset; // in the store
    std::uint64_t rows, columns;
};

std::optional<WideRegister> wideRegister(const machine::Machine& machine, std::string_view name,
                                         machine::CoreId focus) {
    const machine::Core& core = machine.takeCore(name, focus);
    const auto found = isa::lookupOf(*core.target().spec).registerNamed(name);
    if (!found) return {};
    const machine::NodeId id = core.tree().ofFile(found->file);
    const machine::Node& node = machine.tree().at(id);
    if (id == core.tree().root() || node.shape.size() < 2 || machine::sizeOf(node) != 4) return {};
    WideRegister out{id, &node, node.offset, 1, node.shape.back()};
    for (std::size_t i = 1; i + 1 < node.shape.size(); ++i) out.rows *= node.shape[i];
    out.offset += found->number * out.rows * out.columns * 4;
    return out;
}

// A line for each row; of a large register only those of which something was written, and not too many.
std::string wideText(machine::Machine& machine, const WideRegister& wide, const std::string& name) {
    constexpr std::uint64_t kManyRows = 32;
    const tensor::DType type = machine::encodingOf(*wide.node);
    const std::uint64_t first = (wide.offset - wide.node->offset) / 4;
    std::string out = name;
    std::uint64_t shown = 0, more = 0;
    for (std::uint64_t row = 0; row < wide.rows; ++row) {
        const machine::CellRange cells = machine::readCells(
            machine.tree(), wide.id, first + row * wide.columns, wide.columns, machine::momentOf(machine));
        const bool isWritten =
            std::any_of(cells.written.begin(), cells.written.end(), [](auto w) { return w != 0; });
        if (wide.rows > kManyRows && !isWritten) continue;
        if (shown == kManyRows) {
            ++more;
            continue;
        }
        ++shown;
        out += "\n  [" + std::to_string(row) + "]";
        for (std::uint64_t column = 0; column < cells.count(); ++column) {
            if (wide.rows > kManyRows && cells.written[column] == 0) continue;
            out += " " + machine::cellText(type, cells.bits(column));
        }
    }
    if (shown == 0) out += "\n  never written";
    if (more != 0) out += "\n  ... " + std::to_string(more) + " more rows";
    return out;
}

} // namespace

Result<std::string> shownText(machine::Machine& machine, const std::string& text, machine::CoreId focus) {
    if (const auto wide = wideRegister(machine, text, focus)) return wideText(machine, *wide, text);
    LW_TRY(const machine::Expression expression,
           machine::Expression::compile(text, machine::scopeOf(machine, focus)));
    LW_TRY(const machine::WatchValue value, expression.evaluate(machine::momentOf(machine, focus)));
    return text + " = " + machine::textOf(value);
}

Result<Expressions> Expressions::parse(const std::vector<std::string>& texts, machine::Machine& machine) {
    for (const std::string& text : texts) {
        if (wideRegister(machine, text, {})) continue;
        LW_TRY([[maybe_unused]] const machine::Expression known,
               machine::Expression::compile(text, machine::scopeOf(machine)));
    }
    Expressions out;
    out.m_texts = texts;
    return out;
}

Outcome Expressions::print(machine::Machine& machine, Console& console) const {
    for (const std::string& text : m_texts) {
        LW_TRY(const std::string shown, shownText(machine, text));
        console.line(shown);
        const auto equals = shown.rfind(" = ");
        console.document()["registers"][text] = equals == shown.npos ? shown : shown.substr(equals + 3);
    }
    return Done{};
}

Result<std::uint32_t> registerValue(machine::Machine& machine, const std::string& name) {
    std::string_view rest = name;
    const machine::Core& core = machine.takeCore(rest);
    if (!isa::lookupOf(*core.target().spec).registerNamed(rest))
        return Problem{&messages::kNoRegister, {name}, {}, {}, {}};
    LW_TRY(const machine::Expression expression,
           machine::Expression::compile(name, machine::scopeOf(machine)));
    LW_TRY(const machine::WatchValue value, expression.evaluate(machine::momentOf(machine)));
    return static_cast<std::uint32_t>(value.bitCount ? value.bits
                                                     : static_cast<std::uint64_t>(value.integer));
}

Result<machine::CoreId> coreNamed(const machine::Machine& machine, std::string_view name) {
    if (const auto core = machine.names().coreCalled(name)) return *core;
    return machine.names().noCore(name);
}

Result<isa::SpaceId> spaceNamed(const program::Target& target, std::string_view name) {
    if (const auto space = isa::lookupOf(*target.spec).spaceNamed(name)) return *space;
    std::vector<std::string_view> names;
    std::string list;
    for (const isa::Space& space : target.spec->spaces) {
        names.push_back(space.name);
        list += (list.empty() ? "" : ", ") + std::string(space.name);
    }
    return Problem{
        &messages::kNoSpace, {std::string(name), list}, {}, {}, std::string(closestWord(name, names))};
}

} // namespace lw::cli
