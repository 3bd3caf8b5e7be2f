// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <string>

// The pictures of a tiling, for a network and a picture or its size.
namespace lw::cli {

// With --element also which tiles compute that element.
Result<Json> tileMapScene(const std::string& network, const Arguments& arguments);
// For --element, or for the output's first element.
Result<Json> coneScene(const std::string& network, const Arguments& arguments);

// When circuits had which tile, from a run of all of them on the machine.
Result<Json> tileLanesScene(const std::string& network, const Arguments& arguments);
// What --tile computed for the value --name, beside the whole picture, in channel --first.
Result<Json> ringScene(const std::string& network, const Arguments& arguments);

} // namespace lw::cli
