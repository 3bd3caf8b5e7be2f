// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/launched_run.h"

#include "core/base/check.h"
#include "core/machine/cell_value.h"
#include "core/machine/launch_list.h"
#include "core/project/lowered_program.h"
#include "core/project/messages.h"
#include "core/project/tensor_input.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace lw::project {

using lower::tiling::AxisPlace;
using lower::tiling::AxisTile;
using network::ValueId;
using tensor::Tensor;

namespace {

constexpr std::uint64_t kAlignment = 64;

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

// Which values of an axis a tile's masks can tell from another one's: where in each the picture ends. Beyond
// three times its size no window of the tile reaches.
std::vector<std::int64_t> endsOf(const lower::tiling::MaskedAxis& axis, const network::Network& tile,
                                 std::size_t dimension, const AxisPlace& place) {
    std::vector<std::int64_t> out = lower::tiling::endsOf(axis.line, axis.scales, place.picture, place.start);
    for (ValueId id = 0; id < out.size(); ++id) {
        const tensor::Shape& shape = network::shapeOf(tile, id);
        const auto size = shape.size() == 3 ? static_cast<std::int64_t>(shape[dimension]) : 0;
        out[id] = std::min(out[id], 3 * size);
    }
    return out;
}

// The bytes of a program that lie at the host.
std::uint64_t hostBytesOf(const machine::Core& core) {
    std::uint64_t out = 0;
    for (const program::NamedTensor& one : core.program().tensors) {
        const isa::Space& space = core.target().spec->spaces[index(one.space)];
        const std::uint64_t unit = core.target().spaces[index(one.space)].unitBytes;
        if (space.name == "host") out = std::max(out, (one.address + one.units) * unit);
    }
    return out;
}

isa::SpaceId hostOf(const machine::Core& core) {
    const auto& spaces = core.target().spec->spaces;
    const auto host = std::ranges::find(spaces, "host", &isa::Space::name);
    LW_ASSERT(host != spaces.end(), "the inference circuit has a host");
    return isa::SpaceId{static_cast<std::uint8_t>(host - spaces.begin())};
}

// Pixels of a picture [rows, columns, channels] in the host's memory, from one of them on.
struct Region {
    std::uint64_t picture = 0; // its address
    std::int64_t pictureColumns = 0, pixelBytes = 0;
    std::int64_t row = 0, column = 0, rows = 0, columns = 0;
};
void addDescriptor(std::vector<std::uint32_t>& entry, const Region& region, std::int64_t inBuffer = 0) {
    const std::int64_t pitch = region.pictureColumns * region.pixelBytes;
    const std::int64_t first = region.row * pitch + region.column * region.pixelBytes;
    for (const std::int64_t word :
         {static_cast<std::int64_t>(region.picture) + first, inBuffer, region.pixelBytes, std::int64_t{1},
          region.columns, region.pixelBytes, region.rows, pitch})
        entry.push_back(static_cast<std::uint32_t>(word));
}

std::int64_t pixelBytesOf(const Tensor& image) {
    return static_cast<std::int64_t>(image.shape()[2] * tensor::sizeOf(image.dtype()));
}

} // namespace

namespace {

// As many tiles as whole rounds have: those beyond the last begin where it would go on, and give nothing.
std::vector<AxisTile> wholeRounds(const lower::tiling::AxisPlan& plan, std::size_t circuits) {
    std::vector<AxisTile> out = plan.tiles;
    while (out.size() % circuits != 0) {
        AxisTile more = out.back();
        more.start += plan.step;
        more.offset = more.start * plan.scale.over / plan.scale.under;
        more.fill = plan.fixed;
        more.from = more.until = more.offset;
        out.push_back(more);
    }
    return out;
}

// Elements of a picture that a circuit brings from the host for the tile.
struct Own {
    std::int64_t first = 0, count = 0;
};
Own ownOf(const lower::striding::SharedAxis& shared, const AxisTile& tile, std::int64_t fixed,
          std::int64_t picture) {
    const auto first = static_cast<std::int64_t>(shared.first()),
               end = static_cast<std::int64_t>(shared.end(static_cast<std::uint64_t>(fixed)));
    return {tile.start + first, std::clamp<std::int64_t>(picture - tile.start - first, 0, end - first)};
}

} // namespace

LaunchedRun::LaunchedRun(const TilePrograms& programs, const TileNetwork& tile,
                         const lower::tiling::TilingPlan& plan, std::string machine, Tensor picture)
    : m_programs(programs)
    , m_tile(tile)
    , m_plan(plan)
    , m_rows(wholeRounds(plan.rows, programs.array.rows))
    , m_columns(wholeRounds(plan.columns, programs.array.columns))
    , m_machine(std::move(machine))
    , m_picture(std::move(picture)) {
    if (m_tile.masked) m_masks = masksOf();
}

LaunchedRun::MaskSet LaunchedRun::masksOf() const {
    MaskSet out;
    const lower::tiling::MaskedNetwork& masked = *m_tile.masked;
    const auto kinds = [&](const lower::tiling::MaskedAxis& axis, std::size_t dimension, std::int64_t size,
                           const std::vector<AxisTile>& tiles, std::vector<std::size_t>& ofTile) {
        std::map<std::vector<std::int64_t>, std::size_t> known;
        std::vector<std::int64_t> starts; // one for each kind
        for (const AxisTile& tile : tiles) {
            const auto [at, isNew] =
                known.try_emplace(endsOf(axis, masked.tile, dimension, {tile.start, size}), known.size());
            if (isNew) starts.push_back(tile.start);
            ofTile.push_back(at->second);
        }
        return starts;
    };
    const auto rows = kinds(masked.rows, 0, m_plan.rows.size, m_rows, out.kindOfRow);
    const auto columns = kinds(masked.columns, 1, m_plan.columns.size, m_columns, out.kindOfColumn);
    out.rowKinds = rows.size();
    out.columnKinds = columns.size();
    for (const std::int64_t row : rows)
        for (const std::int64_t column : columns)
            std::ranges::move(lower::tiling::contentsFor(masked, {row, m_plan.picture.rows},
                                                         {column, m_plan.picture.columns}),
                              std::back_inserter(out.contents));
    return out;
}

Outcome LaunchedRun::place(const machine::Machine& machine) {
    const lower::striding::NetworkPlan& first = planOf(0);
    const ValueId output = first.part.gives.front();
    const std::uint64_t pixel = network::shapeOf(*first.network, output)[2] *
                                tensor::sizeOf(network::dtypeOf(*first.network, output));
    m_maskOffsets = {0};
    for (std::size_t i = 0; m_tile.masked && i < m_tile.masked->masks.size(); ++i)
        m_maskOffsets.push_back(m_maskOffsets.back() + aligned(m_masks.contents[i].bytes().size()));
    const std::uint64_t entry = first.described.size() * machine::kDescriptorBytes;
    for (const machine::Core* const core : machine.cores())
        m_places.entries = std::max(m_places.entries, aligned(hostBytesOf(*core)));
    m_places.masks = aligned(m_places.entries + entry * m_programs.rounds(m_plan));
    m_places.picture = m_places.masks + m_maskOffsets.back() * m_masks.rowKinds * m_masks.columnKinds;
    m_places.output = aligned(m_places.picture + m_picture.bytes().size());
    m_places.end = m_places.output + static_cast<std::uint64_t>(m_plan.rows.fullOutput) *
                                         static_cast<std::uint64_t>(m_plan.columns.fullOutput) * pixel;
    if (m_places.end <= first.circuit.hostBytes) return Done{};
    return Problem{&messages::kHostTooSmall,
                   {std::to_string(m_places.end), std::to_string(first.circuit.hostBytes), first.circuit.name,
                    std::to_string(m_places.entries), std::to_string(m_places.masks - m_places.entries),
                    std::to_string(m_places.picture - m_places.masks),
                    std::to_string(m_picture.bytes().size()), std::to_string(m_places.end - m_places.output)},
                   {},
                   {},
                   {}};
}

// Of those that the program reads, in its order.
void LaunchedRun::describeMasks(std::size_t circuit, std::size_t row, std::size_t column,
                                std::vector<std::uint32_t>& entry) const {
    if (!m_tile.masked) return;
    const lower::striding::NetworkPlan& plan = planOf(circuit);
    const std::size_t kind = m_masks.kindOfRow[row] * m_masks.columnKinds + m_masks.kindOfColumn[column];
    for (const ValueId id : plan.described) {
        const auto mask = std::ranges::find_if(m_tile.masked->masks, [&](const lower::tiling::Mask& one) {
            return network::nameOf(m_tile.masked->network, one.constant) ==
                   network::nameOf(*plan.network, id);
        });
        if (mask == m_tile.masked->masks.end()) continue;
        const auto number = static_cast<std::size_t>(mask - m_tile.masked->masks.begin());
        const tensor::Shape& shape = network::shapeOf(*plan.network, id);
        addDescriptor(entry, {m_places.masks + kind * m_maskOffsets.back() + m_maskOffsets[number],
                              static_cast<std::int64_t>(shape[1]), pixelBytesOf(m_masks.contents[number]), 0,
                              0, static_cast<std::int64_t>(shape[0]), static_cast<std::int64_t>(shape[1])});
    }
}

std::vector<std::uint32_t> LaunchedRun::entryOf(std::size_t circuit, std::size_t rowNumber,
                                                std::size_t columnNumber) const {
    const AxisTile &row = m_rows[rowNumber], &column = m_columns[columnNumber];
    const lower::striding::NetworkPlan& plan = planOf(circuit);
    std::vector<std::uint32_t> out;
    const Own rows = ownOf(plan.options.launches->rows, row, m_plan.fixed.rows, m_plan.picture.rows),
              columns =
                  ownOf(plan.options.launches->columns, column, m_plan.fixed.columns, m_plan.picture.columns);
    for (std::size_t i = 0; i < plan.part.brings.size(); ++i)
        addDescriptor(out, {m_places.picture, m_plan.picture.columns, pixelBytesOf(m_picture), rows.first,
                            columns.first, rows.count, columns.count});
    describeMasks(circuit, rowNumber, columnNumber, out);
    for (const ValueId id : plan.part.gives) {
        const tensor::Shape& shape = network::shapeOf(*plan.network, id);
        const auto pixel =
            static_cast<std::int64_t>(shape[2] * tensor::sizeOf(network::dtypeOf(*plan.network, id)));
        const std::int64_t inTile =
            (row.from - row.offset) * static_cast<std::int64_t>(shape[1]) + (column.from - column.offset);
        addDescriptor(out,
                      {m_places.output, m_plan.columns.fullOutput, pixel, row.from, column.from,
                       row.until - row.from, column.until - column.from},
                      inTile * pixel);
    }
    return out;
}

Result<std::unique_ptr<machine::Machine>> LaunchedRun::load() const {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    std::vector<LoadedProgram> loaded;
    for (std::size_t i = 0; i < m_programs.programs.size(); ++i) {
        ProgramAnswer answer =
            loadLowered(m_programs.programs[i], "lowered" + std::to_string(i), m_machine, loader, files);
        if (!answer.loaded) {
            Problem problem = answer.diagnostics.problems().front();
            problem.place = {}; // in a text that is nowhere
            return problem;
        }
        loaded.push_back(*std::move(answer.loaded));
    }
    if (m_programs.array.count() > 1)
        for (const std::size_t number : m_programs.ofCircuit)
            loaded.front().ofCores.push_back(loaded[number].program);
    return loaded.front().createMachine({});
}

// What the host has for a circuit. The list comes last: without it nothing runs.
Outcome LaunchedRun::fill(machine::Core& core, const std::atomic<bool>* stop) const {
    const isa::SpaceId host = hostOf(core);
    const std::size_t circuit = core.id().index, masks = m_maskOffsets.size() - 1;
    for (std::size_t i = 0; i < m_masks.contents.size(); ++i) {
        const std::uint64_t at = m_places.masks + i / masks * m_maskOffsets.back() + m_maskOffsets[i % masks];
        LW_TRY([[maybe_unused]] const Done mask, core.writeSpace(host, at, m_masks.contents[i].bytes()));
    }
    LW_TRY([[maybe_unused]] const Done picture, core.writeSpace(host, m_places.picture, m_picture.bytes()));
    std::uint64_t at = m_places.entries;
    for (std::size_t row = circuit / m_programs.array.columns; row < m_rows.size();
         row += m_programs.array.rows)
        for (std::size_t column = circuit % m_programs.array.columns; column < m_columns.size();
             column += m_programs.array.columns) {
            if (stop != nullptr && *stop) return Done{};
            const std::vector<std::uint32_t> entry = entryOf(circuit, row, column);
            LW_TRY([[maybe_unused]] const Done listed,
                   core.writeSpace(host, at, std::as_bytes(std::span(entry))));
            at += entry.size() * sizeof(std::uint32_t);
        }
    const auto* const list = program::findTensor(core.program(), planOf(circuit).launchList);
    LW_ASSERT(list != nullptr, "the program names its list");
    std::array<std::uint32_t, machine::kListWords> head{};
    head[machine::kListCount] = static_cast<std::uint32_t>(m_programs.rounds(m_plan));
    head[machine::kListStride] =
        static_cast<std::uint32_t>(planOf(circuit).described.size() * machine::kDescriptorBytes);
    head[machine::kListEntries] = static_cast<std::uint32_t>(m_places.entries);
    return core.writeSpace(host, list->address, std::as_bytes(std::span(head)));
}

Result<std::unique_ptr<machine::Machine>> LaunchedRun::begin(const std::atomic<bool>* stop) {
    LW_TRY(std::unique_ptr<machine::Machine> machine, load());
    m_places = {};
    LW_TRY([[maybe_unused]] const Done placed, place(*machine));
    for (machine::Core* const core : machine->cores()) {
        LW_TRY([[maybe_unused]] const Done filled, fill(*core, stop));
    }
    return machine;
}

// Each tile's part of the output stands at the host of the circuit that gave it.
Result<Tensor> LaunchedRun::output(const machine::Machine& machine) const {
    const lower::striding::NetworkPlan& plan = planOf(0);
    const ValueId id = plan.part.gives.front();
    Tensor out(network::dtypeOf(*plan.network, id), {static_cast<std::uint64_t>(m_plan.rows.fullOutput),
                                                     static_cast<std::uint64_t>(m_plan.columns.fullOutput),
                                                     network::shapeOf(*plan.network, id)[2]});
    const auto pixel = static_cast<std::size_t>(pixelBytesOf(out));
    const auto width = static_cast<std::size_t>(m_plan.columns.fullOutput);
    for (std::size_t row = 0; row < m_plan.rows.tiles.size(); ++row)
        for (std::size_t column = 0; column < m_plan.columns.tiles.size(); ++column) {
            const AxisTile &down = m_rows[row], &across = m_columns[column];
            const std::size_t circuit =
                row % m_programs.array.rows * m_programs.array.columns + column % m_programs.array.columns;
            const machine::Core& core = *machine.cores()[circuit];
            const auto bytes = static_cast<std::size_t>(across.until - across.from) * pixel;
            for (std::int64_t r = down.from; r < down.until; ++r) {
                const std::size_t at =
                    (static_cast<std::size_t>(r) * width + static_cast<std::size_t>(across.from)) * pixel;
                LW_TRY([[maybe_unused]] const Done read, core.readSpace(hostOf(core), m_places.output + at,
                                                                        out.bytes().subspan(at, bytes), {}));
            }
        }
    return out;
}

std::uint64_t LaunchedRun::roundsDone(machine::Machine& machine) {
    std::uint64_t out = std::numeric_limits<std::uint64_t>::max();
    for (const machine::Core* const core : machine.cores()) {
        const machine::StateTree& tree = machine.tree();
        const machine::NodeId id = core->tree().withRole(machine::Role::Launch);
        LW_REQUIRE(id != tree.root(), "a program that is launched");
        std::array<std::byte, 4> word{};
        machine.store().read(tree.at(id).offset, word);
        out = std::min<std::uint64_t>(out, machine::bitsOf(word) + (core->halted() ? 1 : 0));
    }
    return out;
}

std::optional<std::uint64_t> LaunchedRun::tileOf(std::size_t circuit, std::uint64_t round) const {
    const TileArray& array = m_programs.array;
    const std::uint64_t across = m_columns.size() / array.columns;
    const std::uint64_t row = round / across * array.rows + circuit / array.columns,
                        column = round % across * array.columns + circuit % array.columns;
    if (row >= m_plan.rows.tiles.size() || column >= m_plan.columns.tiles.size()) return std::nullopt;
    return row * m_plan.columns.tiles.size() + column;
}

} // namespace lw::project
