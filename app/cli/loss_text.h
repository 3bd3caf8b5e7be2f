// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lw::lower::processor {
struct RangeLoss;
}

namespace lw::cli {

// "x: of 12 numbers 1 of 65,520 and more, now infinite": what FP16 does not hold.
std::string lossText(const lower::processor::RangeLoss& loss);
// "dense: of 12 numbers 3 with a fraction, now rounded": what integers are not.
std::string integerLossText(const lower::processor::RangeLoss& loss);

} // namespace lw::cli
