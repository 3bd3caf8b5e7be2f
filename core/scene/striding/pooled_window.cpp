// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/striding/pooled_window.h"

#include <algorithm>

namespace lw::scene::striding {

StripRange outputsOf(std::uint64_t first, std::uint64_t count, std::uint32_t stride, std::uint64_t most) {
    const auto windows = [&](std::uint64_t cells) { return cells / stride + (cells % stride != 0 ? 1 : 0); };
    return {std::min(windows(first), most), std::min(windows(first + count), most)};
}

std::optional<circuit::PooledWindow> pooledWindow(const lower::striding::LayerReport& layer,
                                                  std::uint64_t row, std::uint64_t column,
                                                  std::uint64_t channel) {
    const lower::striding::StrideGeometry& g = layer.geometry;
    if (lower::striding::rowOf(layer.mode).pooling == lower::striding::Pooling::None) return {};
    for (const lower::StripPlace& strip : layer.strips) {
        const StripRange rows = outputsOf(strip.row, strip.rows, g.stride.rows, g.rows),
                         columns = outputsOf(strip.column, strip.columns, g.stride.columns, g.columns);
        if (!rows.holds(row) || !columns.holds(column) || channel < strip.channel ||
            channel - strip.channel >= strip.channels)
            continue;
        return circuit::PooledWindow{strip.firstRow, strip.rowCount, row - rows.from, column - columns.from,
                                     channel - strip.channel};
    }
    return {};
}

} // namespace lw::scene::striding
