// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/board.h"

#include "core/base/check.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace lw::machine {

static unsigned threadsFor(std::size_t cores, unsigned wanted) {
    const unsigned most = wanted == 0 ? std::max(std::thread::hardware_concurrency(), 1u) : wanted;
    return static_cast<unsigned>(std::min<std::size_t>(cores, most));
}

BoardState::BoardState(CoreNames coreNames, unsigned threads)
    : names(std::move(coreNames)), choosesThreads(threads == 0), crew(threadsFor(names.count, threads)) {}

// One core has the whole tree, so that its paths need no name before them.
NodeId BoardState::rootOfNext() {
    if (names.count == 1) return tree.root();
    const CoreId next{static_cast<std::uint16_t>(regions.size())};
    return tree.group(tree.root(), names.nameOf(next), "core " + std::to_string(next.index));
}

Stop BoardCore::stopHere(StopKind kind, const std::optional<Fault>& fault,
                         std::vector<std::uint32_t> triggers, std::vector<BundleOf> causes) const {
    Stop stop;
    stop.kind = kind;
    stop.clock = clock();
    stop.core = id();
    stop.bundle = nextBundle();
    stop.fault = fault;
    stop.triggers = std::move(triggers);
    stop.causes = std::move(causes);
    return stop;
}

Board::Board(std::unique_ptr<BoardState> state, std::vector<std::unique_ptr<BoardCore>> cores,
             std::string_view kernel)
    : m_state(std::move(state)), m_cores(std::move(cores)), m_kernel(kernel) {
    LW_REQUIRE(!m_cores.empty(), "a board has cores");
    for (const auto& core : m_cores) addCore(*core);
    nameCores(m_state->names);
}

Board::~Board() = default;

// A core that has halted stays behind.
std::uint64_t Board::clock() const {
    std::uint64_t latest = 0;
    for (const auto& core : m_cores) latest = std::max(latest, core->clock());
    return latest;
}

Stop Board::run(const RunLimit& limit) {
    if (m_cores.size() > 1) return runTogether(limit);
    BoardCore& core = *m_cores.front();
    RunLimit own = limit;
    own.resumed = limit.resumed || !standsAtTrigger(core);
    return core.run(own);
}

void Board::setTriggers(std::vector<Trigger> triggers) {
    m_triggers = std::move(triggers);
    for (const auto& core : m_cores) {
        std::vector<Trigger> own;
        for (const Trigger& trigger : m_triggers)
            if (trigger.core == core->id()) own.push_back(trigger);
        core->setTriggers(std::move(own));
    }
}

void Board::stateReplaced() {
    for (const auto& core : m_cores) core->stateReplaced();
}

void Board::poke(NodeId node, std::uint64_t first, std::span<const std::byte> bytes) {
    Machine::poke(node, first, bytes);
    const Core* const core = coreWith(node);
    if (core != nullptr)
        m_cores[core->id().index]->edited(node, first, bytes.size() / sizeOf(tree().at(node)));
}

} // namespace lw::machine
