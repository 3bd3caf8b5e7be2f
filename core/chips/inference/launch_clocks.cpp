// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/launch_clocks.h"

#include "core/base/check.h"
#include "core/chips/inference/links.h"
#include "core/chips/inference/messages.h"
#include "core/chips/inference/modelled_circuit.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace lw::inference {

namespace {

using Stand = ModelledCircuit::Stand;

// Circuits that begin launches together: those joined by links, or a single one.
class Together {
  public:
    Together(const Config& config, const std::atomic<bool>* stop, bool mayRepeat)
        : m_config(config), m_stop(stop), m_mayRepeat(mayRepeat) {}
    void add(machine::CoreId circuit, const std::vector<Decoded>& rows, const machine::LaunchList* list) {
        m_ids.push_back(circuit);
        m_circuits.push_back(std::make_unique<ModelledCircuit>(circuit, m_config, rows, list));
    }

    // Nothing: stopped, or it turned out that launches do not repeat each other.
    Result<std::optional<std::uint64_t>> clocks() {
        if (m_mayRepeat)
            m_mayRepeat = std::ranges::all_of(m_circuits, [](const auto& one) { return one->mayRepeat(); });
        for (;;) {
            LW_TRY(const bool isOver, settle());
            if (m_stop != nullptr && *m_stop) return std::optional<std::uint64_t>();
            if (isOver) break;
            begin();
            if (m_mayRepeat) repeat();
        }
        if (std::ranges::any_of(m_circuits, [](const auto& one) { return one->wroteBeside(); }))
            return std::optional<std::uint64_t>();
        std::uint64_t last = 0;
        for (const auto& circuit : m_circuits) last = std::max(last, circuit->clock());
        return std::optional(m_past + last);
    }

  private:
    // A launch already examined: what it began with, and what the next one does.
    struct Known {
        std::vector<IssueRegisters> before;
        std::vector<std::uint64_t> moved;
        std::vector<IssueRegisters> after;
        std::uint64_t clocks = 0;
    };
    static constexpr std::size_t kMostKnown = 256;

    // All continue until they halt or reach the end of a launch; returns whether all have halted.
    Result<bool> settle() {
        std::vector<Stand> stands(m_circuits.size());
        for (bool goesOn = true; goesOn;) {
            goesOn = false;
            for (std::size_t i = 0; i < m_circuits.size(); ++i) {
                const std::uint32_t before = m_circuits[i]->nextRow();
                stands[i] = m_circuits[i]->run();
                goesOn |= m_circuits[i]->nextRow() != before;
                deliver(i);
            }
        }
        for (std::size_t i = 0; i < m_circuits.size(); ++i)
            if (stands[i] == Stand::Faulted || stands[i] == Stand::Waits)
                return Problem{&kNoClocks,
                               {std::to_string(m_circuits[i]->nextRow()), m_config.cores.titleOf(m_ids[i]),
                                m_circuits[i]->reason()},
                               {},
                               {},
                               {}};
        m_isAtRound.assign(stands.size(), false);
        for (std::size_t i = 0; i < stands.size(); ++i) m_isAtRound[i] = stands[i] == Stand::AtRound;
        return std::ranges::none_of(m_isAtRound, [](bool isThere) { return isThere; });
    }
    void deliver(std::size_t sender) {
        for (const ModelledCircuit::Parcel& parcel : m_circuits[sender]->takeSent())
            if (const auto to = neighbourOf(m_ids[sender], parcel.direction, m_config.cores))
                m_circuits[to->index]->comes(parcel);
    }

    // The next launch: circuits with links wait for each other, and for everything under way.
    void begin() {
        std::uint64_t clock = 0;
        for (const auto& circuit : m_circuits)
            if (m_config.way) clock = std::max(clock, circuit->quietFrom());
        for (std::size_t i = 0; i < m_circuits.size(); ++i)
            if (m_isAtRound[i]) m_circuits[i]->launchAt(clock);
    }

    // From the beginning of a launch: skips as many launches as are already known.
    void repeat() {
        // If one has halted for good, the others' clocks do not all have the same beginning.
        m_mayRepeat = std::ranges::all_of(m_isAtRound, [](bool isThere) { return isThere; });
        if (!m_mayRepeat) return;
        m_past += m_circuits.front()->clock();
        Known next;
        next.clocks = m_past;
        for (const auto& circuit : m_circuits) next.before.push_back(circuit->rebased());
        if (!m_known.empty() && m_known.back().after.empty()) {
            m_known.back().after = next.before;
            m_known.back().clocks = m_past - m_known.back().clocks;
        }
        for (;;) {
            next.moved.clear();
            for (const auto& circuit : m_circuits) circuit->addMoved(next.moved);
            const auto same = std::ranges::find_if(m_known, [&](const Known& one) {
                return !one.after.empty() && one.moved == next.moved && one.before == next.before;
            });
            if (same == m_known.end()) break;
            m_past += same->clocks;
            next.before = same->after;
            for (std::size_t i = 0; i < m_circuits.size(); ++i)
                m_circuits[i]->goOnFrom(m_circuits[i]->launch() + 1, same->after[i]);
        }
        next.clocks = m_past;
        if (m_known.size() < kMostKnown) m_known.push_back(std::move(next));
    }

    const Config& m_config;
    const std::atomic<bool>* m_stop;
    bool m_mayRepeat;
    std::vector<machine::CoreId> m_ids;
    std::vector<std::unique_ptr<ModelledCircuit>> m_circuits;
    std::vector<bool> m_isAtRound;
    std::vector<Known> m_known;
    std::uint64_t m_past = 0; // clocks before those that circuits count
};

Result<std::optional<std::uint64_t>> clocksOf(std::span<const std::vector<Decoded>> rows,
                                              std::span<const machine::LaunchList> lists,
                                              const Config& config, const std::atomic<bool>* stop,
                                              bool mayRepeat) {
    std::uint64_t last = 0;
    for (std::size_t first = 0; first < rows.size();) {
        const std::size_t end = config.way ? rows.size() : first + 1;
        Together together(config, stop, mayRepeat);
        for (std::size_t i = first; i < end; ++i)
            together.add({static_cast<std::uint16_t>(i)}, rows[i], lists.empty() ? nullptr : &lists[i]);
        LW_TRY(const std::optional<std::uint64_t> clocks, together.clocks());
        if (!clocks) return clocks;
        last = std::max(last, *clocks);
        first = end;
    }
    return std::optional(last);
}

} // namespace

Result<std::optional<std::uint64_t>> launchClocks(std::span<const program::Program* const> programs,
                                                  std::span<const machine::LaunchList> lists,
                                                  const Config& config, const std::atomic<bool>* stop) {
    LW_REQUIRE(programs.size() == config.cores.count, "there is a program for each circuit");
    LW_REQUIRE(lists.empty() || lists.size() == programs.size(), "there is a list for each circuit");
    std::vector<std::vector<Decoded>> rows;
    for (const program::Program* const program : programs) {
        LW_TRY(rows.emplace_back(), decodeRows(*program));
    }
    LW_TRY(const std::optional<std::uint64_t> clocks, clocksOf(rows, lists, config, stop, true));
    if (clocks || (stop != nullptr && *stop)) return clocks;
    return clocksOf(rows, lists, config, stop, false);
}

} // namespace lw::inference
