// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/layer_rows.h"
#include "core/lower/processor/messages.h"
#include "core/lower/processor/windows.h"
#include "core/numeric/small_float.h"

#include <algorithm>
#include <set>
#include <vector>

namespace lw::lower::processor {

namespace {

constexpr std::uint16_t kLowest = 0xfc00; // minus infinity in FP16

// How a pool goes over its window: the operation, what lies beyond the image, and what the result is
// multiplied by.
struct PoolKind {
    std::string_view mnemonic, fillName;
    std::uint16_t fill = 0;
    bool isMean = false;
};
PoolKind kindOf(const network::Layer& layer) {
    if (layer.kind == network::Kind::MaxPool) return {"vv_max", "lowest", kLowest, false};
    return {"vv_add", "zeros", 0, true};
}

// By what sums are multiplied: windows at the border may be of fewer elements. Each number of elements has
// its own part of one in MultiplyVrf, as many vectors of it as a pixel has.
class MeanParts {
  public:
    MeanParts(const network::Layer& layer, const tensor::Shape& image) {
        const auto covered = [&](const network::Axis& axis, std::uint64_t windows) {
            std::vector<std::int64_t> out;
            for (std::uint64_t i = 0; i < windows; ++i)
                out.push_back(axis.covered(static_cast<std::int64_t>(i), layer.countIncludePad));
            return out;
        };
        if (!kindOf(layer).isMean) return;
        m_ofRows = covered(network::rowsOf(layer, image), layer.shape[0]);
        m_ofColumns = covered(network::columnsOf(layer, image), layer.shape[1]);
        std::set<std::int64_t> elements;
        for (const std::int64_t rows : m_ofRows)
            for (const std::int64_t columns : m_ofColumns) elements.insert(rows * columns);
        m_elements.assign(elements.begin(), elements.end());
    }
    const std::vector<std::int64_t>& elements() const { return m_elements; } // none: there is no mean
    bool areEqual() const { return m_elements.size() < 2; }
    // Which of them the window at a place has.
    std::uint64_t at(std::uint32_t row, std::uint32_t pixel) const {
        const auto found =
            std::ranges::lower_bound(m_elements, areEqual() ? 0 : m_ofRows[row] * m_ofColumns[pixel]);
        return static_cast<std::uint64_t>(found - m_elements.begin());
    }
    // Places from this one on that have the same.
    std::uint32_t alike(std::uint32_t row, std::uint32_t pixel, std::uint32_t most) const {
        std::uint32_t count = 1;
        while (count < most && at(row, pixel + count) == at(row, pixel)) ++count;
        return count;
    }

  private:
    std::vector<std::int64_t> m_ofRows, m_ofColumns, m_elements;
};

class PoolRows {
  public:
    PoolRows(const Writing& writing, const network::Layer& layer, const WindowImage& image, const Place& to,
             const MeanParts& parts, std::uint32_t places)
        : m_writing(writing)
        , m_text(writing.text)
        , m_layer(layer)
        , m_image(image)
        , m_to(to)
        , m_parts(parts)
        , m_places(places) {}

    // Tap after tap of whole windows, in their order.
    void writeWindows() {
        const std::uint64_t tiles = m_to.packed.tiles, taps = m_layer.kernel.rows * m_layer.kernel.columns;
        overPlaces(
            m_writing, m_layer.shape[0] * m_layer.shape[1], m_places, tiles,
            [&] { m_text.counts(tiles, 1, m_places); },
            [&](std::uint64_t first, std::uint64_t places, std::uint64_t move) {
                m_text.counts(tiles, 1, places);
                for (std::size_t i = 0; i < taps; ++i) {
                    m_text.readWindows(first, i * tiles, move);
                    finishChain(i, i + 1 == taps, 0, first, move);
                }
            });
    }

    void write() {
        for (std::uint32_t row = 0; row < m_layer.shape[0]; ++row)
            for (std::uint32_t pixel = 0, places = 0; pixel < m_layer.shape[1]; pixel += places) {
                places = std::min(m_places, static_cast<std::uint32_t>(m_layer.shape[1]) - pixel);
                places = m_parts.alike(row, pixel, places);
                writePlaces(row, pixel, places);
            }
    }

  private:
    // The first vector of each tap, at the first of these places.
    std::vector<std::uint64_t> tapsAt(std::uint32_t row, std::uint32_t pixel) const {
        const network::Axis rows =
            network::rowsOf(m_layer, network::shapeOf(m_writing.network, m_layer.inputs.front()));
        std::vector<std::uint64_t> out;
        for (std::uint32_t y = 0; y < m_layer.kernel.rows; ++y) {
            const std::int64_t at = rows.at(row, y);
            if (!rows.inside(at)) continue;
            for (std::uint32_t x = 0; x < m_layer.kernel.columns; ++x)
                out.push_back(m_image.at(static_cast<std::uint64_t>(at),
                                         std::uint64_t{pixel} * m_layer.stride.columns +
                                             std::uint64_t{x} * m_layer.dilation.columns));
        }
        return out;
    }

    void writePlaces(std::uint32_t row, std::uint32_t pixel, std::uint32_t places) {
        const std::uint64_t tiles = m_image.tiles;
        const std::vector<std::uint64_t> taps = tapsAt(row, pixel);
        m_text.counts(tiles, 1, places);
        for (std::size_t i = 0; i < taps.size(); ++i) {
            m_text.read({kInitial, taps[i], m_layer.stride.columns * tiles});
            finishChain(i, i + 1 == taps.size(), m_parts.at(row, pixel),
                        std::uint64_t{row} * m_layer.shape[1] + pixel, 0);
        }
    }

    // Behind what reads a tap.
    void finishChain(std::size_t tap, bool isLast, std::uint64_t part, std::uint64_t place,
                     std::uint64_t move) {
        const PoolKind kind = kindOf(m_layer);
        const std::uint64_t tiles = m_to.packed.tiles;
        if (tap > 0) m_text.with(kind.mnemonic, half(tap - 1));
        if (!isLast) {
            m_text.write(half(tap));
        } else {
            if (kind.isMean) m_text.times({kMultiply, part * tiles});
            m_text.write({kInitial, m_to.first + place * tiles, tiles, move * tiles});
        }
        m_text.end();
    }

    // What the taps before came to; the next ones are written to the other half.
    Vectors half(std::size_t tap) const {
        return {kAddSub0, tap % 2 * m_places * m_to.packed.tiles, m_to.packed.tiles};
    }

    const Writing& m_writing;
    FirmwareText& m_text;
    const network::Layer& m_layer;
    const WindowImage& m_image;
    const Place& m_to;
    const MeanParts& m_parts;
    std::uint32_t m_places;
};

bool readsWindows(const Writing& writing, const network::Layer& layer, const MeanParts& parts,
                  std::uint64_t tiles) {
    return isSliding(layer) && parts.areEqual() &&
           isReadable(std::uint64_t{layer.kernel.rows} * layer.kernel.columns * tiles, writing.limits);
}

// Places of a row, or of windows in their order, that a chain can have. E883, E886.
Result<std::uint32_t> placesOf(const Writing& writing, const network::Layer& layer, const MeanParts& parts,
                               std::uint32_t tiles) {
    const machine::ProcessorLimits& limits = writing.limits;
    if (tiles > limits.chainVectors)
        return Problem{&messages::kChainTooShort,
                       {layer.name, std::to_string(tiles), limits.name, std::to_string(limits.chainVectors)},
                       {},
                       {},
                       {}};
    const auto tooFew = [&](std::uint64_t needed, std::string_view file, std::uint32_t has) {
        return Problem{&messages::kTooFewVectors,
                       {layer.name, std::to_string(needed), std::string(file), limits.name,
                        std::to_string(has), std::to_string(has)},
                       {},
                       {},
                       {}};
    };
    if (limits.addSub0Vectors < 2 * tiles) return tooFew(2 * tiles, kAddSub0, limits.addSub0Vectors);
    const std::uint64_t factors = parts.elements().size() * tiles;
    if (limits.multiplyVectors < factors) return tooFew(factors, kMultiply, limits.multiplyVectors);
    const std::uint32_t held = std::min(limits.chainVectors / tiles, limits.addSub0Vectors / (2 * tiles));
    if (tiles > limits.largestStep) return 1u;
    if (readsWindows(writing, layer, parts, tiles))
        return std::max(1u, std::min({static_cast<std::uint32_t>(layer.shape[0] * layer.shape[1]), held,
                                      limits.largestWindowMove / tiles}));
    if (layer.stride.columns * tiles > limits.largestStep) return 1u;
    return std::min(static_cast<std::uint32_t>(layer.shape[1]), held);
}

} // namespace

Outcome writePool(const Writing& writing, const network::Layer& layer, const Place& from, const Place& to) {
    const PoolKind kind = kindOf(layer);
    const MeanParts parts(layer, network::shapeOf(writing.network, layer.inputs.front()));
    const std::uint32_t tiles = from.packed.tiles;
    LW_TRY(const std::uint32_t places, placesOf(writing, layer, parts, tiles));
    for (std::size_t i = 0; i < parts.elements().size(); ++i) {
        const std::uint64_t part = writing.text.filled(
            numeric::smallFloatBits(1 / static_cast<double>(parts.elements()[i]), numeric::kFloat16),
            to.name + ".part" + (parts.areEqual() ? "" : std::to_string(parts.elements()[i])));
        writing.text.counts(1, 1, tiles);
        writing.text.read({kDram, part});
        writing.text.write({kMultiply, i * tiles, 1});
        writing.text.end();
    }
    if (readsWindows(writing, layer, parts, tiles)) {
        setWindows(writing, layer, from, kind.fill);
        PoolRows(writing, layer, {}, to, parts, places).writeWindows();
        return Done{};
    }
    LW_TRY(const WindowImage image, windowImage(writing, layer, from, kind.fill, kind.fillName));
    PoolRows(writing, layer, image, to, parts, places).write();
    release(writing, image);
    return Done{};
}

} // namespace lw::lower::processor
