// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tile_work.h"

#include "core/lower/striding/direct.h"
#include "core/project/launched_run.h"
#include "core/project/lower_network.h"
#include "core/project/messages.h"
#include "core/scene/state_elements.h"
#include "widgets/tiling/tiling_files.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lw::tiling {

using scene::tiling::Ring;
using scene::tiling::StoredPixels;
using scene::tiling::TileElements;
using scene::tiling::TileExtent;

namespace {

constexpr std::size_t kMostKept = 64; // values of tiles

// The tile that a circuit has, or last had; nothing: it only passes on what others need.
std::optional<std::uint64_t> tileNow(const TilingFacts& facts, const session::Frame& frame) {
    const std::array moments{project::CircuitMoment{&frame.loaded->program, frame.loaded->coreTree(),
                                                    frame.moment(), frame.halted}};
    const std::uint64_t done = project::roundsDone(moments).value_or(0);
    return facts.tileOf(frame.core().index, frame.halted ? done - 1 : done);
}

// The bound that 99 % of those that differ do not exceed; 0: none does.
double usualDifference(const scene::CellPicture& difference) {
    std::vector<double> all;
    for (std::size_t i = 0; i < difference.bits.size(); ++i)
        if (const double by = std::abs(difference.value(i));
            (difference.flags[i] & scene::kWritten) != 0 && by > 0 && std::isfinite(by))
            all.push_back(by);
    if (all.empty()) return 0;
    const auto at = all.begin() + static_cast<std::ptrdiff_t>((all.size() - 1) * 99 / 100);
    std::nth_element(all.begin(), at, all.end());
    return *at;
}

// All channels of a pixel.
Result<std::vector<double>> valuesAt(const scene::ElementSource& image, std::int64_t row,
                                     std::int64_t column) {
    const tensor::Shape& shape = image.shape();
    const auto pixel = static_cast<std::uint64_t>(row) * shape[1] + static_cast<std::uint64_t>(column);
    std::vector<std::byte> bytes(shape[2] * tensor::sizeOf(image.type()));
    std::vector<std::uint8_t> flags(shape[2]);
    LW_TRY([[maybe_unused]] const Done read, image.read(pixel * shape[2], bytes, flags));
    std::vector<double> out(shape[2]);
    scene::valuesOf(image.type(), bytes, out);
    return out;
}

} // namespace

Outcome TileWork::begin() {
    if (m_values) return Done{};
    const TilingFacts& facts = *m_facts;
    const std::string machine = facts.request.machine.toStdString();
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(machine));
    if (facts.plan.overlap != lower::tiling::Overlap::Recompute)
        return Problem{&project::messages::kNotAlone, {}, {}, {}, {}};
    LW_TRY(m_tile, project::tileNetwork(*facts.network, facts.plan));
    // Circuits that share layers have no whole tile anywhere.
    if (!facts.sharesLayers() && project::isOneProgram(m_tile->toLower(), circuit)) findPlaces(circuit);
    m_values = std::make_unique<project::TileValues>(*facts.network, *m_tile, facts.plan, *facts.picture,
                                                     lower::striding::directOptions(circuit, true));
    return Done{};
}

// None for a tile too large for the machine: it can be looked at all the same.
void TileWork::findPlaces(const machine::CircuitLimits& circuit) {
    const TilingFacts& facts = *m_facts;
    auto programs = project::lowerTiles(*m_tile, facts.plan, circuit, optionsOf(false), facts.array);
    if (!programs) return;
    m_programs = *std::move(programs);
    project::LaunchedRun run(*m_programs, *m_tile, facts.plan, facts.request.machine.toStdString(),
                             *facts.picture);
    if (!run.files()) return;
    for (std::size_t output = 0; output < facts.plan.outputs.size(); ++output)
        m_places.emplace_back(*m_programs, facts.plan, run.places(), output);
}

Result<RingMoment> TileWork::ring(const RingWanted& given) {
    LW_TRY([[maybe_unused]] const Done begun, begin());
    RingMoment out;
    // There is no ring for the input.
    out.layers.assign(m_values->names().begin() + 1, m_values->names().end());
    RingWanted wanted = given;
    if (std::ranges::count(out.layers, wanted.layer) == 0) wanted.layer = out.layers.back();
    if (wanted.frame) {
        const auto tile = tileNow(*m_facts, *wanted.frame);
        if (!tile) return out;
        wanted.tile = *tile;
    }
    LW_TRY(out.ring, byReference(wanted));
    wanted.channel = out.ring.channel;
    out.usual = usualDifference(out.ring.difference);
    if (wanted.frame && !m_facts->sharesLayers()) {
        LW_TRY([[maybe_unused]] const Done looked, onCircuit(wanted, out));
    }
    return out;
}

const scene::ElementSourcePtr& TileWork::inTile(const std::string& layer, std::uint64_t tile) {
    if (m_inTile.size() > kMostKept) m_inTile.clear();
    scene::ElementSourcePtr& own = m_inTile[{layer, tile}];
    if (!own) own = scene::elementsOf(m_values->inTile(layer, tile));
    return own;
}

Result<PixelMoment> TileWork::pixel(const PixelWanted& wanted) {
    LW_TRY([[maybe_unused]] const Done begun, begin());
    PixelMoment out{wanted, {}, {}};
    const auto side = wanted.isOutput ? project::PixelPlaces::Output : project::PixelPlaces::Picture;
    const project::PixelPlaces* const places = m_places.empty() ? nullptr : &m_places[wanted.output];
    if (places) out.host = places->atHost(side, wanted.row, wanted.column);
    const scene::tiling::TileMap map = scene::tiling::tileMap(m_facts->plan, wanted.output);
    const auto bandsOf = wanted.isOutput ? &scene::tiling::computersOf : &scene::tiling::readersOf;
    const scene::tiling::Bands rows = bandsOf(map.rows, wanted.row),
                               columns = bandsOf(map.columns, wanted.column);
    for (std::size_t i = rows.first; i < rows.last; ++i)
        for (std::size_t j = columns.first; j < columns.last; ++j) {
            PixelMoment::OfTile& one = out.tiles.emplace_back();
            one.tile = i * map.columns.bands.size() + j;
            if (places) one.buffer = places->inBuffer(side, one.tile, wanted.row, wanted.column);
            if (!wanted.isOutput) continue;
            LW_TRY(one.values, valuesAt(*inTile(m_values->outputName(wanted.output), one.tile),
                                        wanted.row - map.rows.bands[i].computes.from,
                                        wanted.column - map.columns.bands[j].computes.from));
        }
    return out;
}

// A channel that the layer does not have means its last one.
Result<Ring> TileWork::byReference(const RingWanted& wanted) {
    scene::ElementSourcePtr& truth = m_truth[wanted.layer];
    if (!truth) truth = scene::elementsOf(m_values->whole(wanted.layer));
    LW_TRY(const TileExtent extent,
           scene::tiling::extentOf(m_values->tileNetwork(), m_facts->plan, wanted.tile, wanted.layer));
    const TileElements computed{*inTile(wanted.layer, wanted.tile)};
    return scene::tiling::ringOf(wanted.layer, wanted.tile, extent,
                                 std::min(wanted.channel, truth->shape()[2] - 1), &computed, *truth);
}

Result<std::optional<TileWork::Place>> TileWork::placeOf(const std::string& layer, std::size_t circuit) {
    if (!m_programs) return std::optional<Place>();
    const lower::striding::NetworkPlan& plan = m_programs->programs[m_programs->ofCircuit[circuit]].plan;
    const auto id = network::findValue(*plan.network, layer);
    if (!id || plan.frames[*id].empty()) return std::optional<Place>();
    const lower::Frame& frame = plan.frames[*id].front();
    return std::optional(Place{frame.name, static_cast<std::int64_t>(frame.pad.top),
                               static_cast<std::int64_t>(frame.pad.left)});
}

std::shared_ptr<const StoredPixels> TileWork::pixelsOf(const session::FramePtr& frame,
                                                       const program::NamedTensor& tensor,
                                                       const RingWanted& wanted) {
    const auto program = m_stored ? m_stored->program.lock() : nullptr;
    if (!m_stored || program != frame->loaded || m_stored->layer != wanted.layer ||
        m_stored->channel != wanted.channel)
        m_stored = Stored{frame->loaded, wanted.layer, wanted.channel,
                          std::make_shared<const StoredPixels>(scene::tiling::storedPixels(
                              frame->loaded->program, *frame->loaded->spec, tensor, wanted.channel))};
    return m_stored->pixels;
}

// What the circuit has of the layer by now, in place of what the reference has.
Outcome TileWork::onCircuit(const RingWanted& wanted, RingMoment& out) {
    const session::Frame& frame = *wanted.frame;
    out.isOfCircuit = true;
    LW_TRY(const std::optional<Place> place, placeOf(wanted.layer, frame.core().index));
    const program::NamedTensor* const tensor =
        place ? program::findTensor(frame.loaded->program, place->tensor) : nullptr;
    out.isNamed = tensor && tensor->shape.size() == 3 && wanted.channel < tensor->shape[2];
    const std::uint32_t next = frame.halted ? StoredPixels::kNever : frame.nextBundle;
    scene::ElementSourcePtr elements;
    if (out.isNamed) {
        LW_TRY(elements, scene::elementsOfState(frame.loaded->scope(), *tensor, frame.state, nullptr));
        elements =
            scene::tiling::onlyStored(std::move(elements), pixelsOf(wanted.frame, *tensor, wanted), next);
    }
    const auto computed =
        out.isNamed ? std::optional(TileElements{*elements, place->row, place->column}) : std::nullopt;
    LW_TRY(out.ring, scene::tiling::ringOf(wanted.layer, wanted.tile, out.ring.extent, wanted.channel,
                                           computed ? &*computed : nullptr, *m_truth[wanted.layer]));
    for (const std::uint8_t flags : out.ring.computed.flags)
        out.stored += (flags & scene::kWritten) != 0 ? 1 : 0;
    return Done{};
}

} // namespace lw::tiling
