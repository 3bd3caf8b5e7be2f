// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_arguments.h"

#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "core/project/network_input.h"

#include <algorithm>
#include <array>

namespace lw::cli {

using lower::tiling::Fill;
using lower::tiling::Size;

std::string sizeText(const Size& size) {
    return std::to_string(size.rows) + " x " + std::to_string(size.columns);
}

Result<Size> sizeIn(std::string_view option, const std::string& text, std::string_view what) {
    constexpr std::uint64_t kMost = 1 << 20;
    const std::size_t by = text.find('x');
    const auto rows = numberIn(std::string_view(text).substr(0, by), kMost);
    const auto columns =
        by == std::string::npos ? rows : numberIn(std::string_view(text).substr(by + 1), kMost);
    if (!rows || !columns || *rows == 0 || *columns == 0)
        return Problem{&messages::kNoNumber, {std::string(option), std::string(what), text}, {}, {}, {}};
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

Result<lower::tiling::Overlap> overlapIn(const Arguments& arguments) {
    LW_TRY(const std::size_t overlap, arguments.choice("--overlap", lower::tiling::kOverlapNames));
    return static_cast<lower::tiling::Overlap>(overlap);
}

namespace {

// A size given beside a picture must be that of the picture.
Outcome checkSize(const Arguments& arguments, const Size& picture) {
    const auto text = arguments.value("--size");
    if (!text) return Done{};
    LW_TRY(const Size size, sizeIn("--size", *text));
    if (size == picture) return Done{};
    return Problem{&messages::kTwoSizes, {sizeText(size), sizeText(picture)}, {}, {}, {}};
}

} // namespace

Result<std::optional<network::ImageSize>> givenSize(const Arguments& arguments) {
    if (const auto path = arguments.value("--input")) {
        LW_TRY(const auto order, imageOrderIn(arguments));
        LW_TRY(const tensor::Shape shape, project::shapeOfInput(*path, order));
        if ((shape.size() != 2 && shape.size() != 3) || std::ranges::count(shape, 0) != 0)
            return Problem{&messages::kNoPicture, {*path, tensor::shapeText(shape)}, {}, {}, {}};
        LW_TRY([[maybe_unused]] const Done same, checkSize(arguments, {static_cast<std::int64_t>(shape[0]),
                                                                       static_cast<std::int64_t>(shape[1])}));
        return std::optional(network::ImageSize{shape[0], shape[1]});
    }
    return statedSize(arguments);
}

Result<std::optional<network::ImageSize>> statedSize(const Arguments& arguments) {
    const auto text = arguments.value("--size");
    if (!text) return std::optional<network::ImageSize>();
    LW_TRY(const Size size, sizeIn("--size", *text));
    return std::optional(
        network::ImageSize{static_cast<std::uint64_t>(size.rows), static_cast<std::uint64_t>(size.columns)});
}

Result<project::TileArray> arrayFor(const Arguments& arguments, const std::string& machine) {
    LW_TRY(const std::optional<project::TileArray> array, project::arrayOf(machine));
    const project::TileArray has = array.value_or(project::TileArray{});
    const auto asked = arguments.value("--array");
    if (!asked || *asked == "auto") return has;
    LW_TRY(const Size size, sizeIn("--array", *asked, "rows and columns of circuits such as 2x2"));
    if (project::TileArray{static_cast<std::size_t>(size.rows), static_cast<std::size_t>(size.columns)} ==
        has)
        return has;
    return Problem{
        &messages::kOtherArray,
        {sizeText(size), has.count() == 1 ? "one circuit" : sizeText(has.circuits()) + " circuits"},
        {},
        {},
        {}};
}

} // namespace lw::cli
