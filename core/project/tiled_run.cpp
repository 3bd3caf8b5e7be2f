// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tiled_run.h"

#include "core/network/outputs.h"

#include <algorithm>
#include <utility>

namespace lw::project {

using lower::tiling::AxisTile;
using tensor::Tensor;

namespace {

// A rectangle of an image [rows, columns, channels], by its upper left pixel.
struct Corner {
    std::int64_t row = 0, column = 0;
};

// Copies rows x columns pixels from one image to another of the same type and channels.
void copyPixels(const Tensor& from, Corner at, Tensor& to, Corner there, std::int64_t rows,
                std::int64_t columns) {
    const std::size_t pixel = from.shape()[2] * tensor::sizeOf(from.dtype());
    const auto offset = [&](const Tensor& image, std::int64_t row, std::int64_t column) {
        return (static_cast<std::size_t>(row) * image.shape()[1] + static_cast<std::size_t>(column)) * pixel;
    };
    for (std::int64_t row = 0; row < rows; ++row)
        std::ranges::copy(from.bytes().subspan(offset(from, at.row + row, at.column),
                                               static_cast<std::size_t>(columns) * pixel),
                          to.bytes().begin() +
                              static_cast<std::ptrdiff_t>(offset(to, there.row + row, there.column)));
}

tensor::Shape shapeOf(std::int64_t rows, std::int64_t columns, std::uint64_t channels) {
    return {static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns), channels};
}

} // namespace

Tensor tileInput(const lower::tiling::TilingPlan& plan, const Tensor& picture, std::int32_t zero,
                 std::uint64_t tile) {
    const AxisTile &row = plan.rows.tiles[tile / plan.columns.tiles.size()],
                   &column = plan.columns.tiles[tile % plan.columns.tiles.size()];
    Tensor out(picture.dtype(), shapeOf(plan.fixed.rows, plan.fixed.columns, plan.channels));
    if (zero != 0) std::ranges::fill(out.bytes(), static_cast<std::byte>(zero));
    copyPixels(picture, {row.start, column.start}, out, {}, plan.fixed.rows - row.fill,
               plan.fixed.columns - column.fill);
    return out;
}

TiledRun::TiledRun(lower::striding::LoweredNetwork& lowered, const lower::tiling::TilingPlan& plan,
                   std::string machine, Tensor picture, const lower::tiling::MaskedNetwork* masked)
    : m_lowered(lowered)
    , m_plan(plan)
    , m_machine(std::move(machine))
    , m_masked(masked)
    , m_picture(std::move(picture)) {
    const std::vector<network::ValueId> outputs = network::distinctOutputs(*lowered.network);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        m_outputs.emplace_back(
            network::dtypeOf(*lowered.network, outputs[i]),
            shapeOf(plan.rows.outputs[i].full, plan.columns.outputs[i].full, plan.outputs[i].channels));
}

const AxisTile& TiledRun::rowOf(std::uint64_t tile) const {
    return m_plan.rows.tiles[tile / m_plan.columns.tiles.size()];
}
const AxisTile& TiledRun::columnOf(std::uint64_t tile) const {
    return m_plan.columns.tiles[tile % m_plan.columns.tiles.size()];
}

Tensor TiledRun::inputOf(std::uint64_t tile) const {
    return tileInput(m_plan, m_picture, m_lowered.network->input.zero, tile);
}

std::vector<lower::striding::Replaced> TiledRun::masksOf(std::uint64_t tile) const {
    std::vector<lower::striding::Replaced> out;
    if (!m_masked) return out;
    std::vector<Tensor> contents = lower::tiling::contentsFor(
        *m_masked, {rowOf(tile).start, m_plan.picture.rows}, {columnOf(tile).start, m_plan.picture.columns});
    for (std::size_t i = 0; i < contents.size(); ++i) {
        const std::string& name = network::nameOf(m_masked->network, m_masked->masks[i].constant);
        out.push_back({*network::findValue(*m_lowered.network, name), std::move(contents[i])});
    }
    return out;
}

StridedRun TiledRun::begin(std::uint64_t tile) {
    return {m_lowered, m_machine, inputOf(tile), masksOf(tile)};
}

void TiledRun::take(std::uint64_t tile, const std::vector<Tensor>& outputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const lower::tiling::TileOutput &row = rowOf(tile).outputs[i], &column = columnOf(tile).outputs[i];
        copyPixels(outputs[i], {row.from - row.offset, column.from - column.offset}, m_outputs[i],
                   {row.from, column.from}, row.until - row.from, column.until - column.from);
    }
}

} // namespace lw::project
