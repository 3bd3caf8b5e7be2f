// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lw::lower::processor {
struct RangeLoss;
}

namespace lw::cli {

// "x: of 12 numbers 1 of 65,520 and more, now infinite"
std::string lossText(const lower::processor::RangeLoss& loss);

} // namespace lw::cli
