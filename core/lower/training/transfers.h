// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/step_writer.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lw::lower::training {

// Granules of 16 bytes between a tensor in HBM and rows of vector memory: four loops, the innermost first.
struct TransferLoop {
    std::uint64_t count = 1;
    std::int64_t outside = 0, inside = 0; // strides in granules
};
struct Transfer {
    std::string outside; // an expression for a granule in HBM
    std::uint64_t row = 0;
    std::array<TransferLoop, 4> loops{};
    std::uint64_t from = 0, lane = 0; // granules after that one, and in the row
    std::uint64_t granules() const {
        return loops[0].count * loops[1].count * loops[2].count * loops[3].count;
    }
};

inline constexpr std::uint32_t kDescriptorWords = 15;

// Descriptors in scalar memory, one after the other from word `descriptors` on: one of each way, which the
// program writes anew for each transfer, and those that stay.
class Transfers {
  public:
    Transfers(StepWriter& to, std::uint64_t granulesPerRow);

    // The word, counted from `descriptors`, of a new one that stays.
    std::uint32_t add(const Transfer& transfer, bool goesIn, std::uint32_t flag);
    void start(std::uint32_t descriptor, bool goesIn);
    // Starts a transfer by the descriptor of its way, of which only the words that differ are stored. Changes
    // r14 and r15.
    void startOnce(const Transfer& transfer, bool goesIn, std::uint32_t flag);
    // At a label that is reached from several places it is not known what these hold.
    void forget();

    std::uint32_t count() const { return static_cast<std::uint32_t>(m_rows.size()); }
    std::uint32_t words() const { return count() * kDescriptorWords; }
    std::string text() const; // of the data section

  private:
    using Words = std::array<std::string, kDescriptorWords>;
    Words wordsOf(const Transfer& transfer, bool goesIn, std::uint32_t flag) const;

    StepWriter& m_to;
    std::uint64_t m_granulesPerRow;
    std::vector<Words> m_rows;    // as the program begins with them
    std::array<Words, 2> m_known; // out and in; empty words are not known
};

} // namespace lw::lower::training
