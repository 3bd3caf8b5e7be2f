// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/stall_row.h"

#include <array>
#include <cstddef>

namespace lw::nnp {

// Why a clock issues no instruction.
inline constexpr std::array kStallRows{
    machine::StallRow{'V', "vectors are on their way",
                      "the vectors of the instruction before are on their way until clock {0}"},
};
inline constexpr std::size_t kStallRules = kStallRows.size();

} // namespace lw::nnp
