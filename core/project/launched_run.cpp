// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/launched_run.h"

#include "core/base/check.h"
#include "core/machine/cell_value.h"
#include "core/machine/launch_list.h"
#include "core/network/fold_activations.h"
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

lower::striding::Options launchedOptions(lower::striding::Options options,
                                         const lower::tiling::MaskedNetwork* masked) {
    options.launches.emplace();
    if (masked != nullptr)
        for (const lower::tiling::Mask& mask : masked->masks)
            options.launches->constants.push_back(network::nameOf(masked->network, mask.constant));
    return options;
}

bool isOneProgram(const network::Network& network, const machine::CircuitLimits& circuit) {
    const auto stages = lower::striding::stagesOf(*network::withActivationsFolded(network), circuit);
    return stages.parts.size() == 1 &&
           std::ranges::all_of(stages.hosts, [](const auto& host) { return host.empty(); });
}

LaunchedRun::LaunchedRun(const lower::striding::Lowering& lowered, const lower::tiling::TilingPlan& plan,
                         std::string machine, Tensor picture, const lower::tiling::MaskedNetwork* masked)
    : m_lowered(lowered)
    , m_plan(plan)
    , m_machine(std::move(machine))
    , m_picture(std::move(picture))
    , m_masked(masked) {
    LW_REQUIRE(lowered.plan.options.launches.has_value(), "a program that can be launched");
    if (m_masked) m_masks = masksOf();
}

LaunchedRun::MaskSet LaunchedRun::masksOf() const {
    MaskSet out;
    const auto kinds = [&](const lower::tiling::MaskedAxis& axis, std::size_t dimension,
                           const lower::tiling::AxisPlan& plan, std::vector<std::size_t>& ofTile) {
        std::map<std::vector<std::int64_t>, std::size_t> known;
        std::vector<std::int64_t> starts; // one for each kind
        for (const AxisTile& tile : plan.tiles) {
            const auto [at, isNew] = known.try_emplace(
                endsOf(axis, m_masked->tile, dimension, {tile.start, plan.size}), known.size());
            if (isNew) starts.push_back(tile.start);
            ofTile.push_back(at->second);
        }
        return starts;
    };
    const auto rows = kinds(m_masked->rows, 0, m_plan.rows, out.kindOfRow);
    const auto columns = kinds(m_masked->columns, 1, m_plan.columns, out.kindOfColumn);
    out.rowKinds = rows.size();
    out.columnKinds = columns.size();
    for (const std::int64_t row : rows)
        for (const std::int64_t column : columns)
            std::ranges::move(lower::tiling::contentsFor(*m_masked, {row, m_plan.picture.rows},
                                                         {column, m_plan.picture.columns}),
                              std::back_inserter(out.contents));
    return out;
}

Outcome LaunchedRun::place(const machine::Machine& machine) {
    const auto& outputShape = network::shapeOf(*m_lowered.plan.network, m_lowered.plan.part.gives.front());
    const std::uint64_t pixel =
        outputShape[2] *
        tensor::sizeOf(network::dtypeOf(*m_lowered.plan.network, m_lowered.plan.part.gives.front()));
    m_maskOffsets = {0};
    if (m_masked)
        for (std::size_t i = 0; i < m_masked->masks.size(); ++i)
            m_maskOffsets.push_back(m_maskOffsets.back() + aligned(m_masks.contents[i].bytes().size()));
    const std::uint64_t entry = m_lowered.plan.described.size() * machine::kDescriptorBytes;
    m_places.entries = aligned(hostBytesOf(machine.onlyCore()));
    m_places.masks = aligned(m_places.entries + entry * tiles());
    m_places.picture =
        m_places.masks + (m_masked ? m_maskOffsets.back() * m_masks.rowKinds * m_masks.columnKinds : 0);
    m_places.output = aligned(m_places.picture + m_picture.bytes().size());
    m_places.end = m_places.output + static_cast<std::uint64_t>(m_plan.rows.fullOutput) *
                                         static_cast<std::uint64_t>(m_plan.columns.fullOutput) * pixel;
    const std::uint64_t has = m_lowered.plan.circuit.hostBytes;
    if (m_places.end <= has) return Done{};
    return Problem{&messages::kHostTooSmall,
                   {std::to_string(m_places.end), std::to_string(has), m_lowered.plan.circuit.name,
                    std::to_string(m_places.entries), std::to_string(m_places.masks - m_places.entries),
                    std::to_string(m_places.picture - m_places.masks),
                    std::to_string(m_picture.bytes().size()), std::to_string(m_places.end - m_places.output)},
                   {},
                   {},
                   {}};
}

std::vector<std::uint32_t> LaunchedRun::entryOf(std::size_t rowNumber, std::size_t columnNumber) const {
    const AxisTile &row = m_plan.rows.tiles[rowNumber], &column = m_plan.columns.tiles[columnNumber];
    std::vector<std::uint32_t> out;
    const lower::striding::Part& part = m_lowered.plan.part;
    for (std::size_t i = 0; i < part.brings.size(); ++i)
        addDescriptor(out, {m_places.picture, m_plan.picture.columns, pixelBytesOf(m_picture), row.start,
                            column.start, m_plan.fixed.rows - row.fill, m_plan.fixed.columns - column.fill});
    if (m_masked) {
        const std::size_t kind =
            m_masks.kindOfRow[rowNumber] * m_masks.columnKinds + m_masks.kindOfColumn[columnNumber];
        // Those that the part reads, in its order.
        for (const ValueId id : m_lowered.plan.described) {
            const auto mask = std::ranges::find_if(m_masked->masks, [&](const lower::tiling::Mask& one) {
                return network::nameOf(m_masked->network, one.constant) ==
                       network::nameOf(*m_lowered.plan.network, id);
            });
            if (mask == m_masked->masks.end()) continue;
            const auto number = static_cast<std::size_t>(mask - m_masked->masks.begin());
            const tensor::Shape& shape = network::shapeOf(*m_lowered.plan.network, id);
            addDescriptor(out,
                          {m_places.masks + kind * m_maskOffsets.back() + m_maskOffsets[number],
                           static_cast<std::int64_t>(shape[1]), pixelBytesOf(m_masks.contents[number]), 0, 0,
                           static_cast<std::int64_t>(shape[0]), static_cast<std::int64_t>(shape[1])});
        }
    }
    for (const ValueId id : part.gives) {
        const tensor::Shape& shape = network::shapeOf(*m_lowered.plan.network, id);
        const auto pixel = static_cast<std::int64_t>(
            shape[2] * tensor::sizeOf(network::dtypeOf(*m_lowered.plan.network, id)));
        const std::int64_t inTile =
            (row.from - row.offset) * static_cast<std::int64_t>(shape[1]) + (column.from - column.offset);
        addDescriptor(out,
                      {m_places.output, m_plan.columns.fullOutput, pixel, row.from, column.from,
                       row.until - row.from, column.until - column.from},
                      inTile * pixel);
    }
    return out;
}

Result<std::unique_ptr<machine::Machine>> LaunchedRun::begin(const std::atomic<bool>* stop) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    const ProgramAnswer answer = loadLowered(m_lowered, "lowered", m_machine, loader, files);
    if (!answer.loaded) {
        Problem problem = answer.diagnostics.problems().front();
        problem.place = {}; // in a text that is nowhere
        return problem;
    }
    LW_TRY(std::unique_ptr<machine::Machine> machine, answer.loaded->createMachine({}));
    LW_TRY([[maybe_unused]] const Done placed, place(*machine));
    machine::Core& core = machine->core({});
    const isa::SpaceId host = hostOf(core);
    const auto put = [&](std::uint64_t at, std::span<const std::byte> bytes) {
        return core.writeSpace(host, at, bytes);
    };
    for (std::size_t i = 0; i < m_masks.contents.size(); ++i) {
        const std::size_t masks = m_maskOffsets.size() - 1;
        LW_TRY([[maybe_unused]] const Done mask,
               put(m_places.masks + i / masks * m_maskOffsets.back() + m_maskOffsets[i % masks],
                   m_masks.contents[i].bytes()));
    }
    std::uint64_t at = m_places.entries;
    for (std::size_t row = 0; row < m_plan.rows.tiles.size(); ++row)
        for (std::size_t column = 0; column < m_plan.columns.tiles.size(); ++column) {
            const std::vector<std::uint32_t> entry = entryOf(row, column);
            LW_TRY([[maybe_unused]] const Done listed, put(at, std::as_bytes(std::span(entry))));
            at += entry.size() * sizeof(std::uint32_t);
            if (stop != nullptr && *stop) return machine;
        }
    LW_TRY([[maybe_unused]] const Done picture, put(m_places.picture, m_picture.bytes()));
    Tensor head(tensor::DType::I32, {machine::kListWords});
    const auto set = [&](machine::ListWord word, std::uint64_t value) {
        head.set(word, static_cast<std::int32_t>(value));
    };
    set(machine::kListCount, tiles());
    set(machine::kListStride, m_lowered.plan.described.size() * machine::kDescriptorBytes);
    set(machine::kListEntries, m_places.entries);
    LW_TRY([[maybe_unused]] const Done headed,
           putTensor(*machine, m_lowered.plan.launchList, head, false, stop));
    return machine;
}

Result<Tensor> LaunchedRun::output(const machine::Machine& machine) const {
    const ValueId id = m_lowered.plan.part.gives.front();
    Tensor out(network::dtypeOf(*m_lowered.plan.network, id),
               {static_cast<std::uint64_t>(m_plan.rows.fullOutput),
                static_cast<std::uint64_t>(m_plan.columns.fullOutput),
                network::shapeOf(*m_lowered.plan.network, id)[2]});
    const machine::Core& core = machine.onlyCore();
    LW_TRY([[maybe_unused]] const Done read, core.readSpace(hostOf(core), m_places.output, out.bytes(), {}));
    return out;
}

std::uint64_t LaunchedRun::tilesDone(machine::Machine& machine) {
    const machine::StateTree& tree = machine.tree();
    const machine::Core& core = machine.onlyCore();
    const machine::NodeId id = core.tree().withRole(machine::Role::Launch);
    LW_REQUIRE(id != tree.root(), "a program that is launched");
    std::array<std::byte, 4> word{};
    machine.store().read(tree.at(id).offset, word);
    return machine::bitsOf(word) + (core.halted() ? 1 : 0);
}

} // namespace lw::project
