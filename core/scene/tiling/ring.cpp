// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tiling/ring.h"

#include "core/base/json.h"
#include "core/scene/messages.h"
#include "core/tensor/dtype.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace lw::scene::tiling {

using network::Elements;

namespace {

bool has(const Elements& elements, std::int64_t at) { return elements.low <= at && at <= elements.high; }
bool isInside(const Extent& extent, std::int64_t at) { return at >= 0 && at < extent.size; }

// One channel of as many pixels as the picture has, from the tile's first pixel on. What the source does not
// have is left as it is.
Outcome readChannel(const TileElements& from, std::uint64_t channel, CellPicture& picture) {
    const tensor::Shape& shape = from.source.shape();
    const auto rows = static_cast<std::int64_t>(shape[0]), columns = static_cast<std::int64_t>(shape[1]);
    const std::uint64_t channels = shape[2], bytes = tensor::sizeOf(from.source.type());
    const std::int64_t first = std::max<std::int64_t>(from.column, 0),
                       end = std::min<std::int64_t>(from.column + picture.columns, columns);
    if (first >= end) return Done{};
    const auto count = static_cast<std::size_t>(end - first);
    std::vector<std::byte> line(count * channels * bytes);
    std::vector<std::uint8_t> flags(count * channels);
    for (std::int64_t row = 0; row < picture.rows; ++row) {
        const std::int64_t there = from.row + row;
        if (there < 0 || there >= rows) continue;
        LW_TRY([[maybe_unused]] const Done read,
               from.source.read(static_cast<std::uint64_t>(there * columns + first) * channels, line, flags));
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = static_cast<std::size_t>(row) * picture.columns +
                                   static_cast<std::size_t>(first - from.column) + i,
                              element = i * channels + channel;
            std::memcpy(&picture.bits[at], &line[element * bytes], bytes);
            if (flags[element] & kWritten) picture.flags[at] |= kWritten;
        }
    }
    return Done{};
}

double differenceOf(double computed, double truth) {
    if (computed == truth || (std::isnan(computed) && std::isnan(truth))) return 0;
    const double out = computed - truth;
    return std::isnan(out) ? std::numeric_limits<double>::infinity() : out;
}

class Composer {
  public:
    explicit Composer(Ring ring) : m_ring(std::move(ring)) {}

    Result<Ring> run(const TileElements* computed, const ElementSource& truth) {
        const auto rows = static_cast<std::uint32_t>(m_ring.extent.rows.tile.count()),
                   columns = static_cast<std::uint32_t>(m_ring.extent.columns.tile.count());
        m_ring.computed = emptyPicture("computed", truth.type(), rows, columns);
        m_ring.truth = emptyPicture("true", truth.type(), rows, columns);
        m_ring.difference = emptyPicture("difference", tensor::DType::F64, rows, columns);
        if (computed) {
            LW_TRY([[maybe_unused]] const Done read, readChannel(*computed, m_ring.channel, m_ring.computed));
        }
        const TileElements whole{truth, m_ring.extent.rows.tile.low, m_ring.extent.columns.tile.low};
        LW_TRY([[maybe_unused]] const Done read, readChannel(whole, m_ring.channel, m_ring.truth));
        for (std::uint32_t row = 0; row < rows; ++row)
            for (std::uint32_t column = 0; column < columns; ++column)
                addPixel(m_ring.extent.rows.tile.low + row, m_ring.extent.columns.tile.low + column,
                         std::size_t{row} * columns + column);
        return std::move(m_ring);
    }

  private:
    // By its place in the whole value, and its number in the pictures.
    void addPixel(std::int64_t row, std::int64_t column, std::size_t at) {
        const bool isRight = has(m_ring.extent.rows.right, row) && has(m_ring.extent.columns.right, column);
        if (!isRight) {
            m_ring.computed.flags[at] |= kMasked;
            m_ring.difference.flags[at] |= kMasked;
        }
        if (!isInside(m_ring.extent.rows, row) || !isInside(m_ring.extent.columns, column)) {
            m_ring.truth.flags[at] = m_ring.difference.flags[at] = kOutside;
            ++m_ring.beyond;
            return;
        }
        Ring::Count& count = isRight ? m_ring.right : m_ring.dummy;
        ++count.pixels;
        if (!(m_ring.computed.flags[at] & m_ring.truth.flags[at] & kWritten)) return;
        ++count.compared;
        const double by = differenceOf(m_ring.computed.value(at), m_ring.truth.value(at));
        m_ring.difference.bits[at] = std::bit_cast<std::uint64_t>(by);
        m_ring.difference.flags[at] |= kWritten;
        if (by == 0) return;
        ++count.wrong;
        count.largest = std::max(count.largest, std::abs(by));
    }

    Ring m_ring;
};

Json jsonOf(const Extent& extent) {
    return {{"size", extent.size}, {"tile", rangeJson(extent.tile)}, {"right", rangeJson(extent.right)}};
}
Json jsonOf(const Ring::Count& count) {
    return {{"pixels", count.pixels},
            {"compared", count.compared},
            {"wrong", count.wrong},
            {"largest", count.largest}};
}

} // namespace

Result<Ring> ringOf(const std::string& layer, std::uint64_t tile, const TileExtent& extent,
                    std::uint64_t channel, const TileElements* computed, const ElementSource& truth) {
    LW_REQUIRE(truth.shape().size() == 3, "an image");
    const std::uint64_t channels = truth.shape()[2];
    if (channel >= channels)
        return Problem{&messages::kNoChannelOfValue,
                       {std::to_string(channel), layer, std::to_string(channels)},
                       {},
                       {},
                       {}};
    Ring ring;
    ring.layer = layer;
    ring.tile = tile;
    ring.channel = channel;
    ring.channels = channels;
    ring.extent = extent;
    return Composer(std::move(ring)).run(computed, truth);
}

Json jsonOf(const Ring& ring) {
    return {{"layer", ring.layer},
            {"tile", ring.tile},
            {"channel", ring.channel},
            {"channels", ring.channels},
            {"rows", jsonOf(ring.extent.rows)},
            {"columns", jsonOf(ring.extent.columns)},
            {"right", jsonOf(ring.right)},
            {"dummy", jsonOf(ring.dummy)},
            {"beyond", ring.beyond},
            {"computed", jsonOf(ring.computed)},
            {"truth", jsonOf(ring.truth)},
            {"difference", jsonOf(ring.difference)}};
}

} // namespace lw::scene::tiling
