// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/tile_reference.h"

#include "core/base/check.h"
#include "core/network/outputs.h"
#include "core/network/reference.h"

#include <algorithm>
#include <limits>

namespace lw::test {

using namespace lower::tiling;
using network::Direction;
using network::Layer;
using network::Network;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

// Calls each(row, column) for that many rows and columns.
template <typename Each> void overPixels(std::int64_t rows, std::int64_t columns, const Each& each) {
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) each(row, column);
}
void copyPixel(const Tensor& from, std::int64_t row, std::int64_t column, Tensor& to, std::int64_t toRow,
               std::int64_t toColumn) {
    const std::size_t bytes = from.shape()[2] * tensor::sizeOf(from.dtype());
    const auto at = [&](const Tensor& image, std::int64_t y, std::int64_t x) {
        return (static_cast<std::size_t>(y) * image.shape()[1] + static_cast<std::size_t>(x)) * bytes;
    };
    std::ranges::copy(from.bytes().subspan(at(from, row, column), bytes),
                      to.bytes().begin() + static_cast<std::ptrdiff_t>(at(to, toRow, toColumn)));
}

void poison(Tensor& value, std::uint64_t element, std::uint32_t which) {
    constexpr float kOdd[] = {1e9f, std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN()};
    if (value.dtype() == DType::F32) value.set(element, kOdd[which % 3]);
    if (value.dtype() == DType::I8) value.set(element, std::int8_t(which % 2 == 0 ? 127 : -128));
    if (value.dtype() == DType::I32) value.set(element, which % 2 == 0 ? 1'000'000'000 : -1'000'000'000);
}

std::vector<Interval> rightIn(const MaskedAxis& axis, const AxisPlan& plan, const AxisTile& tile) {
    const auto alignment = alignmentOf(axis.line);
    LW_REQUIRE(bool(alignment), "a line that was planned");
    return rightOf(axis.line, *alignment, plan, tile);
}

} // namespace

std::vector<Tensor> outputsIn(const Network& network, const std::vector<Tensor>& values) {
    std::vector<Tensor> out;
    for (const ValueId id : network::distinctOutputs(network)) out.push_back(values[id]);
    return out;
}

std::vector<Tensor> stitched(const TilingPlan& plan, const Network& whole, const Tensor& picture,
                             const Compute& compute) {
    std::vector<Tensor> out;
    for (const ValueId id : network::distinctOutputs(whole))
        out.emplace_back(network::dtypeOf(whole, id), network::shapeOf(whole, id));
    for (const AxisTile& row : plan.rows.tiles)
        for (const AxisTile& column : plan.columns.tiles) {
            Tensor input(picture.dtype(),
                         {static_cast<std::uint64_t>(plan.fixed.rows),
                          static_cast<std::uint64_t>(plan.fixed.columns), picture.shape()[2]});
            overPixels(plan.fixed.rows - row.fill, plan.fixed.columns - column.fill,
                       [&](std::int64_t y, std::int64_t x) {
                           copyPixel(picture, row.start + y, column.start + x, input, y, x);
                       });
            const std::vector<Tensor> given = compute({row, column}, std::move(input));
            for (std::size_t i = 0; i < out.size(); ++i) {
                const TileOutput &down = row.outputs[i], &across = column.outputs[i];
                overPixels(
                    down.until - down.from, across.until - across.from, [&](std::int64_t y, std::int64_t x) {
                        copyPixel(given[i], down.from - down.offset + y, across.from - across.offset + x,
                                  out[i], down.from + y, across.from + x);
                    });
            }
        }
    return out;
}

Tensor repeatedTo(const tensor::Shape& shape, const Tensor& picture) {
    Tensor out(picture.dtype(), shape);
    const auto from = picture.bytes();
    for (std::size_t i = 0; i < out.bytes().size(); ++i) out.bytes()[i] = from[i % from.size()];
    return out;
}

std::vector<Tensor> TileReference::operator()(const Tile& tile, Tensor input) {
    const auto contents = contentsFor(m_masked, {tile.row.start, m_plan.picture.rows},
                                      {tile.column.start, m_plan.picture.columns});
    const Right right{rightIn(m_masked.rows, m_plan.rows, tile.row),
                      rightIn(m_masked.columns, m_plan.columns, tile.column)};
    const Network& network = m_masked.network;
    std::vector<Tensor> values{std::move(input)};
    spoil(values.back(), network.input.name, right);
    for (const Layer& layer : network.layers) {
        const auto mask = std::ranges::find(m_masked.masks, values.size(), &Mask::constant);
        const auto kept = std::ranges::find(m_masked.kept, values.size(), &KeptStrip::strip);
        if (mask != m_masked.masks.end()) {
            values.push_back(contents[static_cast<std::size_t>(mask - m_masked.masks.begin())]);
        } else if (kept != m_masked.kept.end()) {
            values.push_back(stripFor(*kept, tile));
        } else {
            std::vector<const Tensor*> inputs;
            for (const ValueId id : layer.inputs) inputs.push_back(&values[id]);
            values.push_back(network::computeLayer(network, layer, inputs, {}));
            spoil(values.back(), layer.name, right);
        }
    }
    keep(tile, values);
    return outputsIn(network, values);
}

Tensor TileReference::stripFor(const KeptStrip& kept, const Tile& tile) {
    const bool isRows = kept.direction == Direction::Rows,
               isFirst = (isRows ? tile.row : tile.column).start == 0;
    if (!isFirst) return m_kept.at({kept.strip, isRows ? tile.column.start : 0});
    Tensor out = m_masked.network.layers[kept.strip - 1].weights;
    for (std::uint64_t i = 0; m_poisons && i < out.count(); ++i)
        poison(out, i, static_cast<std::uint32_t>(i + kept.strip));
    return out;
}

// The last elements of the value that has those of the tiles before.
void TileReference::keep(const Tile& tile, const std::vector<Tensor>& values) {
    for (const KeptStrip& kept : m_masked.kept) {
        const bool isRows = kept.direction == Direction::Rows;
        const Tensor &whole = values[kept.whole], &before = values[kept.strip];
        Tensor strip(before.dtype(), before.shape());
        const auto rows = static_cast<std::int64_t>(strip.shape()[0]),
                   columns = static_cast<std::int64_t>(strip.shape()[1]);
        const std::int64_t down = static_cast<std::int64_t>(whole.shape()[0]) - rows,
                           across = static_cast<std::int64_t>(whole.shape()[1]) - columns;
        overPixels(rows, columns, [&](std::int64_t y, std::int64_t x) {
            copyPixel(whole, down + y, across + x, strip, y, x);
        });
        m_kept.insert_or_assign({kept.strip, isRows ? tile.column.start : 0}, std::move(strip));
    }
}

// Selections stand for the picture's outside, and no tile's value has their name.
void TileReference::spoil(Tensor& value, const std::string& name, const Right& right) const {
    const auto id = network::findValue(m_masked.tile, name);
    if (!m_poisons || !id) return;
    const auto is = [](const Interval& interval, std::uint64_t at) {
        const auto place = static_cast<std::int64_t>(at);
        return place >= interval.low && place <= interval.high;
    };
    const std::uint64_t columns = value.shape()[1], channels = value.shape()[2];
    for (std::uint64_t i = 0; i < value.count(); ++i)
        if (!is(right.rows[*id], i / channels / columns) || !is(right.columns[*id], i / channels % columns))
            poison(value, i, static_cast<std::uint32_t>(i + *id));
}

} // namespace lw::test
