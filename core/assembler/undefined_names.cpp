// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/statements.h"

#include "core/assembler/messages.h"
#include "core/base/closest_word.h"
#include "core/source/messages.h"

// Names that were used and never defined, each said once.
namespace lw::assembler {

void Statements::reportUndefined() {
    if (m_failedInclude) return;
    constexpr std::size_t kMostCandidates = 20'000, kMostSuggestions = 100;
    std::vector<std::string_view> names;
    for (SymbolId id = 0; id < m_symbols.size() && names.size() < kMostCandidates; ++id)
        if (m_symbols[id].kind != Symbol::Kind::Undefined) names.push_back(m_symbols[id].name);
    std::size_t said = 0;
    for (SymbolId id = 0; id < m_symbols.size() && !m_reports.full(); ++id) {
        const Symbol& symbol = m_symbols[id];
        if (symbol.kind != Symbol::Kind::Undefined || symbol.uses == 0) continue;
        std::string suggestion = said++ < kMostSuggestions ? suggestName(symbol.name, names) : std::string();
        Problem& problem = m_reports.add({symbol.place, symbol.context}, kUnknownName,
                                         {std::string(symbol.name)}, std::move(suggestion));
        if (symbol.uses > 1) problem.notes.push_back({&kNoteMoreUses, {std::to_string(symbol.uses - 1)}, {}});
    }
}

std::string Statements::suggestName(std::string_view name, std::span<const std::string_view> names) {
    const std::string_view found = closestWord(name, names);
    const std::size_t dot = name.find('.'), other = found.find('.');
    // Both local to the same label: said as it is written.
    if (dot != std::string_view::npos && other != std::string_view::npos &&
        name.substr(0, dot) == found.substr(0, other))
        return std::string(found.substr(other));
    return std::string(found);
}

} // namespace lw::assembler
