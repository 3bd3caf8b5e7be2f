// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/launch_host.h"

#include "core/machine/launch_list.h"
#include "core/network/outputs.h"
#include "core/project/messages.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lw::project {

using lower::tiling::AxisTile;
using lower::tiling::TileOutput;
using network::ValueId;
using tensor::Tensor;

namespace {

constexpr std::uint64_t kAlignment = 64;

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

void addDescriptor(std::vector<std::uint32_t>& entry, std::uint64_t tensor, const TileBlock& block,
                   std::uint64_t pixelBytes, std::uint32_t inBuffer = 0) {
    for (const std::uint64_t word :
         {tensor + block.at * pixelBytes, std::uint64_t{inBuffer}, pixelBytes, std::uint64_t{1},
          block.columns, pixelBytes, block.rows, block.pitch * pixelBytes})
        entry.push_back(static_cast<std::uint32_t>(word));
}

// As many tiles as whole rounds have: those beyond the last begin where it would go on, or, where nothing is
// shared, beyond the picture, and give nothing.
std::vector<AxisTile> wholeRounds(const lower::tiling::AxisPlan& plan, std::size_t circuits, bool isApart) {
    std::vector<AxisTile> out = plan.tiles;
    while (out.size() % circuits != 0) {
        AxisTile more = out.back();
        more.start += isApart ? plan.fixed : plan.step;
        more.fill = plan.fixed;
        for (std::size_t i = 0; i < more.outputs.size(); ++i) {
            const network::Fraction& scale = plan.outputs[i].scale;
            TileOutput& one = more.outputs[i];
            one.from = one.until = one.offset = more.start * scale.over / scale.under;
        }
        out.push_back(more);
    }
    return out;
}

// Elements of a picture that a circuit brings from the host for the tile.
struct Own {
    std::uint64_t first = 0, count = 0;
};
Own ownOf(const lower::striding::SharedAxis& shared, const AxisTile& tile, std::int64_t fixed,
          std::int64_t picture) {
    const auto first = static_cast<std::int64_t>(shared.first()),
               end = static_cast<std::int64_t>(shared.end(static_cast<std::uint64_t>(fixed)));
    const std::int64_t count = std::clamp<std::int64_t>(picture - tile.start - first, 0, end - first);
    return {static_cast<std::uint64_t>(tile.start + first), static_cast<std::uint64_t>(count)};
}

} // namespace

LaunchHost::LaunchHost(const TilePrograms& programs, const TileNetwork& tile,
                       const lower::tiling::TilingPlan& plan, const Tensor& picture, Transfers transfers)
    : m_programs(programs)
    , m_tile(tile)
    , m_plan(plan)
    , m_picture(picture)
    , m_transfers(transfers)
    , m_rows(wholeRounds(plan.rows, programs.array.rows, programs.array.isApart))
    , m_columns(wholeRounds(plan.columns, programs.array.columns, programs.array.isApart)) {
    if (m_tile.masked) m_masks = masksOf();
    if (m_tile.masked) m_keptRows = keptRowsOf();
}

std::vector<LaunchHost::KeptRows> LaunchHost::keptRowsOf() const {
    std::vector<KeptRows> out;
    const network::Network& network = m_tile.masked->network;
    for (const lower::tiling::KeptStrip& kept : m_tile.masked->kept) {
        if (kept.direction != network::Direction::Rows) continue;
        tensor::Shape shape = network::shapeOf(network, kept.strip);
        shape.insert(shape.begin(), m_columns.size());
        out.push_back({network::nameOf(network, kept.strip), network::nameOf(network, kept.whole),
                       network::dtypeOf(network, kept.strip), std::move(shape)});
    }
    return out;
}

LaunchHost::MaskSet LaunchHost::masksOf() const {
    MaskSet out;
    const lower::tiling::MaskedNetwork& masked = *m_tile.masked;
    const auto kinds = [&](const lower::tiling::MaskedAxis& axis, std::int64_t size,
                           const std::vector<AxisTile>& tiles, std::vector<std::size_t>& ofTile) {
        std::map<std::vector<lower::tiling::Inside>, std::size_t> known;
        std::vector<std::int64_t> starts; // one for each kind
        for (const AxisTile& tile : tiles) {
            const auto [at, isNew] =
                known.try_emplace(lower::tiling::insideOf(axis, {tile.start, size}), known.size());
            if (isNew) starts.push_back(tile.start);
            ofTile.push_back(at->second);
        }
        return starts;
    };
    const auto rows = kinds(masked.rows, m_plan.rows.size, m_rows, out.kindOfRow);
    const auto columns = kinds(masked.columns, m_plan.columns.size, m_columns, out.kindOfColumn);
    out.rowKinds = rows.size();
    out.columnKinds = columns.size();
    for (const std::int64_t row : rows)
        for (const std::int64_t column : columns)
            out.contents.push_back(lower::tiling::contentsFor(masked, {row, m_plan.picture.rows},
                                                              {column, m_plan.picture.columns}));
    return out;
}

std::vector<Tensor> LaunchHost::masks() const {
    std::vector<Tensor> out;
    for (std::size_t mask = 0; m_tile.masked && mask < m_tile.masked->masks.size(); ++mask) {
        tensor::Shape shape = m_masks.contents.front()[mask].shape();
        shape.insert(shape.begin(), m_masks.contents.size());
        Tensor& all = out.emplace_back(m_masks.contents.front()[mask].dtype(), std::move(shape));
        std::size_t at = 0;
        for (const std::vector<Tensor>& kind : m_masks.contents) {
            std::ranges::copy(kind[mask].bytes(), all.bytes().begin() + static_cast<std::ptrdiff_t>(at));
            at += kind[mask].bytes().size();
        }
    }
    return out;
}

tensor::DType LaunchHost::outputType(std::size_t output) const {
    const network::Network& network = *planOf(0).network;
    return network::dtypeOf(network, network::distinctOutputs(network)[output]);
}

tensor::Shape LaunchHost::outputShape(std::size_t output) const {
    return {static_cast<std::uint64_t>(m_plan.rows.outputs[output].full),
            static_cast<std::uint64_t>(m_plan.columns.outputs[output].full), m_plan.outputs[output].channels};
}

tensor::Shape LaunchHost::outputShapeOf(std::size_t circuit, std::size_t output) const {
    return shapeAtHost(outputsOf(circuit, output), m_transfers, outputShape(output));
}

std::vector<TileBlock> LaunchHost::outputsOf(std::size_t circuit, std::size_t output) const {
    return placed(outputBlocks(m_plan, m_programs.array, circuit, output), m_transfers,
                  outputShape(output)[1]);
}

std::vector<TileBlock> LaunchHost::inputsOf(std::size_t circuit) const {
    const lower::striding::Launches& shared = *planOf(circuit).options.launches;
    return readsOf(circuit, shared.rows, shared.columns);
}

std::vector<TileBlock> LaunchHost::tilesOf(std::size_t circuit) const { return readsOf(circuit, {}, {}); }

std::vector<TileBlock> LaunchHost::readsOf(std::size_t circuit, const lower::striding::SharedAxis& sharedRows,
                                           const lower::striding::SharedAxis& sharedColumns) const {
    std::vector<TileBlock> out;
    overTurns(circuit, [&](std::size_t row, std::size_t column) {
        const Own rows = ownOf(sharedRows, m_rows[row], m_plan.fixed.rows, m_plan.picture.rows),
                  columns =
                      ownOf(sharedColumns, m_columns[column], m_plan.fixed.columns, m_plan.picture.columns);
        out.push_back({rows.first, columns.first, rows.count, columns.count});
    });
    return placed(std::move(out), m_transfers, m_picture.shape()[1]);
}

// Of the circuit that has most.
std::uint64_t LaunchHost::mostBytesOf(std::size_t output) const {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < m_programs.array.count(); ++i)
        out = std::max(out, *tensor::bytesOf(outputShapeOf(i, output), tensor::sizeOf(outputType(output))));
    return out;
}

Outcome LaunchHost::place(std::uint64_t programBytes) {
    const lower::striding::NetworkPlan& first = planOf(0);
    m_places = {};
    m_places.entries = aligned(programBytes);
    std::uint64_t end =
        m_places.entries + first.described.size() * machine::kDescriptorBytes * m_programs.rounds(m_plan);
    const std::uint64_t afterEntries = end;
    for (std::size_t mask = 0; m_tile.masked && mask < m_tile.masked->masks.size(); ++mask) {
        m_places.masks.push_back(aligned(end));
        end = m_places.masks.back() + m_masks.contents.front()[mask].bytes().size() * m_masks.contents.size();
    }
    std::uint64_t picture = 0; // of the circuit that has most
    for (std::size_t i = 0; i < m_programs.array.count(); ++i) {
        const tensor::Shape read = shapeAtHost(inputsOf(i), m_transfers, m_picture.shape());
        picture = std::max(picture, *tensor::bytesOf(read, tensor::sizeOf(m_picture.dtype())));
    }
    m_places.picture = aligned(end);
    m_places.end = m_places.picture + picture;
    std::uint64_t given = 0; // of all outputs
    for (std::size_t output = 0; output < outputs(); ++output) {
        const std::uint64_t bytes = mostBytesOf(output);
        given += bytes;
        m_places.outputs.push_back(aligned(m_places.end));
        m_places.end = m_places.outputs.back() + bytes;
    }
    for (const KeptRows& kept : m_keptRows) {
        m_places.kept.push_back(aligned(m_places.end));
        m_places.end = m_places.kept.back() + kept.placeBytes() * kept.shape[0];
    }
    if (m_places.end <= first.circuit.hostBytes) return Done{};
    return Problem{&messages::kHostTooSmall,
                   {std::to_string(m_places.end), std::to_string(first.circuit.hostBytes), first.circuit.name,
                    std::to_string(m_places.entries), std::to_string(afterEntries - m_places.entries),
                    std::to_string(m_places.picture - afterEntries), std::to_string(picture),
                    std::to_string(given)},
                   {},
                   {},
                   {}};
}

void LaunchHost::describeMask(ValueId id, const Turn& turn, std::size_t mask,
                              std::vector<std::uint32_t>& entry) const {
    const std::size_t kind =
        m_masks.kindOfRow[turn.row] * m_masks.columnKinds + m_masks.kindOfColumn[turn.column];
    const tensor::Shape& shape = network::shapeOf(*planOf(0).network, id);
    const Tensor& contents = m_masks.contents[kind][mask];
    addDescriptor(entry, m_places.masks[mask] + kind * contents.bytes().size(),
                  {0, 0, shape[0], shape[1], 0, shape[1]}, pixelBytesOf(contents));
}

// Above the first tiles nothing is kept.
void LaunchHost::describeKept(const KeptRows& kept, const Turn& turn, bool isBrought,
                              std::vector<std::uint32_t>& entry) const {
    const auto number = static_cast<std::size_t>(&kept - m_keptRows.data());
    const std::uint64_t rows = isBrought && turn.row == 0 ? 0 : kept.shape[1];
    addDescriptor(entry, m_places.kept[number] + turn.column * kept.placeBytes(),
                  {0, 0, rows, kept.shape[2], 0, kept.shape[2]}, kept.shape[3] * tensor::sizeOf(kept.dtype));
}

void LaunchHost::describeBetween(std::size_t circuit, const Turn& turn,
                                 std::vector<std::uint32_t>& entry) const {
    if (!m_tile.masked) return;
    const lower::striding::NetworkPlan& plan = planOf(circuit);
    for (const ValueId id : plan.described) {
        const std::string& name = network::nameOf(*plan.network, id);
        const std::vector<lower::tiling::Mask>& masks = m_tile.masked->masks;
        const auto mask = std::ranges::find_if(masks, [&](const lower::tiling::Mask& one) {
            return network::nameOf(m_tile.masked->network, one.constant) == name;
        });
        if (mask != masks.end())
            describeMask(id, turn, static_cast<std::size_t>(mask - masks.begin()), entry);
        for (const KeptRows& kept : m_keptRows)
            if (kept.strip == name || kept.value == name) describeKept(kept, turn, kept.strip == name, entry);
    }
}

std::vector<std::uint32_t> LaunchHost::entryOf(std::size_t circuit, const Turn& turn) const {
    const AxisTile &row = m_rows[turn.row], &column = m_columns[turn.column];
    const lower::striding::NetworkPlan& plan = planOf(circuit);
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < plan.part.brings.size(); ++i)
        addDescriptor(out, m_places.picture, turn.input, pixelBytesOf(m_picture));
    describeBetween(circuit, turn, out);
    const std::vector<ValueId> outputs = network::distinctOutputs(*plan.network);
    for (const ValueId id : plan.part.gives) {
        const auto output = static_cast<std::size_t>(std::ranges::find(outputs, id) - outputs.begin());
        const TileOutput &down = row.outputs[output], &across = column.outputs[output];
        const tensor::Shape& shape = network::shapeOf(*plan.network, id);
        const std::uint64_t pixel = shape[2] * tensor::sizeOf(network::dtypeOf(*plan.network, id));
        const std::int64_t inTile =
            (down.from - down.offset) * static_cast<std::int64_t>(shape[1]) + (across.from - across.offset);
        addDescriptor(out, m_places.outputs[output], turn.outputs[output], pixel,
                      static_cast<std::uint32_t>(static_cast<std::uint64_t>(inTile) * pixel));
    }
    return out;
}

Tensor LaunchHost::entriesOf(std::size_t circuit, const std::atomic<bool>* stop) const {
    const std::uint64_t words = planOf(circuit).described.size() * machine::kDescriptorWords;
    Tensor out(tensor::DType::U32, {m_programs.rounds(m_plan), words});
    const std::vector<TileBlock> inputs = inputsOf(circuit);
    std::vector<std::vector<TileBlock>> given;
    for (std::size_t output = 0; output < outputs(); ++output) given.push_back(outputsOf(circuit, output));
    std::uint64_t at = 0;
    std::size_t round = 0;
    overTurns(circuit, [&](std::size_t row, std::size_t column) {
        if (stop != nullptr && *stop) return;
        Turn turn{row, column, inputs[round]};
        for (const std::vector<TileBlock>& blocks : given) turn.outputs.push_back(blocks[round]);
        for (const std::uint32_t word : entryOf(circuit, turn)) out.set(at++, word);
        ++round;
    });
    return out;
}

} // namespace lw::project
