// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_arguments.h"

#include "app/cli/messages.h"

#include <array>

namespace lw::cli {

using lower::tiling::Fill;
using lower::tiling::Size;

Result<Size> sizeIn(std::string_view option, const std::string& text) {
    constexpr std::uint64_t kMost = 1 << 20;
    const std::size_t by = text.find('x');
    const auto rows = numberIn(std::string_view(text).substr(0, by), kMost);
    const auto columns =
        by == std::string::npos ? rows : numberIn(std::string_view(text).substr(by + 1), kMost);
    if (!rows || !columns || *rows == 0 || *columns == 0)
        return Problem{
            &messages::kNoNumber, {std::string(option), "a size such as 64 or 64x48", text}, {}, {}, {}};
    return Size{static_cast<std::int64_t>(*rows), static_cast<std::int64_t>(*columns)};
}

Result<std::optional<Size>> fixedIn(const Arguments& arguments) {
    const auto fixed = arguments.value("--fixed");
    if (!fixed || *fixed == "auto") return std::optional<Size>();
    LW_TRY(const Size size, sizeIn("--fixed", *fixed));
    return std::optional(size);
}

Result<std::optional<Fill>> fillIn(const Arguments& arguments) {
    constexpr std::array<std::string_view, 4> kModes{"auto", "exact", "masked", "ring"};
    LW_TRY(const std::size_t mode, arguments.choice("--mode", kModes));
    return mode == 0 ? std::nullopt : std::optional(static_cast<Fill>(mode - 1));
}

} // namespace lw::cli
