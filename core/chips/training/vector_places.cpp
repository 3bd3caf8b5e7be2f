// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/vector_places.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace lw::training {

VectorPlaces::VectorPlaces(std::uint32_t* registers, std::uint32_t* entries, std::size_t entryCount,
                           std::size_t words)
    : m_registers(registers), m_entries(entries), m_words(words), m_places(kRegisters + entryCount) {
    for (std::size_t i = 0; i < m_places.size(); ++i) m_places[i] = home(i);
    std::copy_n(m_places.begin(), kRegisters, m_read.begin());
}

void VectorPlaces::copyLoaded(std::size_t number) {
    std::copy_n(m_read[number], m_words, m_places[number]);
    vectorToFill(number);
}

void VectorPlaces::copyLoadedFrom(const std::uint32_t* first, std::size_t count) {
    for (std::uint32_t rest = m_loaded; rest != 0; rest &= rest - 1) {
        const auto number = static_cast<std::size_t>(std::countr_zero(rest));
        if (m_read[number] < first + count && first < m_read[number] + m_words) copyLoaded(number);
    }
}

void VectorPlaces::settle() {
    while (m_loaded != 0) copyLoaded(static_cast<std::size_t>(std::countr_zero(m_loaded)));
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (m_places[i] == home(i)) continue;
        // The one whose words are in this one's home: they change places.
        const auto guest = std::find(m_places.begin(), m_places.end(), home(i));
        std::swap_ranges(home(i), home(i) + m_words, m_places[i]);
        *guest = std::exchange(m_places[i], home(i));
    }
    std::copy_n(m_places.begin(), kRegisters, m_read.begin());
}

} // namespace lw::training
