// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace lw::machine {

// 4096 -> "4,096".
std::string counted(std::uint64_t number);
// 65536 -> "64 KiB": in whole units, rounded down.
std::string bytesText(std::uint64_t bytes);

} // namespace lw::machine
