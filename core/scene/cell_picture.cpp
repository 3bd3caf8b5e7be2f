// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/cell_picture.h"

#include "core/base/json.h"
#include "core/machine/cell_range.h"
#include "core/machine/cell_value.h"
#include "core/tensor/element.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace lw::scene {

namespace {

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
        picture.type = machine::encodingOf(node);
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
    picture.type = machine::encodingOf(node);
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
    picture.type = machine::encodingOf(node);
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

// A row is two words: the bits of its cells in hexadecimal, with blanks between them, and a digit per cell
// for its flags.
Json jsonOf(const CellPicture& picture) {
    Json rows = Json::list();
    for (std::size_t row = 0; row < picture.rows; ++row) {
        std::string bits, flags;
        for (std::size_t i = row * picture.columns; i < (row + 1) * picture.columns; ++i) {
            std::array<char, 16> word;
            const auto end = std::to_chars(word.begin(), word.end(), picture.bits[i], 16).ptr;
            bits.append(bits.empty() ? "" : " ").append(word.begin(), end);
            flags += static_cast<char>('0' + picture.flags[i]);
        }
        rows.push_back({{"bits", std::move(bits)}, {"flags", std::move(flags)}});
    }
    return {{"name", picture.name},
            {"type", nameOf(picture.type)},
            {"firstRow", picture.firstRow},
            {"columns", picture.columns},
            {"rows", std::move(rows)}};
}

} // namespace lw::scene
