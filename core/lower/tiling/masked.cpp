// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/masked.h"

#include "core/lower/messages.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/quantise_ready.h"
#include "core/network/shapes.h"
#include "core/tensor/compare.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace lw::lower::tiling {

using network::Kind;
using network::Layer;
using network::Network;
using network::Reach;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

// Whether what is right may be computed of elements beyond the picture's end.
bool reachesBeyond(const Reach& reach) {
    switch (reach.how) {
    case Reach::How::Same: return false;
    case Reach::How::Window: return reach.after > 0 || reach.ceil;
    case Reach::How::Spread: return reach.span() - 1 - reach.after + reach.extra >= reach.stride;
    }
    return false;
}
// Whether as many elements come out as go in, however many those are.
bool keepsSize(const Reach& reach) {
    return reach.how == Reach::How::Same ||
           (reach.stride == 1 && reach.before + reach.after == reach.span() - 1 && reach.extra == 0);
}

// What stands beyond the picture so that the layer computes as if nothing did.
float fillFor(const Layer& reader, network::Precision precision) {
    if (reader.kind == Kind::MaxPool) return -network::kNoBound;
    // The number that changes no sum, not even one of -0.
    return reader.kind == Kind::AveragePool && precision == network::Precision::F32 ? -0.0f : 0.0f;
}

// The direction of a pool that reads so many elements.
network::Axis axisOf(const Reach& pool, std::int64_t elements) {
    return {elements, pool.kernel, pool.stride, pool.dilation, pool.before, pool.after};
}
// By how many elements the sum of a window is divided, along one direction, at least 1.
std::int64_t coveredBy(const Layer& pool, const network::Axis& axis, std::int64_t window) {
    return std::max<std::int64_t>(axis.covered(window, pool.countIncludePad), 1);
}

class Masker {
  public:
    explicit Masker(MaskedNetwork& out) : m_out(out), m_tile(out.tile) {}

    Outcome run() {
        Network& network = m_out.network;
        network = m_tile;
        network.layers.clear();
        noteSizes();
        for (std::size_t i = 0; i < m_tile.layers.size(); ++i) {
            Layer layer = m_tile.layers[i];
            for (ValueId& id : layer.inputs) id = m_now[id];
            const bool varies = !m_out.rows.line.layers[i].inputs.empty();
            if (varies && (reachesBeyond(rowsOf(i)) || reachesBeyond(columnsOf(i)))) {
                LW_TRY([[maybe_unused]] const Done masked, maskFor(i, layer));
            }
            network.layers.push_back(std::move(layer));
            m_now.push_back(network.layers.size());
        }
        for (ValueId& id : network.outputs) id = m_now[id];
        return network::inferShapes(network);
    }

  private:
    const Reach& rowsOf(std::size_t layer) const { return m_out.rows.line.layers[layer].reach; }
    const Reach& columnsOf(std::size_t layer) const { return m_out.columns.line.layers[layer].reach; }

    // For each value the first one that has as many rows and columns as it, in every picture.
    void noteSizes() {
        for (std::size_t i = 0; i < m_tile.layers.size(); ++i) {
            const auto& reads = m_out.rows.line.layers[i].inputs;
            if (reads.empty()) {
                m_sizes.push_back(i + 1);
                continue;
            }
            const auto isAlike = [&](std::size_t other) {
                const auto& readsToo = m_out.rows.line.layers[other].inputs;
                return !readsToo.empty() && m_sizes[readsToo[0]] == m_sizes[reads[0]] &&
                       rowsOf(other) == rowsOf(i) && columnsOf(other) == columnsOf(i);
            };
            std::size_t first = 0;
            while (first < i && !isAlike(first)) ++first;
            const bool keeps = keepsSize(rowsOf(i)) && keepsSize(columnsOf(i));
            m_sizes.push_back(keeps ? m_sizes[reads[0]] : first < i ? m_sizes[first + 1] : i + 1);
        }
    }

    Outcome maskFor(std::size_t index, Layer& layer) {
        const Layer& given = m_tile.layers[index];
        const bool isDivided = hasDivisors(layer);
        if (std::string why = whyNotMasked(layer, given.inputs[0], isDivided); !why.empty())
            return Problem{&messages::kNotMasked,
                           {std::string(network::nameOf(layer.kind)), layer.name, std::move(why)},
                           layer.place,
                           {},
                           {}};
        layer.inputs[0] = layer.kind == Kind::UpsampleBilinear ? edged(given.inputs[0], given)
                                                               : masked(given.inputs[0], given);
        if (isDivided) layer.inputs.push_back(constant(Mask::What::Covered, index + 1, ".covered"));
        return Done{};
    }
    // Whether each of its windows is divided by a number of its own.
    static bool hasDivisors(const Layer& layer) {
        return layer.kind == Kind::AveragePool && !layer.requant && layer.inputs.size() == 1 &&
               (!layer.countIncludePad || layer.ceil);
    }
    // Empty: it can be masked.
    std::string whyNotMasked(const Layer& layer, ValueId read, bool isDivided) const {
        constexpr std::uint64_t kMost = std::numeric_limits<std::int8_t>::max();
        const std::uint64_t taps = std::uint64_t{layer.kernel.rows} * layer.kernel.columns;
        if (m_tile.precision == network::Precision::F32) {
            const bool throwsZeros = layer.kind == Kind::ConvTranspose && !tensor::isFinite(layer.weights);
            return throwsZeros ? "its weights are not all finite, and zeros times infinity are not 0" : "";
        }
        if (!isDivided) return {};
        if (network::dtypeOf(m_tile, read) != DType::I8) return "it reads int32 sums; requantise them";
        if (taps <= kMost) return {};
        return "its windows have " + std::to_string(taps) + " elements, and an int8 divisor counts to " +
               std::to_string(kMost);
    }
    ValueId masked(ValueId read, const Layer& reader) {
        const float fill = fillFor(reader, m_tile.precision);
        const auto [at, isNew] = m_masked.try_emplace({read, std::bit_cast<std::uint32_t>(fill)});
        if (!isNew) return at->second;
        Layer select;
        select.kind = Kind::Select;
        select.name = nameFor(read, ".masked");
        select.fill = fill;
        select.inputs = {m_now[read], maskOf(Mask::What::Inside, read)};
        select.place = reader.place;
        m_out.network.layers.push_back(std::move(select));
        return at->second = m_out.network.layers.size();
    }
    // With the picture's last column repeated after it, then the last row: a mask says where that is, and the
    // value moved by one pixel has what stands there.
    ValueId edged(ValueId read, const Layer& reader) {
        const auto [at, isNew] = m_edged.try_emplace(read);
        if (!isNew) return at->second;
        const auto append = [&](Layer layer) {
            layer.place = reader.place;
            m_out.network.layers.push_back(std::move(layer));
            return m_out.network.layers.size();
        };
        ValueId now = m_now[read];
        for (const auto& [what, axis] : {std::pair{Mask::What::Columns, 1u}, {Mask::What::Rows, 0u}}) {
            const bool isRows = axis == 0;
            Layer moved;
            moved.kind = Kind::Take;
            moved.name = nameFor(read, isRows ? ".down" : ".right");
            moved.axis = axis;
            const auto size = static_cast<std::int64_t>(network::shapeOf(m_tile, read)[axis]);
            for (std::int64_t i = 0; i < size; ++i) moved.indices.push_back(std::max<std::int64_t>(i - 1, 0));
            moved.inputs = {now};
            Layer select;
            select.kind = Kind::Select;
            select.name = nameFor(read, isRows ? ".edged" : ".widened");
            select.inputs = {now, maskOf(what, read), append(std::move(moved))};
            now = append(std::move(select));
        }
        return at->second = now;
    }
    ValueId maskOf(Mask::What what, ValueId read) {
        const ValueId like = m_sizes[read];
        const auto [at, isNew] = m_masks.try_emplace({what, like});
        if (isNew)
            at->second = constant(what, like,
                                  what == Mask::What::Rows      ? ".rows"
                                  : what == Mask::What::Columns ? ".columns"
                                                                : ".mask");
        return at->second;
    }
    // Of one number for each pixel of that value.
    ValueId constant(Mask::What what, ValueId of, std::string_view suffix) {
        const tensor::Shape& image = network::shapeOf(m_tile, of);
        Layer out;
        out.kind = Kind::Constant;
        out.name = nameFor(of, suffix);
        out.weights = Tensor(m_tile.precision == network::Precision::F32 ? DType::F32 : DType::I8,
                             {image[0], image[1], 1});
        m_out.network.layers.push_back(std::move(out));
        m_out.masks.push_back({what, m_out.network.layers.size(), of});
        return m_out.network.layers.size();
    }
    std::string nameFor(ValueId id, std::string_view suffix) const {
        return network::freeName(network::nameOf(m_tile, id), suffix, {&m_tile, &m_out.network});
    }

    MaskedNetwork& m_out;
    const Network& m_tile;
    std::vector<ValueId> m_now{network::kInput};   // by value of the tile's network
    std::vector<ValueId> m_sizes{network::kInput}; // the same
    std::map<std::pair<ValueId, std::uint32_t>, ValueId> m_masked;
    std::map<ValueId, ValueId> m_edged; // the same
    std::map<std::pair<Mask::What, ValueId>, ValueId> m_masks;
};

Result<MaskedAxis> axisIn(const Network& network, network::Direction direction) {
    MaskedAxis out;
    LW_TRY(out.line, network::lineOf(network, direction));
    LW_TRY(Alignment alignment, alignmentOf(out.line));
    out.scales = std::move(alignment.scales);
    return out;
}

// One number for each pixel, from the place of its row and column.
template <typename At> Tensor filled(const Tensor& like, const At& at) {
    Tensor out(like.dtype(), like.shape());
    const std::uint64_t columns = out.shape()[1];
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const std::int64_t number =
            at(static_cast<std::int64_t>(i / columns), static_cast<std::int64_t>(i % columns));
        if (out.dtype() == DType::F32)
            out.set(i, static_cast<float>(number));
        else
            out.set(i, static_cast<std::int8_t>(number));
    }
    return out;
}

} // namespace

std::uint64_t MaskedNetwork::maskBytes() const {
    std::uint64_t out = 0;
    for (const Mask& mask : masks) out += network.layers[mask.constant - 1].weights.bytes().size();
    return out;
}

Result<MaskedNetwork> withMasks(Network tile) {
    MaskedNetwork out;
    out.tile = std::move(tile);
    LW_TRY(out.rows, axisIn(out.tile, network::Direction::Rows));
    LW_TRY(out.columns, axisIn(out.tile, network::Direction::Columns));
    LW_TRY([[maybe_unused]] const Done masked, Masker(out).run());
    const tensor::Shape& image = out.tile.input.shape;
    const auto whole = [](std::uint64_t size) { return AxisPlace{0, static_cast<std::int64_t>(size)}; };
    std::vector<Tensor> contents = contentsFor(out, whole(image[0]), whole(image[1]));
    for (std::size_t i = 0; i < contents.size(); ++i)
        out.network.layers[out.masks[i].constant - 1].weights = std::move(contents[i]);
    return out;
}

std::vector<Tensor> contentsFor(const MaskedNetwork& masked, const AxisPlace& rows,
                                const AxisPlace& columns) {
    const auto endsIn = [](const MaskedAxis& axis, const AxisPlace& place) {
        return endsOf(axis.line, axis.scales, place.picture, place.start);
    };
    const std::vector<std::int64_t> lastRows = endsIn(masked.rows, rows),
                                    lastColumns = endsIn(masked.columns, columns);
    std::vector<Tensor> out;
    for (const Mask& mask : masked.masks) {
        const Tensor& like = masked.network.layers[mask.constant - 1].weights;
        if (mask.what != Mask::What::Covered) {
            const bool ofRows = mask.what != Mask::What::Columns, ofColumns = mask.what != Mask::What::Rows;
            out.push_back(filled(like, [&](std::int64_t row, std::int64_t column) {
                return (!ofRows || row < lastRows[mask.of]) && (!ofColumns || column < lastColumns[mask.of]);
            }));
            continue;
        }
        const Layer& pool = masked.tile.layers[mask.of - 1];
        const auto along = [&](const MaskedAxis& axis, const std::vector<std::int64_t>& last) {
            return axisOf(axis.line.layers[mask.of - 1].reach, last[pool.inputs[0]]);
        };
        const network::Axis high = along(masked.rows, lastRows), wide = along(masked.columns, lastColumns);
        out.push_back(filled(like, [&](std::int64_t row, std::int64_t column) {
            return coveredBy(pool, high, row) * coveredBy(pool, wide, column);
        }));
    }
    return out;
}

} // namespace lw::lower::tiling
