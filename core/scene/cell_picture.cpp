// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/cell_picture.h"

#include "core/base/json_value.h"
#include "core/machine/cell_range.h"
#include "core/machine/cell_value.h"
#include "core/scene/messages.h"
#include "core/tensor/element.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"name", "type", "firstRow", "columns", "rows"};
constexpr std::string_view kRowKeys[] = {"bits", "flags"};

void fill(CellPicture& picture, const machine::StateTree& tree, machine::NodeId node, std::uint64_t first,
          std::uint64_t count, const machine::Moment& now, const machine::Snapshot* before) {
    const machine::CellRange cells = readCells(tree, node, first, count, now);
    machine::CellRange old;
    if (before) old = readCells(tree, node, first, count, {.store = nullptr, .snapshot = before});
    picture.bits.resize(cells.count());
    picture.flags.resize(cells.count());
    for (std::uint64_t i = 0; i < cells.count(); ++i) {
        picture.bits[i] = cells.bits(i);
        const bool changed = before && (old.bits(i) != picture.bits[i] || old.written[i] != cells.written[i]);
        picture.flags[i] =
            static_cast<std::uint8_t>((cells.written[i] ? kWritten : 0) | (changed ? kChanged : 0));
    }
}

} // namespace

double CellPicture::value(std::size_t i) const {
    return tensor::visit(type, [&](auto element) -> double {
        using Element = decltype(element);
        typename Element::Stored stored;
        std::memcpy(&stored, &bits[i], sizeof stored);
        return Element::value(stored);
    });
}

CellPicture emptyPicture(std::string_view name, tensor::DType type, std::uint32_t rows,
                         std::uint32_t columns) {
    CellPicture picture;
    picture.name = name;
    picture.type = type;
    picture.rows = rows;
    picture.columns = columns;
    picture.bits.resize(std::size_t{rows} * columns);
    picture.flags.resize(picture.bits.size());
    return picture;
}

std::vector<CellPicture> slicePictures(const machine::StateTree& tree, machine::NodeId id,
                                       std::string_view prefix, const machine::Moment& now,
                                       const machine::Snapshot* before) {
    const machine::Node& node = tree.at(id);
    std::vector<CellPicture> out;
    if (node.shape.empty()) return out;
    const std::uint64_t slice = countOf(node) / std::max<std::uint64_t>(node.shape[0], 1);
    for (std::uint64_t i = 0; i < node.shape[0]; ++i) {
        CellPicture picture;
        picture.name = std::string(prefix) + std::to_string(i);
        picture.type = machine::naturalType(node);
        picture.columns = static_cast<std::uint32_t>(node.shape.back());
        picture.rows = static_cast<std::uint32_t>(slice / std::max<std::uint64_t>(picture.columns, 1));
        fill(picture, tree, id, i * slice, slice, now, before);
        out.push_back(std::move(picture));
    }
    return out;
}

CellPicture rowPicture(const machine::StateTree& tree, machine::NodeId id, std::uint64_t first,
                       std::uint32_t count, std::uint32_t columns, const machine::Moment& now,
                       const machine::Snapshot* before) {
    const machine::Node& node = tree.at(id);
    CellPicture picture;
    picture.name = node.name;
    picture.type = machine::naturalType(node);
    picture.columns =
        node.shape.size() > 1 ? static_cast<std::uint32_t>(node.shape.back()) : std::max(columns, 1u);
    const std::uint64_t all = (countOf(node) + picture.columns - 1) / picture.columns;
    picture.firstRow = std::min(first, all);
    picture.rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, all - picture.firstRow));
    fill(picture, tree, id, picture.firstRow * picture.columns, std::uint64_t{picture.rows} * picture.columns,
         now, before);
    return picture;
}

CellPicture linePicture(const machine::StateTree& tree, machine::NodeId id, std::uint64_t first,
                        std::uint32_t count, std::uint32_t columns, const machine::Moment& now,
                        const machine::Snapshot* before) {
    const machine::Node& node = tree.at(id);
    CellPicture picture;
    picture.name = node.name;
    picture.type = machine::naturalType(node);
    picture.columns = std::max(columns, 1u);
    const std::uint64_t all = (countOf(node) + picture.columns - 1) / picture.columns;
    picture.firstRow = std::min(first, all);
    picture.rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, all - picture.firstRow));
    const std::size_t cells = std::size_t{picture.rows} * picture.columns;
    fill(picture, tree, id, picture.firstRow * picture.columns, cells, now, before);
    picture.bits.resize(cells);
    picture.flags.resize(cells);
    return picture;
}

CellPicture readAs(CellPicture picture, tensor::DType type) {
    const std::size_t from = tensor::sizeOf(picture.type), to = tensor::sizeOf(type);
    if (to > from) return picture;
    picture.type = type;
    const std::size_t parts = from / to;
    if (parts == 1) return picture;
    const std::uint64_t mask = (std::uint64_t{1} << (8 * to)) - 1;
    std::vector<std::uint64_t> bits;
    std::vector<std::uint8_t> flags;
    bits.reserve(picture.bits.size() * parts);
    flags.reserve(picture.bits.size() * parts);
    for (std::size_t i = 0; i < picture.bits.size(); ++i)
        for (std::size_t part = 0; part < parts; ++part) {
            bits.push_back(picture.bits[i] >> (8 * to * part) & mask);
            flags.push_back(picture.flags[i]);
        }
    picture.columns *= static_cast<std::uint32_t>(parts);
    picture.bits = std::move(bits);
    picture.flags = std::move(flags);
    return picture;
}

// A row is two words: the bits of its cells in hexadecimal, with blanks between them,
// and a digit per cell for its flags.
void to_json(nlohmann::json& out, const CellPicture& picture) {
    out = {{"name", picture.name},
           {"type", nameOf(picture.type)},
           {"firstRow", picture.firstRow},
           {"columns", picture.columns},
           {"rows", nlohmann::json::array()}};
    for (std::size_t row = 0; row < picture.rows; ++row) {
        std::string bits, flags;
        for (std::size_t i = row * picture.columns; i < (row + 1) * picture.columns; ++i) {
            std::array<char, 16> word;
            const auto end = std::to_chars(word.begin(), word.end(), picture.bits[i], 16).ptr;
            bits.append(bits.empty() ? "" : " ").append(word.begin(), end);
            flags += static_cast<char>('0' + picture.flags[i]);
        }
        out["rows"].push_back({{"bits", bits}, {"flags", flags}});
    }
}

namespace {

// One row's words; false when they are not `columns` cells.
bool readRow(std::string_view bits, std::string_view flags, CellPicture& out) {
    if (flags.size() != out.columns) return false;
    const char* at = bits.data();
    const char* const end = at + bits.size();
    for (const char flag : flags) {
        std::uint64_t word = 0;
        const auto [next, error] = std::from_chars(at, end, word, 16);
        if (error != std::errc{} || flag < '0' || flag > '0' + (kWritten | kChanged | kMasked)) return false;
        out.bits.push_back(word);
        out.flags.push_back(static_cast<std::uint8_t>(flag - '0'));
        at = next != end && *next == ' ' ? next + 1 : next;
    }
    return at == end;
}

} // namespace

Result<CellPicture> cellPictureFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    return cellPictureFromJson(root);
}

Result<CellPicture> cellPictureFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "", kKeys));
    CellPicture out;
    LW_TRY(out.name, object.text("name"));
    LW_TRY(const std::string type, object.text("type"));
    const auto named = tensor::dtypeNamed(type);
    if (!named) return Problem{&messages::kNoCellType, {type}, object.at("type").place, {}, {}};
    out.type = *named;
    LW_TRY(const std::int64_t firstRow,
           object.integer("firstRow", 0, std::numeric_limits<std::int64_t>::max()));
    LW_TRY(const std::int64_t columns,
           object.integer("columns", 0, std::numeric_limits<std::int32_t>::max()));
    out.firstRow = static_cast<std::uint64_t>(firstRow);
    out.columns = static_cast<std::uint32_t>(columns);
    LW_TRY(const JsonValue* rows, object.list("rows"));
    for (const JsonValue& item : rows->items) {
        LW_TRY(const JsonObject row, JsonObject::of(item, "rows", kRowKeys));
        LW_TRY(const std::string bits, row.text("bits"));
        LW_TRY(const std::string flags, row.text("flags"));
        if (!readRow(bits, flags, out))
            return Problem{&messages::kNoCellRow, {std::to_string(columns)}, item.place, {}, {}};
        ++out.rows;
    }
    return out;
}

} // namespace lw::scene
