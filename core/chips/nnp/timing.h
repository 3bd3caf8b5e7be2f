// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lw::nnp {

// The keys of the timing table: clocks that an instruction takes beyond those in which its vectors pass. The
// numbers and their sources stand only in the configuration JSON.
enum class TimingKey : std::uint8_t { Seq, Vector, Matrix, Mvm, Mfu };
inline constexpr std::array<std::string_view, 5> kTimingKeys{"seq", "vector", "matrix", "mvm", "mfu"};

} // namespace lw::nnp
