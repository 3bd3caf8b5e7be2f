// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/machine.h"

#include "core/base/check.h"

#include <algorithm>

namespace lw::machine {

const Core& Machine::onlyCore() const {
    LW_REQUIRE(m_cores.size() == 1, "a machine of several cores is asked for its only one");
    return *m_cores.front();
}

const Core& Machine::takeCore(std::string_view& name, CoreId otherwise) const {
    const std::size_t point = name.find('.');
    const bool mayBeNamed = m_cores.size() > 1 && point != name.npos;
    const auto named = mayBeNamed ? m_names.coreCalled(name.substr(0, point)) : std::nullopt;
    if (named) name.remove_prefix(point + 1);
    return core(named.value_or(otherwise));
}

const Core* Machine::coreWith(NodeId node) const {
    for (const Core* const core : m_cores)
        if (tree().isBelow(node, core->tree().root())) return core;
    return nullptr;
}

void Machine::addCore(Core& core) {
    LW_REQUIRE(core.id().index == m_cores.size(), "cores are added in the order of their ids");
    m_cores.push_back(&core);
}

bool Machine::halted() const {
    return std::all_of(m_cores.begin(), m_cores.end(), [](const Core* core) { return core->halted(); });
}

bool Machine::waitsForOthers(CoreId id) const {
    if (core(id).halted()) return false;
    const std::optional<Waiting> waiting = core(id).waiting();
    return waiting && waiting->until == kForever;
}

bool Machine::isOver(const RunLimit& limit) const {
    return !limit.awaited.empty() && !std::all_of(limit.awaited.begin(), limit.awaited.end(),
                                                  [&](CoreId id) { return waitsForOthers(id); });
}

std::uint64_t Machine::issuedBundles() const {
    std::uint64_t sum = 0;
    for (const Core* const core : m_cores) sum += core->issuedBundles();
    return sum;
}

std::uint64_t Machine::issuedBundles(std::optional<CoreId> id) const {
    return id ? core(*id).issuedBundles() : issuedBundles();
}

void Machine::poke(NodeId node, std::uint64_t first, std::span<const std::byte> bytes) {
    const Node& cells = tree().at(node);
    const std::uint64_t size = sizeOf(cells);
    LW_REQUIRE(first <= countOf(cells) && bytes.size() <= (countOf(cells) - first) * size,
               "an edit stays inside its node");
    store().write(cells.offset + first * size, bytes);
    stateReplaced();
}

} // namespace lw::machine
