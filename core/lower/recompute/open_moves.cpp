// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/open_moves.h"

#include <algorithm>
#include <map>

namespace lw::lower::recompute {

namespace {

class Opening {
  public:
    Opening(const Sublayers& network, const CostModel& model, const KeepPlan& plan, const Room& room)
        : m_network(network)
        , m_model(model)
        , m_plan(plan)
        , m_room(room)
        , m_alone(usageOf(network, model, plan))
        , m_extra(plan.steps.size()) {}

    // What is spilled first, since a fetch of it cannot begin before.
    std::vector<Move> run() {
        for (std::size_t i = 0; i < m_plan.steps.size(); ++i)
            if (m_plan.steps[i].kind == StepKind::Spill) spill(i);
        for (std::size_t i = 0; i < m_plan.steps.size(); ++i)
            if (m_plan.steps[i].kind == StepKind::Fetch) fetch(i);
        std::ranges::sort(m_out, {}, &Move::step);
        return std::move(m_out);
    }

  private:
    std::uint64_t bytesAt(std::size_t step) const { return bytesOf(m_network, movedBy(m_plan.steps[step])); }
    std::uint64_t clocksOfMove(std::size_t step) const {
        return clocksToMove(m_network, m_model, movedBy(m_plan.steps[step]));
    }
    bool fits(std::size_t step, std::uint64_t bytes) const {
        Bytes live = m_alone.steps[step].live;
        live.vmem += m_extra[step] + bytes;
        return m_room.has(live);
    }
    std::uint64_t workIn(std::size_t from, std::size_t until) const {
        std::uint64_t out = 0;
        for (std::size_t i = from; i < until; ++i)
            if (!isMove(m_plan.steps[i]) && !m_alone.steps[i].isBeside) out += m_alone.steps[i].clocks;
        return out;
    }
    // Of a move between these steps, and of those of its kind that keep its engine busy meanwhile.
    std::uint64_t clocksWith(std::size_t step, std::size_t from, std::size_t until) const {
        std::uint64_t out = clocksOfMove(step);
        for (const Move& other : m_out)
            if (m_plan.steps[other.step].kind == m_plan.steps[step].kind && other.from < until &&
                from < other.until)
                out += clocksOfMove(other.step);
        return out;
    }

    // Its rows go after the last step that uses them, or later.
    void spill(std::size_t at) {
        const Held held = movedBy(m_plan.steps[at]);
        std::size_t until = releaseOf(m_plan, at) + 1;
        const auto isAgain = [&](std::size_t step) {
            return m_plan.steps[step].kind == StepKind::Fetch && movedBy(m_plan.steps[step]) == held;
        };
        while (workIn(at, until) < clocksWith(at, at, until) && !isAgain(until) && fits(until, bytesAt(at)))
            m_extra[until++] += bytesAt(at);
        m_gone[held] = until;
        m_out.push_back({at, at, until});
    }

    // It is there when a step first reads it, and begins after the fetches before it: they come in order.
    void fetch(std::size_t at) {
        const Held held = movedBy(m_plan.steps[at]);
        std::size_t until = at + 1;
        while (!std::ranges::count(m_plan.steps[until].reads, held)) ++until;
        if (at == batchFetchOf(m_plan)) { // which has a place of its own
            m_gone[held] = releaseOf(m_plan, at) + 1;
            m_out.push_back({at, at, until});
            return;
        }
        const std::size_t first = std::max(m_firstFetch, m_gone[held]);
        std::size_t from = at;
        while (from > first && workIn(from, until) < clocksWith(at, from, until) &&
               fits(from - 1, bytesAt(at)))
            m_extra[--from] += bytesAt(at);
        for (const Beside& group : m_plan.beside) // whose own rows may only be free after it
            for (; group.isBefore() && group.first < from && from <= group.step; ++from)
                m_extra[from] -= bytesAt(at);
        m_firstFetch = from;
        m_gone[held] = std::max(m_gone[held], releaseOf(m_plan, at) + 1);
        m_out.push_back({at, from, until});
    }

    const Sublayers& m_network;
    const CostModel& m_model;
    const KeepPlan& m_plan;
    Room m_room;
    Usage m_alone;
    std::vector<std::uint64_t> m_extra; // bytes in VMEM by step, beside those that are live
    std::map<Held, std::size_t> m_gone; // from when on the rows that it had before are free
    std::size_t m_firstFetch = 0;       // before which the next one cannot begin
    std::vector<Move> m_out;
};

} // namespace

std::vector<Move> openMoves(const Sublayers& network, const CostModel& model, const KeepPlan& plan,
                            const Room& room) {
    return Opening(network, model, plan, room).run();
}

} // namespace lw::lower::recompute
