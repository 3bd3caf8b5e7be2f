// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lw::training {

// Where the words of vector registers and queue entries are while a run is under way. A pop exchanges
// places instead of copying, and a register loaded with whole rows of vector memory refers to these rows
// until they or it are written. Between runs everything is where the layout says.
class VectorPlaces {
  public:
    VectorPlaces() = default;
    // Registers and queue entries by the layout; `words` in each of them.
    VectorPlaces(std::uint32_t* registers, std::uint32_t* entries, std::size_t entryCount, std::size_t words);

    const std::uint32_t* vector(std::size_t number) const { return m_read[number]; }
    // To write all of a register.
    std::uint32_t* vectorToFill(std::size_t number) {
        m_loaded &= ~(1u << number);
        m_read[number] = m_places[number];
        return m_places[number];
    }
    // To write some words and keep the others.
    std::uint32_t* vectorToChange(std::size_t number) {
        if (m_loaded >> number & 1) [[unlikely]]
            copyLoaded(number);
        return m_places[number];
    }
    std::uint32_t* entry(std::size_t index) { return m_places[kRegisters + index]; }

    // The register gets the words of the entry, and the entry those of the register: however the register
    // came by them, or the state would depend on where runs were cut.
    void exchange(std::size_t number, std::size_t index) {
        if (m_loaded >> number & 1) [[unlikely]]
            copyLoaded(number);
        std::swap(m_places[number], m_places[kRegisters + index]);
        m_read[number] = m_places[number];
    }
    // The register gets the words that are there now.
    void load(std::size_t number, const std::uint32_t* rows) {
        m_loaded |= 1u << number;
        m_read[number] = rows;
    }
    // To be called before words of vector memory are written.
    void memoryChanges(const std::uint32_t* first, std::size_t count) {
        if (m_loaded != 0) copyLoadedFrom(first, count);
    }
    // Brings all words home.
    void settle();

  private:
    static constexpr std::size_t kRegisters = 32;
    void copyLoaded(std::size_t number);
    void copyLoadedFrom(const std::uint32_t* first, std::size_t count);
    std::uint32_t* home(std::size_t place) const {
        return place < kRegisters ? m_registers + place * m_words
                                  : m_entries + (place - kRegisters) * m_words;
    }

    std::uint32_t* m_registers = nullptr;
    std::uint32_t* m_entries = nullptr;
    std::size_t m_words = 0;
    std::vector<std::uint32_t*> m_places; // of the registers, then of the entries: no two the same
    std::array<const std::uint32_t*, kRegisters> m_read{}; // the register's place, or rows of vector memory
    std::uint32_t m_loaded = 0;                            // bit set of the latter
};

} // namespace lw::training
