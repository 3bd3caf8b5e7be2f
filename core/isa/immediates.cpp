// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/immediates.h"

namespace lw::isa {

bool Immediates::placeSingle(ConstantNeed& need) {
    int free = -1;
    for (std::size_t i = need.first; i < need.end; ++i) {
        if (!used(i)) {
            if (free < 0) free = static_cast<int>(i);
        } else if (m_values[i] == need.value) {
            need.placed = static_cast<std::uint8_t>(i);
            return true;
        }
    }
    if (free < 0) return false;
    need.placed = static_cast<std::uint8_t>(free);
    m_values[need.placed] = static_cast<std::uint16_t>(need.value);
    m_used = static_cast<std::uint8_t>(m_used | 1u << need.placed);
    return true;
}

bool Immediates::fits(std::uint32_t value, std::size_t pair) const {
    const std::size_t low = 2 * pair, high = low + 1;
    return (!used(low) || m_values[low] == (value & 0xffff)) &&
           (!used(high) || m_values[high] == value >> 16);
}

void Immediates::take(std::uint32_t value, std::size_t pair) {
    m_values[2 * pair] = static_cast<std::uint16_t>(value & 0xffff);
    m_values[2 * pair + 1] = static_cast<std::uint16_t>(value >> 16);
    m_used = static_cast<std::uint8_t>(m_used | 3u << (2 * pair));
}

bool Immediates::placePair(ConstantNeed& need) {
    int best = -1;
    for (std::size_t i = need.first; i < need.end; ++i) {
        if (!fits(need.value, i)) continue;
        if (best < 0) best = static_cast<int>(i);
        if (used(2 * i) && used(2 * i + 1)) { // it is already there
            best = static_cast<int>(i);
            break;
        }
    }
    if (best < 0) return false;
    need.placed = static_cast<std::uint8_t>(best);
    take(need.value, need.placed);
    return true;
}

// `narrow`: those that do not reach every immediate, the narrowest reach first; else the others.
bool Immediates::placeSingles(ConstantNeeds& needs, bool narrow) {
    for (unsigned end = narrow ? 1 : m_count; end < m_count + (narrow ? 0u : 1u); ++end)
        for (ConstantNeed& need : needs)
            if (!need.pair && need.end == end && !placeSingle(need)) return false;
    return true;
}

// Every placement of the pairs, in lexicographic order, until the rest fits too. At most 4! placements of
// distinct pairs; equal pairs share and do not branch.
bool Immediates::tryPairs(ConstantNeeds& needs, std::size_t from) {
    while (from < needs.count && !needs.items[from].pair) ++from;
    const Immediates before = *this;
    if (from == needs.count) {
        if (placeSingles(needs, true) && placeSingles(needs, false)) return true;
        *this = before;
        return false;
    }
    ConstantNeed& need = needs.items[from];
    for (std::size_t i = 0; i < from; ++i) {
        const ConstantNeed& earlier = needs.items[i];
        if (!earlier.pair || earlier.value != need.value || earlier.placed < need.first ||
            earlier.placed >= need.end)
            continue;
        need.placed = earlier.placed;
        return tryPairs(needs, from + 1);
    }
    for (std::size_t i = need.first; i < need.end; ++i) {
        if (used(2 * i) || used(2 * i + 1)) continue;
        take(need.value, i);
        need.placed = static_cast<std::uint8_t>(i);
        if (tryPairs(needs, from + 1)) return true;
        *this = before;
    }
    return false;
}

bool Immediates::place(ConstantNeeds& needs) {
    const Immediates empty = *this;
    bool placed = placeSingles(needs, true);
    for (ConstantNeed& need : needs) {
        if (!placed) break;
        if (need.pair) placed = placePair(need);
    }
    if (placed && placeSingles(needs, false)) return true;
    *this = empty;
    return tryPairs(needs, 0);
}

} // namespace lw::isa
