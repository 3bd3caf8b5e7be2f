// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/ring_work.h"

#include "core/lower/striding/direct.h"
#include "core/project/lower_network.h"
#include "core/scene/state_elements.h"
#include "widgets/tiling/tiling_files.h"

#include <array>

namespace lw::tiling {

using scene::tiling::Ring;
using scene::tiling::StoredPixels;
using scene::tiling::TileElements;
using scene::tiling::TileExtent;

namespace {

constexpr std::size_t kMostKept = 64; // values of tiles

// The tile that a circuit has, or had last; nothing: it only hands on what others need.
std::optional<std::uint64_t> tileNow(const TilingFacts& facts, const session::Frame& frame) {
    const std::array moments{project::CircuitMoment{&frame.loaded->program, frame.loaded->coreTree(),
                                                    frame.moment(), frame.halted}};
    const std::uint64_t done = project::roundsDone(moments).value_or(0);
    return project::tileOf(facts.plan, facts.array, frame.core().index, frame.halted ? done - 1 : done);
}

} // namespace

Outcome RingWork::begin() {
    if (m_values) return Done{};
    const TilingFacts& facts = *m_facts;
    const std::string machine = facts.request.machine.toStdString();
    LW_TRY(const machine::CircuitLimits circuit, project::circuitNamed(machine));
    LW_TRY(m_tile, project::tileNetwork(*facts.network, facts.plan));
    if (project::isOneProgram(m_tile->toLower(), circuit)) {
        LW_TRY(m_programs, project::lowerTiles(*m_tile, facts.plan, circuit, optionsOf(false), facts.array));
    }
    m_values = std::make_unique<project::TileValues>(*facts.network, *m_tile, facts.plan, *facts.picture,
                                                     lower::striding::directOptions(circuit, true));
    return Done{};
}

Result<RingMoment> RingWork::at(const RingWanted& given) {
    LW_TRY([[maybe_unused]] const Done begun, begin());
    RingMoment out;
    // Of the input there is no ring.
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
    out.largest = out.ring.dummy.largest;
    if (wanted.frame) {
        LW_TRY([[maybe_unused]] const Done looked, onCircuit(wanted, out));
    }
    return out;
}

// A channel that the layer does not have is its last one.
Result<Ring> RingWork::byReference(const RingWanted& wanted) {
    scene::ElementSourcePtr& truth = m_truth[wanted.layer];
    if (!truth) truth = scene::elementsOf(m_values->whole(wanted.layer));
    if (m_inTile.size() > kMostKept) m_inTile.clear();
    scene::ElementSourcePtr& own = m_inTile[{wanted.layer, wanted.tile}];
    if (!own) own = scene::elementsOf(m_values->inTile(wanted.layer, wanted.tile));
    LW_TRY(const TileExtent extent,
           scene::tiling::extentOf(m_values->tileNetwork(), m_facts->plan, wanted.tile, wanted.layer));
    const TileElements computed{*own};
    return scene::tiling::ringOf(wanted.layer, wanted.tile, extent,
                                 std::min(wanted.channel, truth->shape()[2] - 1), &computed, *truth);
}

Result<std::optional<RingWork::Place>> RingWork::placeOf(const std::string& layer, std::size_t circuit) {
    if (!m_programs) return std::optional<Place>();
    const lower::striding::NetworkPlan& plan = m_programs->programs[m_programs->ofCircuit[circuit]].plan;
    const auto id = network::findValue(*plan.network, layer);
    if (!id || plan.frames[*id].empty()) return std::optional<Place>();
    const lower::Frame& frame = plan.frames[*id].front();
    return std::optional(Place{frame.name, static_cast<std::int64_t>(frame.pad.top),
                               static_cast<std::int64_t>(frame.pad.left)});
}

std::shared_ptr<const StoredPixels> RingWork::pixelsOf(const session::FramePtr& frame,
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

// What the circuit has of the layer by now instead of what the reference has.
Outcome RingWork::onCircuit(const RingWanted& wanted, RingMoment& out) {
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
