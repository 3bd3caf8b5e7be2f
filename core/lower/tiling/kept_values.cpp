// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/kept_values.h"

#include "core/network/quantise_ready.h"

#include <algorithm>

namespace lw::lower::tiling {

using network::Direction;
using network::Kind;
using network::Layer;
using network::ValueId;
using tensor::Tensor;

KeptRead KeptValues::readOf(const MaskedAxis& axis, std::size_t layer, std::size_t input) {
    if (axis.kept) return axis.kept->reads[layer][input];
    return {0, axis.sizes[axis.line.layers[layer].inputs[input]]};
}
KeptRead KeptValues::rowsOf(std::size_t layer, std::size_t input) const {
    return readOf(m_out.rows, layer, input);
}
KeptRead KeptValues::columnsOf(std::size_t layer, std::size_t input) const {
    return readOf(m_out.columns, layer, input);
}

KeptValues::Piece KeptValues::pieceOf(const MaskedAxis& axis, std::size_t layer, std::size_t input) const {
    const ValueId id = axis.line.layers[layer].inputs[input];
    return {readOf(axis, layer, input), axis.kept ? axis.kept->keptOf(axis.line, id) : 0, axis.sizes[id]};
}

ValueId KeptValues::read(std::size_t layer, std::size_t input) {
    const ValueId id = m_out.rows.line.layers[layer].inputs[input];
    const Piece rows = pieceOf(m_out.rows, layer, input), columns = pieceOf(m_out.columns, layer, input);
    if (rows.isOfTile() && columns.isOfTile()) return m_now[id];
    return cut(id, cut(id, whole(id), Direction::Rows, rows), Direction::Columns, columns);
}

// Rows first, so that the columns that are kept have those rows too.
ValueId KeptValues::whole(ValueId value) {
    const auto [at, isNew] = m_wholes.try_emplace(value, m_now[value]);
    if (!isNew) return at->second;
    const auto keptOf = [&](const MaskedAxis& axis) {
        return static_cast<std::uint64_t>(axis.kept ? axis.kept->keptOf(axis.line, value) : 0);
    };
    const std::uint64_t rows = keptOf(m_out.rows), columns = keptOf(m_out.columns),
                        channels = network::shapeOf(m_out.tile, value)[2];
    const auto sizeOf = [&](const MaskedAxis& axis) { return static_cast<std::uint64_t>(axis.sizes[value]); };
    if (rows != 0)
        at->second = joined(value, at->second, Direction::Rows, {rows, sizeOf(m_out.columns), channels});
    if (columns != 0)
        at->second =
            joined(value, at->second, Direction::Columns, {rows + sizeOf(m_out.rows), columns, channels});
    return at->second;
}

ValueId KeptValues::joined(ValueId value, ValueId before, Direction direction, tensor::Shape strip) {
    const bool isRows = direction == Direction::Rows;
    const std::int32_t zero = network::zeroOf(m_out.tile, value);
    Layer constant;
    constant.kind = Kind::Constant;
    constant.weights = Tensor(network::dtypeOf(m_out.tile, value), std::move(strip));
    if (zero != 0) std::ranges::fill(constant.weights.bytes(), static_cast<std::byte>(zero));
    constant.zero = zero;
    KeptStrip kept{append(std::move(constant), value, isRows ? ".keptRows" : ".kept"), 0, direction};
    Layer together;
    together.kind = Kind::Concat;
    together.axis = isRows ? 0u : 1u;
    together.inputs = {kept.strip, before};
    kept.whole = append(std::move(together), value, isRows ? ".withRows" : ".whole");
    m_out.kept.push_back(kept);
    return kept.whole;
}

ValueId KeptValues::cut(ValueId value, ValueId from, Direction direction, const Piece& piece) {
    if (piece.read.kept == piece.kept && piece.read.count == piece.kept + piece.size) return from;
    const std::int64_t first = piece.kept - piece.read.kept;
    const auto [at, isNew] = m_cuts.try_emplace({from, direction, first, piece.read.count});
    if (!isNew) return at->second;
    Layer take;
    take.kind = Kind::Take;
    take.axis = direction == Direction::Rows ? 0u : 1u;
    for (std::int64_t i = 0; i < piece.read.count; ++i) take.indices.push_back(first + i);
    take.inputs = {from};
    return at->second = append(std::move(take), value, ".part");
}

ValueId KeptValues::append(Layer layer, ValueId value, std::string_view suffix) {
    layer.name = network::freeName(network::nameOf(m_out.tile, value), suffix, {&m_out.tile, &m_out.network});
    if (value != network::kInput) layer.place = m_out.tile.layers[value - 1].place;
    m_out.network.layers.push_back(std::move(layer));
    return m_out.network.layers.size();
}

} // namespace lw::lower::tiling
