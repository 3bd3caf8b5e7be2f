// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/predicate.h"

#include "core/machine/expression.h"

namespace lw::machine {

bool isExecuted(Machine& machine, const Core& core, std::uint8_t predicate) {
    const isa::Spec& spec = *core.target().spec;
    if (predicate == spec.predicateAlways) return true;
    const NodeId node = core.tree().ofFile(spec.predicateFile);
    const auto number = static_cast<std::uint64_t>(predicate & ~spec.predicateInvert);
    std::byte value{};
    machine.store().read(core.tree().at(node).offset + number, std::span(&value, 1));
    return (value != std::byte{0}) != ((predicate & spec.predicateInvert) != 0);
}

} // namespace lw::machine
