// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/placed_moves.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace lw::lower::training {

namespace {

const Buffer& movedBy(const StepMemory& memory, const KeepPlan& plan, std::size_t step) {
    return memory.at(step, lower::movedBy(plan.steps[step]));
}

} // namespace

OpenMoves closedMoves(const KeepPlan& plan) {
    OpenMoves out;
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        if (isMove(plan.steps[i])) out.moves.push_back({i, i, i + 1});
    return out;
}

PlacedMoves placeMoves(const KeepPlan& plan, const std::function<std::uint64_t(const Held&)>& rowsOf,
                       std::uint64_t rows) {
    const auto placed = [&](OpenMoves moves) {
        StepMemory memory = placeTensors(plan, moves, rowsOf);
        return PlacedMoves{std::move(moves), std::move(memory)};
    };
    PlacedMoves out = placed(closedMoves(plan));
    if (plan.moves.empty()) return out;
    std::vector<Beside> products; // which take fewer rows
    std::ranges::copy_if(plan.beside, std::back_inserter(products), &Beside::isBefore);
    for (const std::vector<Beside>& beside : {plan.beside, products, {}})
        for (const bool hasNextBatch : {true, false}) {
            PlacedMoves all = placed({plan.moves, hasNextBatch && plan.hasNextBatch, beside});
            if (all.memory.rows <= rows) return all;
        }
    for (std::size_t i = 0; i < plan.moves.size(); ++i) {
        OpenMoves more = out.moves;
        more.moves[i] = plan.moves[i];
        if (PlacedMoves wider = placed(more); wider.memory.rows <= rows) out = std::move(wider);
    }
    return out;
}

OpenMoves widened(const KeepPlan& plan, OpenMoves moves, const StepMemory& memory) {
    const auto overlaps = [](const Buffer& a, const Buffer& b) {
        return a.row < b.row + b.rows && b.row < a.row + a.rows;
    };
    std::map<Held, Move*> spills;
    std::vector<Buffer> taken = memory.buffers; // from when on
    std::size_t first = 0;                      // before which no fetch begins
    for (Move& move : moves.moves) {
        const KeepStep& step = plan.steps[move.step];
        if (step.kind == StepKind::Spill) spills[lower::movedBy(step)] = &move;
        if (step.kind == StepKind::Spill || move.step == batchFetchOf(plan)) continue;
        const Buffer& buffer = movedBy(memory, plan, move.step);
        const auto spill = spills.find(lower::movedBy(step));
        std::size_t from = std::max(first, spill == spills.end() ? 0 : spill->second->until);
        for (const Buffer& other : memory.buffers)
            if (other.first < buffer.first && overlaps(buffer, other)) from = std::max(from, other.last + 1);
        for (const Beside& group : moves.beside) // of which all begins at once
            if (group.isBefore() && group.first < from && from <= group.step) from = group.step + 1;
        move.from = first = std::min(from, move.from);
        Buffer& early = taken[static_cast<std::size_t>(&buffer - memory.buffers.data())];
        early.first = std::min(early.first, move.from);
    }
    for (const Move& fetch : moves.moves) {
        const auto spill = spills.find(lower::movedBy(plan.steps[fetch.step]));
        if (plan.steps[fetch.step].kind != StepKind::Fetch || spill == spills.end()) continue;
        Move& move = *spill->second;
        const Buffer& buffer = movedBy(memory, plan, move.step);
        std::size_t until = fetch.from;
        for (const Buffer& other : taken)
            if (other.first > buffer.last && overlaps(buffer, other)) until = std::min(until, other.first);
        move.until = std::max(move.until, until);
    }
    return moves;
}

} // namespace lw::lower::training
