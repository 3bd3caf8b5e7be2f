// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lw::bench {

// The machine file of nnp-bw-s10 with other sizes.
std::string processorText(const std::vector<std::pair<std::string, std::uint32_t>>& sizes);

} // namespace lw::bench
