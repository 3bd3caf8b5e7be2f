// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lw::lower::processor {

// Where values lie in a register file from when they are computed until they are last read: the first place
// where they fit.
class VectorPlaces {
  public:
    explicit VectorPlaces(std::uint64_t vectors) : m_size(vectors) {}
    // Nothing where no stretch is so long.
    std::optional<std::uint64_t> take(std::uint64_t count);
    void release(std::uint64_t first); // of one that was taken
    std::uint64_t longestFree() const;
    std::uint64_t most() const { return m_most; } // vectors that were in use at once

  private:
    struct Stretch {
        std::uint64_t first = 0, count = 0;
    };
    std::vector<Stretch> m_taken; // in their order
    std::uint64_t m_size = 0, m_used = 0, m_most = 0;
};

} // namespace lw::lower::processor
