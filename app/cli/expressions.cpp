// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/expressions.h"

#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "core/base/closest_word.h"
#include "core/chips/catalog.h"
#include "core/isa/lookup.h"
#include "core/machine/cell_range.h"
#include "core/machine/cell_value.h"
#include "core/machine/word_reading.h"
#include "core/tensor/element.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

namespace lw::cli {

namespace {

// The cells of a register of many words: its node's shape is {registers, rows, words of a row}. Or those of
// an array of vectors by its name, or of one of them.
struct WideRegister {
    machine::NodeId id;
    const machine::Node* node;
    std::uint64_t first; // cell of the node
    std::uint64_t rows, columns;
    bool isArray = false;
    std::uint64_t firstRow = 0;
};

// All vectors of an array, as far as they mean anything: "AddSubVrf0"; or one of them: "AddSubVrf0[2]".
std::optional<WideRegister> arrayOf(const machine::Machine& machine, const machine::Core& core,
                                    std::string_view name) {
    std::optional<std::uint64_t> row;
    if (const std::size_t open = name.find('['); open != name.npos && name.ends_with(']')) {
        row = numberIn(name.substr(open + 1, name.size() - open - 2), machine::kForever);
        if (!row) return {};
        name = name.substr(0, open);
    }
    const machine::NodeId id = core.tree().arrayCalled(name);
    const machine::Node& node = machine.tree().at(id);
    if (id == core.tree().root() || node.shape.size() != 2) return {};
    WideRegister out{id, &node, 0, node.shape.front(), node.shape.back(), true};
    if (node.inUse != machine.tree().root())
        out.rows = machine::readCells(machine.tree(), node.inUse, 0, 1,
                                      machine::momentOf(const_cast<machine::Machine&>(machine)))
                       .bits(0);
    if (!row) return out;
    if (*row >= out.rows) return {};
    out.first = *row * out.columns;
    out.firstRow = *row;
    out.rows = 1;
    return out;
}

std::optional<WideRegister> wideRegister(const machine::Machine& machine, std::string_view name,
                                         machine::CoreId focus) {
    const machine::Core& core = machine.takeCore(name, focus);
    const auto found = isa::lookupOf(*core.target().spec).registerNamed(name);
    if (!found) return arrayOf(machine, core, name);
    const machine::NodeId id = core.tree().ofFile(found->file);
    const machine::Node& node = machine.tree().at(id);
    if (id == core.tree().root() || node.shape.size() < 2 || machine::sizeOf(node) != 4) return {};
    WideRegister out{id, &node, 0, 1, node.shape.back()};
    for (std::size_t i = 1; i + 1 < node.shape.size(); ++i) out.rows *= node.shape[i];
    out.first = found->number * out.rows * out.columns;
    return out;
}

// How cells are shown; nothing: as their node is read.
struct Shown {
    std::optional<tensor::DType> type;
    bool isHex = false, isMask = false;
};
constexpr std::pair<std::string_view, Shown> kFormats[] = {
    {"f32", {tensor::DType::F32}},         {"i32", {tensor::DType::I32}},
    {"u32", {tensor::DType::U32}},         {"f16", {tensor::DType::F16}},
    {"bf16", {tensor::DType::Bf16}},       {"hex", {std::nullopt, true, false}},
    {"mask", {std::nullopt, false, true}},
};

// Without a format: integers, if the register holds such by what wrote it last.
Shown usualOf(machine::Timeline& timeline, const machine::Core& core, std::string_view name) {
    const isa::Spec& spec = *core.target().spec;
    const auto wanted = isa::lookupOf(spec).registerNamed(name);
    if (!wanted) return {};
    const auto chip = chips::chipNamed(spec.chip);
    const machine::WordMakers makers(core.program(), spec, wanted->file);
    const bool holds =
        machine::heldIntegers(makers, wanted->number, timeline, core, chip ? (*chip)->units : nullptr);
    return holds ? Shown{tensor::DType::I32} : Shown{};
}

bool isTwoToAWord(const Shown& shown) { return shown.type && tensor::sizeOf(*shown.type) == 2; }

std::string shownCell(const Shown& shown, tensor::DType type, std::uint64_t bits) {
    if (tensor::sizeOf(type) == 2) // a format of words says nothing of half a word
        return shown.isHex ? "0x" + hexText(bits, 4)
                           : machine::cellText(isTwoToAWord(shown) ? *shown.type : type, bits);
    if (shown.isHex) return "0x" + hexText(bits, 8);
    if (shown.isMask) return bits == 0 ? "0" : bits == 0xffffffff ? "1" : "?";
    if (!isTwoToAWord(shown)) return machine::cellText(shown.type.value_or(type), bits);
    return machine::cellText(*shown.type, bits & 0xffff) + ":" + machine::cellText(*shown.type, bits >> 16);
}

// A line for each row; of a large register only those of which something was written, and not too many.
std::string wideText(machine::Machine& machine, const WideRegister& wide, const std::string& name,
                     const Shown& shown) {
    constexpr std::uint64_t kManyRows = 32;
    const tensor::DType type = machine::encodingOf(*wide.node);
    std::string out = name;
    std::uint64_t rows = 0, more = 0;
    for (std::uint64_t row = 0; row < wide.rows; ++row) {
        const machine::CellRange cells =
            machine::readCells(machine.tree(), wide.id, wide.first + row * wide.columns, wide.columns,
                               machine::momentOf(machine));
        const bool isWritten =
            std::any_of(cells.written.begin(), cells.written.end(), [](auto w) { return w != 0; });
        if ((wide.rows > kManyRows || wide.isArray) && !isWritten) continue;
        if (rows == kManyRows) {
            ++more;
            continue;
        }
        ++rows;
        out += "\n  [" + std::to_string(wide.firstRow + row) + "]";
        for (std::uint64_t column = 0; column < cells.count(); ++column) {
            if (wide.rows > kManyRows && cells.written[column] == 0) continue;
            out += " " + (cells.written[column] == 0 ? "-" : shownCell(shown, type, cells.bits(column)));
        }
    }
    if (rows == 0) out += wide.rows == 0 ? "\n  nothing here now" : "\n  never written";
    if (more != 0) out += "\n  ... " + std::to_string(more) + " more rows";
    return out;
}

// What JSON has no number for is a text.
Json jsonOf(tensor::DType type, std::uint64_t bits) {
    return tensor::visit(type, [&](auto element) {
        using Element = decltype(element);
        typename Element::Stored stored;
        std::memcpy(&stored, &bits, sizeof stored);
        if constexpr (Element::kReal) {
            const auto value = static_cast<double>(Element::value(stored));
            return std::isfinite(value) ? Json(value) : Json(machine::cellText(type, bits));
        } else {
            return Json(static_cast<std::int64_t>(stored));
        }
    });
}

Json wideJson(machine::Machine& machine, const WideRegister& wide, const Shown& shown) {
    const tensor::DType type =
        wide.isArray ? machine::encodingOf(*wide.node) : shown.type.value_or(machine::encodingOf(*wide.node));
    Json rows = Json::list();
    for (std::uint64_t row = 0; row < wide.rows; ++row) {
        const machine::CellRange cells =
            machine::readCells(machine.tree(), wide.id, wide.first + row * wide.columns, wide.columns,
                               machine::momentOf(machine));
        Json numbers = Json::list();
        for (std::uint64_t column = 0; column < cells.count(); ++column)
            numbers.push_back(cells.written[column] == 0 ? Json() : jsonOf(type, cells.bits(column)));
        rows.push_back(std::move(numbers));
    }
    return rows;
}

Json jsonOf(const machine::WatchValue& value) {
    if (value.isNeverWritten) return Json();
    if (!value.isReal) return Json(value.integer);
    return std::isfinite(value.real) ? Json(value.real) : Json(machine::textOf(value));
}

Result<machine::WatchValue> valueOf(machine::Machine& machine, const std::string& text,
                                    machine::CoreId focus) {
    LW_TRY(const machine::Expression expression,
           machine::Expression::compile(text, machine::scopeOf(machine, focus)));
    LW_TRY(const machine::WatchValue value, expression.evaluate(machine::momentOf(machine, focus)));
    // Of a cell, or of its bits read another way, it can be said; a number was never there.
    if (value.isNeverWritten && value.bitCount == 0 && !value.isHex)
        return Problem{&messages::kReadsNeverWritten, {text}, {}, {}, {}};
    return value;
}

// An element of a vector register as what wrote the register makes it: "i32(v1[0,1])".
std::string readAsWritten(machine::Timeline& timeline, const std::string& text, machine::CoreId focus) {
    const std::size_t open = text.find('[');
    if (open == text.npos || !text.ends_with(']') || text.find('[', open + 1) != text.npos) return text;
    std::string_view name = std::string_view(text).substr(0, open);
    const machine::Core& core = timeline.machine().takeCore(name, focus);
    return usualOf(timeline, core, name).type == tensor::DType::I32 ? "i32(" + text + ")" : text;
}

const Shown* formatNamed(std::string_view name) {
    for (const auto& [known, shown] : kFormats)
        if (known == name) return &shown;
    return nullptr;
}

} // namespace

Outcome checkFormat(std::string_view format) {
    if (formatNamed(format) != nullptr) return Done{};
    std::vector<std::string_view> names;
    std::string list;
    for (const auto& [name, shown] : kFormats) {
        names.push_back(name);
        list += (list.empty() ? "" : ", ") + std::string(name);
    }
    return Problem{
        &messages::kNoFormat, {std::string(format), list}, {}, {}, std::string(closestWord(format, names))};
}

std::string formattedCell(std::string_view format, tensor::DType type, std::uint64_t bits) {
    const Shown* const asked = formatNamed(format);
    return asked ? shownCell(*asked, type, bits) : machine::cellText(type, bits);
}

Result<std::string> shownText(machine::Timeline& timeline, const std::string& text, machine::CoreId focus,
                              std::string_view format) {
    machine::Machine& machine = timeline.machine();
    const Shown* const asked = formatNamed(format);
    if (const auto wide = wideRegister(machine, text, focus)) {
        std::string_view name = text;
        const machine::Core& core = machine.takeCore(name, focus);
        return wideText(machine, *wide, text, asked ? *asked : usualOf(timeline, core, name));
    }
    bool isWord = true;
    if (asked && isTwoToAWord(*asked)) {
        LW_TRY(const machine::WatchValue value, valueOf(machine, text, focus));
        isWord = value.bitCount != 16;
    }
    if (asked && (asked->isMask || (isTwoToAWord(*asked) && isWord))) {
        LW_TRY(const machine::WatchValue value, valueOf(machine, "bits(" + text + ")", focus));
        const auto bits = static_cast<std::uint32_t>(value.integer);
        return text + " = " +
               (value.isNeverWritten ? "-"
                : !asked->isMask     ? shownCell(*asked, tensor::DType::U32, bits)
                : bits == 0          ? "0"
                                     : "1");
    }
    const std::string read =
        asked ? std::string(format) + "(" + text + ")" : readAsWritten(timeline, text, focus);
    LW_TRY(const machine::WatchValue value, valueOf(machine, read, focus));
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

Outcome Expressions::print(machine::Timeline& timeline, Console& console) const {
    machine::Machine& machine = timeline.machine();
    for (const std::string& text : m_texts) {
        LW_TRY(const std::string shown, shownText(timeline, text));
        console.line(shown);
        Json& out = console.document()["registers"][text];
        if (const auto wide = wideRegister(machine, text, {})) {
            std::string_view name = text;
            const machine::Core& core = machine.takeCore(name);
            out = wideJson(machine, *wide, usualOf(timeline, core, name));
        } else {
            LW_TRY(const machine::WatchValue value, valueOf(machine, readAsWritten(timeline, text, {}), {}));
            out = jsonOf(value);
        }
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
