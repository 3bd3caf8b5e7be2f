// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/lower/tiling/plan.h"
#include "core/network/cut.h"
#include "core/project/tile_programs.h"

#include <optional>
#include <string>
#include <string_view>

// Arguments of commands that cut pictures into tiles.
namespace lw::cli {

// "64" or "64x48": rows and columns. E706, which says what it should be.
Result<lower::tiling::Size>
sizeIn(std::string_view option, const std::string& text,
       std::string_view what = "a size such as 64 or 64x48, at most 1048576 each");
std::string sizeText(const lower::tiling::Size& size);
// Rows and columns of --input or --size, before the network is read, whose file may leave them open; nothing
// if neither is given.
Result<std::optional<network::ImageSize>> givenSize(const Arguments& arguments);
// That of --size only.
Result<std::optional<network::ImageSize>> statedSize(const Arguments& arguments);
// The circuits of the machine, which --array may confirm. Another number needs another machine.
Result<project::TileArray> arrayFor(const Arguments& arguments, const std::string& machine);
// --fixed; nothing: not given, or auto.
Result<std::optional<lower::tiling::Size>> fixedIn(const Arguments& arguments);
// --mode; nothing: the plan chooses.
Result<std::optional<lower::tiling::Fill>> fillIn(const Arguments& arguments);
// --overlap
Result<lower::tiling::Overlap> overlapIn(const Arguments& arguments);

} // namespace lw::cli
