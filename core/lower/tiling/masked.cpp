// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/masked.h"

#include "core/lower/messages.h"
#include "core/lower/tiling/kept_values.h"
#include "core/network/geometry.h"
#include "core/network/kinds.h"
#include "core/network/quantise_ready.h"
#include "core/network/shapes.h"
#include "core/tensor/compare.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <tuple>

namespace lw::lower::tiling {

using network::Kind;
using network::Layer;
using network::Network;
using network::Reach;
using network::ValueId;
using tensor::DType;
using tensor::Tensor;

namespace {

// Whether what is right may be computed from elements beyond the picture's end.
bool reachesBeyond(const Reach& reach) {
    switch (reach.how) {
    case Reach::How::Same: return false;
    case Reach::How::Window: return reach.after > 0 || reach.ceil;
    case Reach::How::Spread: return reach.span() - 1 - reach.after + reach.extra >= reach.stride;
    }
    return false;
}
// Whether as many elements come out as go in, for any number of them.
bool keepsSize(const Reach& reach) {
    return reach.how == Reach::How::Same ||
           (reach.stride == 1 && reach.before + reach.after == reach.span() - 1 && reach.extra == 0);
}

// The value beyond the picture with which the layer computes as if nothing were there.
float fillFor(const Layer& reader, network::Precision precision) {
    if (reader.kind == Kind::MaxPool) return -network::kNoBound;
    // The number that changes no sum, not even one of -0.
    return reader.kind == Kind::AveragePool && precision == network::Precision::F32 ? -0.0f : 0.0f;
}

// The number of elements by which the sum of a window is divided, along one direction, at least 1.
std::int64_t coveredBy(const Layer& pool, const network::Axis& axis, std::int64_t window) {
    return std::max<std::int64_t>(axis.covered(window, pool.countIncludePad), 1);
}

// How the picture's edge is repeated beyond it.
struct EdgeMask {
    Mask::What what{};
    bool isRows = false;
    std::int64_t from = 0; // distance from the edge of the pixel that is repeated
    const char *suffix, *moved, *repeated;
};
constexpr EdgeMask kEdgeMasks[] = {
    {Mask::What::ToLastRow, true, -1, ".rows", ".down", ".edged"},
    {Mask::What::ToLastColumn, false, -1, ".columns", ".right", ".widened"},
    {Mask::What::FromFirstRow, true, 1, ".fromRow", ".up", ".edgedUp"},
    {Mask::What::FromFirstColumn, false, 1, ".fromColumn", ".left", ".widenedLeft"}};
const EdgeMask& edgeMaskOf(Mask::What what) { return *std::ranges::find(kEdgeMasks, what, &EdgeMask::what); }

class Masker {
  public:
    explicit Masker(MaskedNetwork& out) : m_out(out), m_tile(out.tile) {}

    Outcome run() {
        Network& network = m_out.network;
        network = m_tile;
        network.layers.clear();
        network.input.shape[0] = static_cast<std::uint64_t>(m_out.rows.sizes[network::kInput]);
        network.input.shape[1] = static_cast<std::uint64_t>(m_out.columns.sizes[network::kInput]);
        noteSizes();
        for (std::size_t i = 0; i < m_tile.layers.size(); ++i) {
            LW_TRY(Layer layer, reading(i));
            const bool varies = !m_out.rows.line.layers[i].inputs.empty();
            if (varies && (readsBeyond(m_out.rows, i) || readsBeyond(m_out.columns, i))) {
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

    // The layer with its inputs in the network being made, some of which are partly kept.
    Result<Layer> reading(std::size_t index) {
        Layer out = m_tile.layers[index];
        std::size_t varying = 0;
        const std::vector<ValueId>& along = m_out.rows.line.layers[index].inputs;
        for (ValueId& id : out.inputs) {
            const bool varies = varying < along.size() && along[varying] == id;
            const ValueId read = varies ? m_kept.read(index, varying++) : m_now[id];
            if (read != m_now[id]) {
                LW_TRY([[maybe_unused]] const Done can, checkKept(out, id));
            }
            id = read;
        }
        if (hasPad(out)) {
            padAs(m_out.rows, index, out.pad.top, out.pad.bottom, out.outputPadding.rows);
            padAs(m_out.columns, index, out.pad.left, out.pad.right, out.outputPadding.columns);
        }
        return out;
    }
    static bool hasPad(const Layer& layer) {
        return layer.kind == Kind::Conv || layer.kind == Kind::ConvTranspose || layer.kind == Kind::MaxPool ||
               layer.kind == Kind::AveragePool || layer.kind == Kind::UpsampleBilinear;
    }
    // Padding for a layer that reads what is kept: as much other as it reaches otherwise.
    static void padAs(const MaskedAxis& axis, std::size_t index, std::uint32_t& low, std::uint32_t& high,
                      std::uint32_t& extra) {
        if (!axis.kept) return;
        const Reach &was = axis.line.layers[index].reach, &is = axis.kept->reaches[index];
        low = static_cast<std::uint32_t>(low + is.before - was.before);
        high = static_cast<std::uint32_t>(high + is.after - was.after);
        extra = static_cast<std::uint32_t>(is.extra);
    }
    Outcome checkKept(const Layer& reader, ValueId read) const {
        if (network::dtypeOf(m_tile, read) != DType::I32) return Done{};
        return Problem{
            &messages::kNotKept,
            {std::string(network::nameOf(reader.kind)), reader.name, "it reads int32 sums; requantise them"},
            reader.place,
            {},
            {}};
    }
    // Whether what is right may be computed from elements outside the picture.
    static bool readsBeyond(const MaskedAxis& axis, std::size_t layer) {
        const Reach& reach = axis.line.layers[layer].reach;
        if (!axis.kept || reach.how == Reach::How::Same) return reachesBeyond(reach);
        return reachesBeyond(reach) ||
               (reach.how == Reach::How::Window ? reach.before > 0 : reach.span() > reach.stride);
    }

    // How far a value lags behind the picture, in each direction.
    std::pair<std::int64_t, std::int64_t> lagsOf(ValueId value) const {
        const auto along = [&](const MaskedAxis& axis) { return axis.kept ? axis.kept->lags[value] : 0; };
        return {along(m_out.rows), along(m_out.columns)};
    }
    // For each value, the first one with the same number of rows and columns in every picture, which lags as
    // far.
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
                       rowsOf(other) == rowsOf(i) && columnsOf(other) == columnsOf(i) &&
                       lagsOf(other + 1) == lagsOf(i + 1);
            };
            std::size_t first = 0;
            while (first < i && !isAlike(first)) ++first;
            const bool keeps =
                keepsSize(rowsOf(i)) && keepsSize(columnsOf(i)) && lagsOf(i + 1) == lagsOf(reads[0]);
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
        layer.inputs[0] = layer.kind == Kind::UpsampleBilinear ? edged(layer.inputs[0], index)
                                                               : masked(layer.inputs[0], index);
        if (isDivided)
            layer.inputs.push_back(constant(Mask::What::Covered, index + 1, ofTile(index + 1), ".covered"));
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
    // What a layer reads, whose number is this.
    ValueId masked(ValueId now, std::size_t index) {
        const Layer& reader = m_tile.layers[index];
        const float fill = fillFor(reader, m_tile.precision);
        const auto [at, isNew] = m_masked.try_emplace({now, std::bit_cast<std::uint32_t>(fill)});
        if (!isNew) return at->second;
        Layer select;
        select.kind = Kind::Select;
        select.name = nameFor(reader.inputs[0], ".masked");
        select.fill = fill;
        select.inputs = {now, maskOf(Mask::What::Inside, reader.inputs[0],
                                     {m_kept.rowsOf(index, 0), m_kept.columnsOf(index, 0)})};
        select.place = reader.place;
        m_out.network.layers.push_back(std::move(select));
        return at->second = m_out.network.layers.size();
    }
    // What bilinear upsampling reads, with the picture's last column repeated after it, then the last row; of
    // what is kept also the first ones before it.
    ValueId edged(ValueId now, std::size_t index) {
        const auto [at, isNew] = m_edged.try_emplace(now);
        if (!isNew) return at->second;
        ValueId out = repeated(now, index, Mask::What::ToLastColumn);
        if (m_out.columns.kept) out = repeated(out, index, Mask::What::FromFirstColumn);
        out = repeated(out, index, Mask::What::ToLastRow);
        if (m_out.rows.kept) out = repeated(out, index, Mask::What::FromFirstRow);
        return at->second = out;
    }
    // The mask says where the picture's edge is, and the value shifted by one pixel has what goes there.
    ValueId repeated(ValueId now, std::size_t index, Mask::What what) {
        const Layer& reader = m_tile.layers[index];
        const EdgeMask& mask = edgeMaskOf(what);
        const ValueId read = reader.inputs[0];
        const Part part{m_kept.rowsOf(index, 0), m_kept.columnsOf(index, 0)};
        const std::int64_t size = mask.isRows ? part.rows.count : part.columns.count;
        const auto append = [&](Layer layer, std::string_view suffix, std::vector<ValueId> inputs) {
            layer.name = nameFor(read, suffix);
            layer.inputs = std::move(inputs);
            layer.place = reader.place;
            m_out.network.layers.push_back(std::move(layer));
            return m_out.network.layers.size();
        };
        Layer moved, select;
        moved.kind = Kind::Take;
        moved.axis = mask.isRows ? 0u : 1u;
        for (std::int64_t i = 0; i < size; ++i)
            moved.indices.push_back(std::clamp<std::int64_t>(i + mask.from, 0, size - 1));
        select.kind = Kind::Select;
        const ValueId where = maskOf(what, read, part);
        return append(std::move(select), mask.repeated,
                      {now, where, append(std::move(moved), mask.moved, {now})});
    }
    // Rows and columns of a value to which a mask applies.
    struct Part {
        KeptRead rows, columns;
    };
    Part ofTile(ValueId value) const {
        return {{0, m_out.rows.sizes[value]}, {0, m_out.columns.sizes[value]}};
    }
    ValueId maskOf(Mask::What what, ValueId read, const Part& part) {
        const ValueId like = m_sizes[read];
        const auto [at, isNew] = m_masks.try_emplace(
            {what, like, part.rows.kept, part.rows.count, part.columns.kept, part.columns.count});
        if (isNew)
            at->second =
                constant(what, like, part, what == Mask::What::Inside ? ".mask" : edgeMaskOf(what).suffix);
        return at->second;
    }
    // With one number for each pixel of a part of that value.
    ValueId constant(Mask::What what, ValueId of, const Part& part, std::string_view suffix) {
        Layer out;
        out.kind = Kind::Constant;
        out.name = nameFor(of, suffix);
        out.weights = Tensor(
            m_tile.precision == network::Precision::F32 ? DType::F32 : DType::I8,
            {static_cast<std::uint64_t>(part.rows.count), static_cast<std::uint64_t>(part.columns.count), 1});
        m_out.network.layers.push_back(std::move(out));
        m_out.masks.push_back({what, m_out.network.layers.size(), of, part.rows.kept, part.columns.kept});
        return m_out.network.layers.size();
    }
    std::string nameFor(ValueId id, std::string_view suffix) const {
        return network::freeName(network::nameOf(m_tile, id), suffix, {&m_tile, &m_out.network});
    }

    MaskedNetwork& m_out;
    const Network& m_tile;
    std::vector<ValueId> m_now{network::kInput}; // by value of the tile's network
    KeptValues m_kept{m_out, m_now};
    std::vector<ValueId> m_sizes{network::kInput}; // by value of the tile's network
    std::map<std::pair<ValueId, std::uint32_t>, ValueId> m_masked;
    std::map<ValueId, ValueId> m_edged; // by what is read
    std::map<std::tuple<Mask::What, ValueId, std::int64_t, std::int64_t, std::int64_t, std::int64_t>, ValueId>
        m_masks; // rows, then columns of its part
};

Result<MaskedAxis> axisIn(const Network& network, network::Direction direction) {
    MaskedAxis out;
    LW_TRY(out.line, network::lineOf(network, direction));
    LW_TRY(Alignment alignment, alignmentOf(out.line));
    out.scales = std::move(alignment.scales);
    const auto size = network.input.shape[direction == network::Direction::Rows ? 0 : 1];
    out.sizes = network::sizesOf(out.line, static_cast<std::int64_t>(size));
    return out;
}

// How many elements of a picture a pool's windows cover: the first one begins that many before what is new.
network::Axis windowsIn(const Reach& pool, const Inside& read, std::int64_t before) {
    return {read.end - read.begin, pool.kernel, pool.stride, pool.dilation, before + read.begin, pool.after};
}

// What a mask that is not a pool's says about a pixel.
bool isShown(Mask::What what, const Inside& rows, std::int64_t row, const Inside& columns,
             std::int64_t column) {
    switch (what) {
    case Mask::What::ToLastRow: return row < rows.end;
    case Mask::What::ToLastColumn: return column < columns.end;
    case Mask::What::FromFirstRow: return row >= rows.begin;
    case Mask::What::FromFirstColumn: return column >= columns.begin;
    case Mask::What::Inside:
    case Mask::What::Covered: break;
    }
    return row >= rows.begin && row < rows.end && column >= columns.begin && column < columns.end;
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

namespace {

Result<MaskedNetwork> withMasks(MaskedNetwork out) {
    LW_TRY([[maybe_unused]] const Done masked, Masker(out).run());
    const auto whole = [](const MaskedAxis& axis) { return AxisPlace{0, axis.sizes[network::kInput]}; };
    std::vector<Tensor> contents = contentsFor(out, whole(out.rows), whole(out.columns));
    for (std::size_t i = 0; i < contents.size(); ++i)
        out.network.layers[out.masks[i].constant - 1].weights = std::move(contents[i]);
    return out;
}

} // namespace

Result<MaskedNetwork> withMasks(Network tile) { return withKept(std::move(tile), {}); }

Result<MaskedNetwork> withKept(Network tile, const KeptSize& size) {
    MaskedNetwork out;
    out.tile = std::move(tile);
    LW_TRY(out.rows, axisIn(out.tile, network::Direction::Rows));
    LW_TRY(out.columns, axisIn(out.tile, network::Direction::Columns));
    for (const auto& [axis, fixed] : {std::pair(&out.rows, size.rows), {&out.columns, size.columns}}) {
        if (!fixed) continue;
        axis->kept = keptLine(axis->line, axis->scales, *fixed);
        axis->sizes = axis->kept->sizes;
    }
    return withMasks(std::move(out));
}

std::vector<Inside> insideOf(const MaskedAxis& axis, const AxisPlace& place) {
    std::vector<Inside> out;
    const std::vector<std::int64_t> ends = endsOf(axis.line, axis.scales, place.picture, place.start);
    std::int64_t kept = 0; // at most; a mask may be of one value for others of its size
    for (ValueId id = 0; axis.kept && id < ends.size(); ++id)
        kept = std::max(kept, axis.kept->keptOf(axis.line, id));
    for (ValueId id = 0; id < ends.size(); ++id) {
        const std::int64_t most = 3 * axis.sizes[id] + kept; // no window of a tile reaches farther
        const std::int64_t lag = axis.kept ? axis.kept->lags[id] : 0;
        const std::int64_t start = place.start * axis.scales[id].over / axis.scales[id].under;
        out.push_back({axis.kept ? std::clamp(lag - start, -most, most) : 0, std::min(ends[id] + lag, most)});
    }
    return out;
}

std::vector<Tensor> contentsFor(const MaskedNetwork& masked, const AxisPlace& rows,
                                const AxisPlace& columns) {
    const std::vector<Inside> inRows = insideOf(masked.rows, rows),
                              inColumns = insideOf(masked.columns, columns);
    std::vector<Tensor> out;
    for (const Mask& mask : masked.masks) {
        const Tensor& like = masked.network.layers[mask.constant - 1].weights;
        if (mask.what != Mask::What::Covered) {
            out.push_back(filled(like, [&](std::int64_t row, std::int64_t column) {
                return isShown(mask.what, inRows[mask.of], row - mask.rowsKept, inColumns[mask.of],
                               column - mask.columnsKept);
            }));
            continue;
        }
        const Layer& pool = masked.tile.layers[mask.of - 1];
        const auto along = [&](const MaskedAxis& axis, const std::vector<Inside>& inside) {
            const Reach& reach = axis.line.layers[mask.of - 1].reach;
            const std::int64_t before = axis.kept ? axis.kept->reads[mask.of - 1][0].kept : reach.before;
            return windowsIn(reach, inside[pool.inputs[0]], before);
        };
        const network::Axis high = along(masked.rows, inRows), wide = along(masked.columns, inColumns);
        out.push_back(filled(like, [&](std::int64_t row, std::int64_t column) {
            return coveredBy(pool, high, row) * coveredBy(pool, wide, column);
        }));
    }
    return out;
}

} // namespace lw::lower::tiling
