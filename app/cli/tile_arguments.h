// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/lower/tiling/plan.h"

#include <optional>
#include <string>
#include <string_view>

// What commands that cut pictures into tiles are told.
namespace lw::cli {

// "64" or "64x48": rows and columns.
Result<lower::tiling::Size> sizeIn(std::string_view option, const std::string& text);
// --fixed; nothing: not given, or auto.
Result<std::optional<lower::tiling::Size>> fixedIn(const Arguments& arguments);
// --mode; nothing: the plan chooses.
Result<std::optional<lower::tiling::Fill>> fillIn(const Arguments& arguments);

} // namespace lw::cli
