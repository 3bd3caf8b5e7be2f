// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/stall_row.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lw::nnp {

// Why a clock issues no instruction: the rows below, by number. Of several that end at the same clock the
// first one counts.
enum class StallRule : std::uint8_t {
    Sequencer,
    Vectors,
    Weights,
    StillMultiplied,
    ReadPort,
    Multiplier,
    FirstMfu,
    SecondMfu,
    WritePort,
    Matrices,
    HaltDrains
};
inline constexpr std::array kStallRows{
    machine::StallRow{'I', "the sequencer is taken",
                      "the sequencer is at the instruction before until clock {0}"},
    machine::StallRow{'V', "vectors are on their way",
                      "a chain that began before clock {0} would read a vector before it is written"},
    machine::StallRow{'W', "weights are on their way",
                      "a chain that began before clock {0} would multiply by a matrix before it is written"},
    machine::StallRow{'U', "weights are still used",
                      "begun before clock {0}, it would replace a matrix that is still multiplied by"},
    machine::StallRow{'R', "vectors are still being read",
                      "the chain before is reading its vectors until clock {0}"},
    machine::StallRow{'M', "the multiplier is taken",
                      "a chain that began before clock {0} would find the multiplier taken"},
    machine::StallRow{'F', "the first MFU is taken",
                      "a chain that began before clock {0} would find a part of the first MFU taken"},
    machine::StallRow{'S', "the second MFU is taken",
                      "a chain that began before clock {0} would find a part of the second MFU taken"},
    machine::StallRow{'O', "older results are being written",
                      "a chain that began before clock {0} would write before older results are written"},
    machine::StallRow{'D', "older matrices are on their way",
                      "a chain that began before clock {0} would find older matrices on their way"},
    machine::StallRow{'H', "halt waits for chains",
                      "halt waits until clock {0} for chains that are under way"},
};
inline constexpr std::size_t kStallRules = kStallRows.size();
static_assert(kStallRules == static_cast<std::size_t>(StallRule::HaltDrains) + 1);

} // namespace lw::nnp
