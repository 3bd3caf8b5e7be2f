// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace lw::cli {

// Lines of cells, with columns as wide as their widest cell; the columns listed are right-aligned.
std::string tableText(const std::vector<std::vector<std::string>>& rows,
                      std::initializer_list<std::size_t> toTheRight);

} // namespace lw::cli
