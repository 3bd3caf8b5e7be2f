// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/curve.h"

#include "core/lower/messages.h"
#include "core/lower/tiling/masked.h"
#include "core/network/cost.h"
#include "core/network/reach.h"
#include "core/network/resized.h"

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

// Numbers of a network for tiles of any size, without making it for each size.
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
    // For the network with masks of any size.
    std::uint64_t maskBytes(const MaskedNetwork& masked) const {
        std::uint64_t out = 0;
        for (const Mask& mask : masked.masks)
            out += pixels(mask.of) * tensor::sizeOf(masked.network.layers[mask.constant - 1].weights.dtype());
        return out;
    }
    std::uint64_t pixelBytes() const { return bytes(network::kInput) / pixels(network::kInput); }

  private:
    std::uint64_t pixels(ValueId id) const { return static_cast<std::uint64_t>(m_rows[id] * m_columns[id]); }
    // None for constants: they do not belong to the tile.
    std::uint64_t bytes(ValueId id) const {
        return pixels(id) * network::shapeOf(m_network, id).back() *
               tensor::sizeOf(network::dtypeOf(m_network, id));
    }

    const network::Network& m_network;
    std::vector<std::int64_t> m_rows, m_columns;
};

// Nothing if such tiles make no progress.
std::optional<AxisPlan> planFor(const Axis& axis, std::int64_t fixed, Grid grid) {
    for (const Fill fill : {Fill::Exact, Fill::Masked})
        if (auto plan = planAxis(axis.line, axis.size, fixed, fill, grid)) return *std::move(plan);
    return std::nullopt;
}

// Which masks there are does not depend on the size of tiles, so the network is made for the first size that
// it can have; if there is none, no size can be masked at any cost.
Result<std::optional<MaskedNetwork>> maskedOf(const network::Network& picture,
                                              std::span<const CurvePoint> curve) {
    for (const CurvePoint& point : curve) {
        if (point.fill != Fill::Masked) continue;
        const auto side = static_cast<std::uint64_t>(point.fixed);
        auto tile = network::resized(picture, side, side);
        if (!tile) continue;
        LW_TRY(MaskedNetwork masked, withMasks(*std::move(tile)));
        return std::optional(std::move(masked));
    }
    return std::optional<MaskedNetwork>();
}

class Curve {
  public:
    Curve(const network::Network& picture, Axis rows, Axis columns, const Size& circuits)
        : m_picture(picture), m_rows(std::move(rows)), m_columns(std::move(columns)), m_circuits(circuits) {}

    SizeCurve run(Grid grid) {
        const std::int64_t align = std::lcm(m_rows.alignment.align, m_columns.alignment.align);
        const std::int64_t longer = (std::max(m_rows.size, m_columns.size) + align - 1) / align * align;
        const std::int64_t steps = longer / align / static_cast<std::int64_t>(kMostCurvePoints) + 1;
        for (std::int64_t fixed = align; fixed <= longer; fixed += steps * align) {
            const auto down = planFor(m_rows, fixed, grid), across = planFor(m_columns, fixed, grid);
            if (down && across) add(fixed, *down, *across);
        }
        addMasks();
        return std::move(m_out);
    }

  private:
    void add(std::int64_t fixed, const AxisPlan& down, const AxisPlan& across) {
        const Sizes sizes(m_picture, m_rows, m_columns, fixed);
        CurvePoint point{.fixed = fixed,
                         .fill = down.fill == Fill::Exact ? across.fill : down.fill,
                         .tiles = down.tiles.size() * across.tiles.size(),
                         .peakBytes = sizes.peakBytes(),
                         .wholeMacs = m_whole};
        point.macs = point.tiles * sizes.macs();
        point.bytesIn = static_cast<std::uint64_t>(readAlong(down, m_circuits.rows) *
                                                   readAlong(across, m_circuits.columns)) *
                        sizes.pixelBytes();
        m_places.push_back(placesAlong(down, m_circuits.rows) * placesAlong(across, m_circuits.columns));
        m_out.points.push_back(point);
    }
    // Sizes that would have to be masked are left out if the network cannot be.
    void addMasks() {
        std::vector<CurvePoint>& points = m_out.points;
        const auto masked = maskedOf(m_picture, points);
        if (!masked) {
            m_out.notMasked = masked.problem();
            m_out.leftOut =
                std::erase_if(points, [](const CurvePoint& point) { return point.fill == Fill::Masked; });
            return;
        }
        for (std::size_t i = 0; *masked && i < points.size(); ++i)
            if (points[i].fill == Fill::Masked)
                points[i].bytesMasks =
                    m_places[i] * Sizes(m_picture, m_rows, m_columns, points[i].fixed).maskBytes(**masked);
    }

    const network::Network& m_picture;
    Axis m_rows, m_columns;
    Size m_circuits;
    std::uint64_t m_whole = network::costOf(m_picture).multiplyAdds;
    SizeCurve m_out;
    std::vector<std::uint64_t> m_places; // of tiles, for each point
};

} // namespace

Result<SizeCurve> curveOf(const network::Network& picture, Grid grid, const Size& circuits) {
    LW_TRY(Axis rows, axisOf(picture, Direction::Rows));
    LW_TRY(Axis columns, axisOf(picture, Direction::Columns));
    return Curve(picture, std::move(rows), std::move(columns), circuits).run(grid);
}

} // namespace lw::lower::tiling
