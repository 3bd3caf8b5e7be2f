// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/bundles.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
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
    std::uint64_t from = 0, lane = 0; // granules behind that one, and in the row
    std::uint64_t granules() const {
        return loops[0].count * loops[1].count * loops[2].count * loops[3].count;
    }
};

inline constexpr std::uint32_t kDescriptorWords = 15;

// Descriptors in scalar memory, one behind the other from word `descriptors` on.
class Transfers {
  public:
    explicit Transfers(std::uint64_t granulesPerRow) : m_granulesPerRow(granulesPerRow) {}

    // The word, counted from `descriptors`, of a new one.
    std::uint32_t add(const Transfer& transfer, bool goesIn, std::uint32_t flag);
    std::uint32_t words() const { return static_cast<std::uint32_t>(m_rows.size()) * kDescriptorWords; }
    std::string text() const; // of the data section

  private:
    std::uint64_t m_granulesPerRow;
    std::vector<std::string> m_rows;
};

} // namespace lw::lower::training
