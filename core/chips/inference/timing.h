// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lw::inference {

// The keys of the timing table: clocks that an instruction takes beyond those given by sizes and
// bandwidths, from the end of its work to the result. The numbers and their sources are only in the
// configuration JSON.
enum class TimingKey : std::uint8_t { Seq, Dma, Fill, Ldw, Swapw, Matmul, Vpu, Activation, Pool };
inline constexpr std::array<std::string_view, 9> kTimingKeys{"seq",    "dma", "fill",       "ldw", "swapw",
                                                             "matmul", "vpu", "activation", "pool"};

// Whole steps of `step` needed to hold `count`.
constexpr std::uint64_t stepsOf(std::uint64_t count, std::uint64_t step) {
    return count / step + (count % step != 0 ? 1 : 0);
}

// Clocks for `bytes` to pass at that many bytes in that many clocks.
constexpr std::uint64_t transferClocks(std::uint64_t bytes, std::uint64_t rateBytes,
                                       std::uint64_t rateClocks) {
    return stepsOf(bytes * rateClocks, rateBytes);
}

// Clocks from the start of a pass to its last sum: M vectors of k elements through k rows and n columns.
// Vector m leaves column j after clock m + (k - 1) + j.
constexpr std::uint64_t passClocks(std::uint64_t vectors, std::uint64_t k, std::uint64_t n) {
    return vectors + k + n - 2;
}

} // namespace lw::inference
