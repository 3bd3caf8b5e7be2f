// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lw::network {

// Ends the names of layers when an import makes several for one node, except for the last.
inline constexpr std::string_view kPartOfNode = ".part";

} // namespace lw::network
