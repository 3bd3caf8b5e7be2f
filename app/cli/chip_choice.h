// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/chips/catalog.h"

#include <functional>

namespace lw::cli {

bool hasMachine(const chips::Chip& chip, const std::string& name);

// The chip of --chip; without it the first one that has the machine of --machine
// and knows what is asked for, or simply the first.
Result<const chips::Chip*> chipOf(const Arguments& arguments,
                                  const std::function<bool(const chips::Chip&)>& knows);

} // namespace lw::cli
