// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace lw {

// A stretch of source text. The file is an index into the list of source files of whoever made the place
// (source::Files for the assembler); lines and columns count from 1, columns and lengths count bytes.
struct Place {
    static constexpr std::uint32_t kNoFile = 0xffffffff;

    std::uint32_t file = kNoFile;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t length = 0;

    bool known() const { return line != 0; }
    auto operator<=>(const Place&) const = default;
};

} // namespace lw
