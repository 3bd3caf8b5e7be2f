// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/symbols.h"

#include <cstring>

namespace lw::assembler {

namespace {

std::uint32_t hashOf(std::string_view name) {
    std::uint64_t hash = name.size() * 0x9e3779b97f4a7c15ull;
    std::size_t i = 0;
    for (; i + 8 <= name.size(); i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, name.data() + i, 8);
        hash = (hash ^ word) * 0xff51afd7ed558ccdull;
        hash ^= hash >> 32;
    }
    std::uint64_t rest = 0;
    for (; i < name.size(); ++i) rest = rest << 8 | static_cast<unsigned char>(name[i]);
    hash = (hash ^ rest) * 0xff51afd7ed558ccdull;
    return static_cast<std::uint32_t>(hash >> 32);
}

} // namespace

Symbols::Symbols() : m_cells(1024) {}

std::size_t Symbols::cellOf(std::string_view name, std::uint32_t hash) const {
    const std::size_t mask = m_cells.size() - 1;
    std::size_t at = hash & mask;
    while (m_cells[at].id != kNone && (m_cells[at].hash != hash || m_symbols[m_cells[at].id].name != name))
        at = (at + 1) & mask;
    return at;
}

SymbolId Symbols::use(std::string_view name, bool lasting) {
    const std::uint32_t hash = hashOf(name);
    std::size_t cell = cellOf(name, hash);
    if (m_cells[cell].id != kNone) return m_cells[cell].id;
    if ((m_symbols.size() + 1) * 2 > m_cells.size()) {
        grow();
        cell = cellOf(name, hash);
    }
    const auto id = static_cast<SymbolId>(m_symbols.size());
    m_cells[cell] = {hash, id};
    m_symbols.emplace_back().name = lasting ? name : std::string_view(m_names.emplace_back(name));
    return id;
}

SymbolId Symbols::find(std::string_view name) const { return m_cells[cellOf(name, hashOf(name))].id; }

void Symbols::grow() {
    std::vector<Cell> old(m_cells.size() * 4);
    old.swap(m_cells);
    const std::size_t mask = m_cells.size() - 1;
    for (const Cell& cell : old) {
        if (cell.id == kNone) continue;
        std::size_t at = cell.hash & mask;
        while (m_cells[at].id != kNone) at = (at + 1) & mask;
        m_cells[at] = cell;
    }
}

std::size_t Symbols::bytes() const {
    return m_symbols.capacity() * sizeof(Symbol) + m_cells.capacity() * sizeof(Cell);
}

} // namespace lw::assembler
