// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/step_memory.h"

#include "core/base/check.h"

#include <algorithm>
#include <map>
#include <span>

namespace lw::lower::training {

namespace {

// That is there in a step, or was last.
const Buffer& bufferAt(std::span<const Buffer> buffers, std::size_t step, const Held& held) {
    const auto found = std::find_if(buffers.rbegin(), buffers.rend(), [&](const Buffer& buffer) {
        return buffer.held == held && buffer.first <= step;
    });
    LW_ASSERT(found != buffers.rend(), "a tensor that a step of the plan reads was made before");
    return *found;
}
const Buffer& movedBy(std::span<const Buffer> buffers, const KeepPlan& plan, std::size_t step) {
    return bufferAt(buffers, step, lower::movedBy(plan.steps[step]));
}

// From the step that makes a tensor to the one that releases it.
std::vector<Buffer> lifetimes(const KeepPlan& plan, const std::function<std::uint64_t(const Held&)>& rowsOf) {
    std::vector<Buffer> out;
    std::map<Held, std::size_t> alive;
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        for (const Held& made : plan.steps[step].writes) {
            const std::uint64_t rows = rowsOf(made);
            if (rows == 0 || alive.contains(made)) continue;
            alive[made] = out.size();
            out.push_back({made, step, plan.steps.size() - 1, rows, 0});
        }
        for (const Held& gone : plan.steps[step].released) {
            const auto at = alive.find(gone);
            if (at == alive.end()) continue;
            out[at->second].last = step;
            alive.erase(at);
        }
    }
    return out;
}

// With the time in which they are on their way.
void open(std::vector<Buffer>& buffers, const KeepPlan& plan, const OpenMoves& moves) {
    for (const Move& move : moves.moves) {
        const auto number = &movedBy(buffers, plan, move.step) - buffers.data();
        Buffer& buffer = buffers[static_cast<std::size_t>(number)];
        if (moves.hasNextBatch && move.step == batchFetchOf(plan)) {
            buffer.first = 0;
            buffer.last = plan.steps.size() - 1;
        } else if (plan.steps[move.step].kind == StepKind::Fetch) {
            buffer.first = std::min(buffer.first, move.from);
        } else {
            buffer.last = std::max(buffer.last, move.until - 1);
        }
    }
}

// Steps that are done beside another one come one after the other; that one goes on meanwhile.
void join(std::vector<Buffer>& buffers, const KeepPlan& plan, std::span<const Beside> groups) {
    for (const Beside& group : groups) {
        const std::vector<Held>& reads = plan.steps[group.step].reads;
        for (Buffer& buffer : buffers) {
            if (group.isBefore()) {
                if (buffer.first == group.step) buffer.first = group.first;
            } else if (buffer.first <= group.step && group.step <= buffer.last &&
                       std::ranges::count(reads, buffer.held) != 0) {
                buffer.last = std::max(buffer.last, group.last);
            }
        }
    }
}

bool meet(const Buffer& x, const Buffer& y) { return x.first <= y.last && y.first <= x.last; }

} // namespace

// The largest first, each at the lowest place where nothing that was placed is in its way.
StepMemory placeTensors(const KeepPlan& plan, const OpenMoves& moves,
                        const std::function<std::uint64_t(const Held&)>& rowsOf, bool isApart) {
    StepMemory out{lifetimes(plan, rowsOf), 0};
    open(out.buffers, plan, moves);
    join(out.buffers, plan, moves.beside);
    std::vector<Buffer*> order;
    for (Buffer& buffer : out.buffers) order.push_back(&buffer);
    std::ranges::stable_sort(order, std::ranges::greater{}, &Buffer::rows);
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::vector<const Buffer*> inTheWay;
        for (std::size_t j = 0; j < i; ++j)
            if (isApart || meet(*order[i], *order[j])) inTheWay.push_back(order[j]);
        std::ranges::sort(inTheWay, {}, &Buffer::row);
        std::uint64_t row = 0;
        for (const Buffer* other : inTheWay) {
            if (row + order[i]->rows <= other->row) break;
            row = std::max(row, other->row + other->rows);
        }
        order[i]->row = row;
        out.rows = std::max(out.rows, row + order[i]->rows);
    }
    return out;
}

const Buffer& StepMemory::at(std::size_t step, const Held& held) const {
    return bufferAt(buffers, step, held);
}

const Buffer* StepMemory::largest() const {
    const auto at = std::ranges::max_element(buffers, {}, &Buffer::rows);
    return at == buffers.end() ? nullptr : &*at;
}

} // namespace lw::lower::training
