// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tiling/tile_lanes.h"

#include "core/isa/encode.h"
#include "core/machine/record_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lw::scene::tiling {

using machine::Event;
using machine::EventKind;

namespace {

using Hatch = LaneKind::Hatch;
using isa::UnitGroup;

// In the order of TileBar.
std::vector<LaneKind> kinds() {
    return {{"tile", UnitGroup::Matrix, "", Hatch::None, true},
            {"no tile: only hands on", UnitGroup::Sync, "-", Hatch::Masked},
            {"constants", UnitGroup::Transfer, "C"},
            {"from the host", UnitGroup::Transfer, "", Hatch::None, true},
            {"to the host", UnitGroup::Memory, "", Hatch::None, true},
            {"to a neighbour", UnitGroup::Sync, ">", Hatch::None, true},
            {"waits for the host", UnitGroup::Transfer, "H", Hatch::Wait},
            {"waits for neighbours", UnitGroup::Sync, "N", Hatch::Wait},
            {"waits for the next launch", UnitGroup::Scalar, "L", Hatch::Wait}};
}
constexpr std::uint32_t kindOf(TileBar bar) { return static_cast<std::uint32_t>(bar); }

// Constants that come at the same time become one bar: there are as many of them as weights.
std::vector<LaneBar> united(std::vector<LaneBar> bars) {
    std::ranges::stable_sort(bars, {}, &LaneBar::from);
    std::vector<LaneBar> out;
    for (const LaneBar& bar : bars)
        if (!out.empty() && bar.from <= out.back().until)
            out.back().until = std::max(out.back().until, bar.until);
        else
            out.push_back(bar);
    return out;
}

// As lanes with the same name, numbered from the second one on.
void addLanes(Lanes& out, const std::string& name, std::vector<LaneBar> bars) {
    std::size_t number = 0;
    for (std::vector<LaneBar>& own : sideBySide(std::move(bars))) {
        ++number;
        out.lanes.push_back({number == 1 ? name : name + " " + std::to_string(number), std::move(own)});
    }
}

} // namespace

TileTimes::TileTimes(const machine::Machine& machine, std::size_t columns) : m_columns(columns) {
    for (const machine::Core* const core : machine.cores())
        m_circuits.push_back({core->name(), rowsOf(*core), {}, {}, {}});
}

std::vector<TileTimes::Row> TileTimes::rowsOf(const machine::Core& core) {
    struct Named {
        std::string_view name;
        Row row;
    };
    constexpr Named kRows[] = {{"launch", Row::Launch},   {"halt", Row::Halt},    {"dma.in", Row::Constants},
                               {"dma.w", Row::Constants}, {"dma.in.d", Row::In},  {"dma.out", Row::Out},
                               {"dma.out.d", Row::Out},   {"send.n", Row::North}, {"send.e", Row::East},
                               {"send.s", Row::South},    {"send.w", Row::West},  {"wait", Row::Wait}};
    const isa::Spec& spec = *core.target().spec;
    std::vector<Row> out;
    for (const isa::Bits& bits : core.program().bundles) {
        Row& row = out.emplace_back(Row::Other);
        isa::Bundle bundle;
        if (isa::decode(spec, bits, bundle) || bundle.count == 0) continue;
        const isa::SlotInsn& first = *bundle.begin();
        const isa::Insn& insn = spec.insns[first.op];
        const auto known = std::ranges::find(kRows, insn.name, &Named::name);
        if (known == std::end(kRows)) continue;
        row = known->row;
        const auto ahead = std::ranges::find(insn.operands, "ahead", &isa::Operand::name);
        if (ahead != insn.operands.end() && first.operands[ahead - insn.operands.begin()].value != 0)
            row = Row::InAhead;
    }
    return out;
}

bool TileTimes::isSend(Row row) { return row >= Row::North && row <= Row::West; }

// ---- what happens

void TileTimes::take(std::span<const Event> events) {
    for (const Event& event : events) {
        if (event.kind == EventKind::Fault) m_marks.push_back({event.clock, "fault"});
        take(m_circuits[event.core.index], event);
    }
}

void TileTimes::take(Circuit& circuit, const Event& event) {
    if (event.bundle >= circuit.rows.size()) return;
    const Row row = circuit.rows[event.bundle];
    const std::uint64_t until = event.clock + std::max(event.duration, 1u);
    switch (event.kind) {
    case EventKind::Issue:
        if (row == Row::Launch) circuit.launches.push_back({event.clock, 0});
        if (row == Row::Halt && !circuit.launches.empty()) circuit.launches.back().until = until;
        break;
    case EventKind::Transfer: {
        // Reads before the first launch belong to it.
        const std::uint64_t round = circuit.launches.empty() ? 0 : circuit.launches.size() - 1;
        circuit.transfers.push_back({{event.clock, until}, row, round + (row == Row::InAhead ? 1 : 0)});
        break;
    }
    case EventKind::Stall: takePause(circuit, event); break;
    default: break;
    }
}

// Counts waiting only for others: the circuit's own units wait for each other all the time.
void TileTimes::takePause(Circuit& circuit, const Event& event) {
    const Row row = circuit.rows[event.bundle];
    const bool isKnown = event.b < circuit.rows.size(); // what it waits for
    const Row other = isKnown ? circuit.rows[event.b] : Row::Other;
    std::optional<TileBar> what;
    if (row == Row::Launch)
        what = TileBar::WaitLaunch;
    else if (row == Row::Wait || (row == Row::Halt && !isKnown) || isSend(other))
        what = TileBar::WaitOthers;
    else if (other == Row::Constants || other == Row::In || other == Row::InAhead || other == Row::Out)
        what = TileBar::WaitHost;
    if (!what) return;
    Stretch time{event.clock, event.clock + event.duration};
    // Runs are cut somewhere, and waits along with them.
    if (!circuit.pauses.empty() && circuit.pauses.back().what == *what &&
        circuit.pauses.back().time.until == time.from)
        circuit.pauses.back().time.until = time.until;
    else
        circuit.pauses.push_back({time, *what});
}

// ---- as lanes

std::size_t TileTimes::neighbourOf(std::size_t circuit, Row row) const {
    switch (row) {
    case Row::North: return circuit - m_columns;
    case Row::East: return circuit + 1;
    case Row::South: return circuit + m_columns;
    default: return circuit - 1;
    }
}

Lane TileTimes::tilesOf(std::size_t number, std::uint64_t clock, const TileOf& tileOf) const {
    Lane out{"tiles", {}};
    const std::vector<Stretch>& launches = m_circuits[number].launches;
    for (std::size_t round = 0; round < launches.size(); ++round) {
        const std::uint64_t until = launches[round].until != 0 ? launches[round].until : clock;
        if (launches[round].from >= until) continue;
        const auto tile = tileOf(number, round);
        out.bars.push_back({launches[round].from, until, static_cast<std::uint32_t>(tile.value_or(round)),
                            kindOf(tile ? TileBar::Tile : TileBar::HandsOn)});
    }
    return out;
}

std::vector<LaneBar> TileTimes::transfersOf(std::size_t number, TileBar what, const TileOf& tileOf) const {
    const auto barOf = [](Row row) {
        if (row == Row::Constants) return TileBar::Constants;
        if (isSend(row)) return TileBar::Sent;
        return row == Row::Out ? TileBar::Out : TileBar::In;
    };
    std::vector<LaneBar> out;
    for (const Transfer& one : m_circuits[number].transfers) {
        if (barOf(one.row) != what) continue;
        const std::uint64_t whose =
            what == TileBar::Sent ? neighbourOf(number, one.row) : tileOf(number, one.round).value_or(0);
        out.push_back({one.time.from, one.time.until, static_cast<std::uint32_t>(whose), kindOf(what)});
    }
    return out;
}

void TileTimes::addCircuit(Lanes& out, std::size_t number, std::uint64_t clock, const TileOf& tileOf) const {
    const Circuit& circuit = m_circuits[number];
    LaneGroup group{circuit.name, static_cast<std::uint32_t>(out.lanes.size()), 0};
    out.lanes.push_back(tilesOf(number, clock, tileOf));
    std::vector<LaneBar> in = united(transfersOf(number, TileBar::Constants, tileOf));
    std::ranges::copy(transfersOf(number, TileBar::In, tileOf), std::back_inserter(in));
    addLanes(out, "from the host", std::move(in));
    addLanes(out, "to the host", transfersOf(number, TileBar::Out, tileOf));
    addLanes(out, "to neighbours", transfersOf(number, TileBar::Sent, tileOf));
    std::vector<LaneBar> waits;
    for (const Pause& pause : circuit.pauses)
        waits.push_back({pause.time.from, pause.time.until, 0, kindOf(pause.what)});
    addLanes(out, "waits", std::move(waits));
    group.count = static_cast<std::uint32_t>(out.lanes.size()) - group.first;
    out.groups.push_back(std::move(group));
}

Lanes TileTimes::lanes(std::uint64_t clock, const TileOf& tileOf) const {
    Lanes out;
    out.end = clock;
    out.kinds = kinds();
    out.marks = m_marks;
    for (std::size_t number = 0; number < m_circuits.size(); ++number) addCircuit(out, number, clock, tileOf);
    // From where it leaves to the tile the receiver has then.
    for (const LaneGroup& group : out.groups)
        for (std::uint32_t lane = group.first; lane < group.first + group.count; ++lane)
            for (const LaneBar& bar : out.lanes[lane].bars)
                if (bar.kind == kindOf(TileBar::Sent))
                    out.arrows.push_back(
                        {bar.from, bar.until, lane, out.groups[bar.number].first, bar.number, bar.kind});
    out.finish();
    return out;
}

machine::Stop record(machine::Machine& machine, TileTimes& times, const std::atomic<bool>* stop,
                     std::uint64_t until) {
    constexpr std::uint64_t kEvents = 4; // of a circuit in one clock
    return machine::recordRun(
        machine, kEvents, [&](std::span<const Event> events) { times.take(events); }, stop, until);
}

} // namespace lw::scene::tiling
