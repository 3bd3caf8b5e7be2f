// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/board.h"

#include "core/base/check.h"

#include <utility>

namespace lw::machine {

Board::Board(std::unique_ptr<BoardState> state, std::vector<std::unique_ptr<BoardCore>> cores,
             std::string_view kernel)
    : m_state(std::move(state)), m_cores(std::move(cores)), m_kernel(kernel) {
    LW_REQUIRE(m_cores.size() == 1, "a board has one core");
    for (const auto& core : m_cores) addCore(*core);
}

std::uint64_t Board::clock() const { return m_cores.front()->clock(); }

Stop Board::run(const RunLimit& limit) { return m_cores.front()->run(limit); }

void Board::setTriggers(std::vector<Trigger> triggers) { m_cores.front()->setTriggers(std::move(triggers)); }

void Board::stateReplaced() {
    for (const auto& core : m_cores) core->stateReplaced();
}

void Board::poke(NodeId node, std::uint64_t first, std::span<const std::byte> bytes) {
    Machine::poke(node, first, bytes);
    const Core* const core = coreWith(node);
    if (core != nullptr)
        m_cores[core->id().index]->edited(node, first, bytes.size() / sizeOf(tree().at(node)));
}

void Board::setRecorder(Recorder* recorder) {
    for (const auto& core : m_cores) core->setRecorder(recorder);
}

} // namespace lw::machine
