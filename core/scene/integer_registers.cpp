// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/integer_registers.h"

#include "core/machine/core_id.h"

#include <algorithm>
#include <utility>

namespace lw::scene {

IntegerRegisters::IntegerRegisters(const machine::WordMakers& makers, const machine::CoreTree& tree,
                                   const machine::Moment& now, std::vector<std::uint32_t> writers)
    : m_makers(makers), m_tree(tree), m_moment(now), m_writers(std::move(writers)) {}

machine::RegistersNow IntegerRegisters::now() const {
    const machine::NodeId node = m_tree.ofFile(m_makers.file());
    return {[this](std::uint8_t number) -> std::optional<std::uint32_t> {
                if (number >= m_writers.size() || m_writers[number] == machine::kNoBundle) return {};
                return m_writers[number];
            },
            [this, node](std::uint8_t number) { return machine::wordsOf(m_tree, node, number, m_moment); }};
}

void IntegerRegisters::read(std::vector<CellPicture>& registers) const {
    const std::size_t count = std::min(registers.size(), m_writers.size());
    for (std::size_t i = 0; i < count; ++i)
        if (m_writers[i] != machine::kNoBundle && tensor::sizeOf(registers[i].type) == 4 &&
            machine::holdsIntegers(m_makers, static_cast<std::uint8_t>(i), now()))
            registers[i].type = tensor::DType::I32;
}

void IntegerRegisters::read(CellPicture& result, std::string_view unit, std::uint32_t bundle) const {
    const isa::Spec& spec = m_makers.spec();
    const auto named =
        std::ranges::find_if(spec.units, [&](const isa::Unit& one) { return one.name == unit; });
    if (named == spec.units.end() || tensor::sizeOf(result.type) != 4) return;
    const isa::UnitId id{static_cast<std::uint8_t>(named - spec.units.begin())};
    const auto given = m_makers.giving(bundle, id);
    if (given && machine::holdsIntegers(m_makers, *given, result.bits, now()))
        result.type = tensor::DType::I32;
}

} // namespace lw::scene
