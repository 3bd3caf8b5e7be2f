// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <string>

// The pictures of a tiling, of a network and a size of picture; nothing is run.
namespace lw::cli {

// With --element also which tiles compute that one.
Result<Json> tileMapScene(const std::string& network, const Arguments& arguments);
// Of --element, or of the output's first one.
Result<Json> coneScene(const std::string& network, const Arguments& arguments);

} // namespace lw::cli
