// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/curve.h"

#include "core/lower/messages.h"
#include "core/network/cost.h"
#include "core/network/reach.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace lw::lower::tiling {

using network::Direction;
using network::Kind;
using network::Layer;
using network::Line;
using network::ValueId;

namespace {

struct Axis {
    Line line;
    Alignment alignment;
    std::int64_t size = 0; // of the picture
};

Result<Axis> axisOf(const network::Network& network, Direction direction) {
    Axis out;
    LW_TRY(out.line, network::lineOf(network, direction));
    LW_TRY(out.alignment, alignmentOf(out.line));
    out.size = static_cast<std::int64_t>(network.input.shape[direction == Direction::Rows ? 0 : 1]);
    return out;
}

// Numbers of a network for tiles of any size, without making it for each of them.
class Sizes {
  public:
    Sizes(const network::Network& network, const Axis& rows, const Axis& columns, std::int64_t fixed)
        : m_network(network)
        , m_rows(network::sizesOf(rows.line, fixed))
        , m_columns(network::sizesOf(columns.line, fixed)) {}

    std::uint64_t macs() const {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            const Layer& layer = m_network.layers[i];
            if (layer.kind == Kind::Conv) out += pixels(i + 1) * layer.weights.count();
            if (layer.kind == Kind::ConvTranspose) out += pixels(layer.inputs[0]) * layer.weights.count();
        }
        return out;
    }
    std::uint64_t peakBytes() const {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            if (m_network.layers[i].kind == Kind::Constant) continue;
            std::uint64_t here = bytes(i + 1);
            for (const ValueId id : m_network.layers[i].inputs) here += bytes(id);
            out = std::max(out, here);
        }
        return out;
    }
    std::uint64_t pixelBytes() const { return bytes(network::kInput) / pixels(network::kInput); }

  private:
    std::uint64_t pixels(ValueId id) const { return static_cast<std::uint64_t>(m_rows[id] * m_columns[id]); }
    // Of constants none: they are not of the tile.
    std::uint64_t bytes(ValueId id) const {
        return pixels(id) * network::shapeOf(m_network, id).back() *
               tensor::sizeOf(network::dtypeOf(m_network, id));
    }

    const network::Network& m_network;
    std::vector<std::int64_t> m_rows, m_columns;
};

// Nothing where such tiles make no progress.
std::optional<AxisPlan> planFor(const Axis& axis, std::int64_t fixed, Grid grid) {
    for (const Fill fill : {Fill::Exact, Fill::Masked})
        if (auto plan = planAxis(axis.line, axis.size, fixed, fill, grid)) return *std::move(plan);
    return std::nullopt;
}

} // namespace

Result<std::vector<CurvePoint>> curveOf(const network::Network& picture, Grid grid, const Size& circuits) {
    LW_TRY(const Axis rows, axisOf(picture, Direction::Rows));
    LW_TRY(const Axis columns, axisOf(picture, Direction::Columns));
    const std::int64_t align = std::lcm(rows.alignment.align, columns.alignment.align);
    const std::int64_t longer = (std::max(rows.size, columns.size) + align - 1) / align * align;
    const std::int64_t steps = longer / align / static_cast<std::int64_t>(kMostCurvePoints) + 1;
    const std::uint64_t whole = network::costOf(picture).multiplyAdds;
    std::vector<CurvePoint> out;
    for (std::int64_t fixed = align; fixed <= longer; fixed += steps * align) {
        const auto down = planFor(rows, fixed, grid), across = planFor(columns, fixed, grid);
        if (!down || !across) continue;
        const Sizes sizes(picture, rows, columns, fixed);
        CurvePoint point{.fixed = fixed,
                         .fill = down->fill == Fill::Exact ? across->fill : down->fill,
                         .tiles = down->tiles.size() * across->tiles.size(),
                         .peakBytes = sizes.peakBytes(),
                         .wholeMacs = whole};
        point.macs = point.tiles * sizes.macs();
        point.bytesIn = static_cast<std::uint64_t>(readAlong(*down, circuits.rows) *
                                                   readAlong(*across, circuits.columns)) *
                        sizes.pixelBytes();
        out.push_back(point);
    }
    return out;
}

} // namespace lw::lower::tiling
