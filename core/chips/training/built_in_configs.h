// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace lw::training {

// A machine configuration that is part of the program: resources/chips/<name>.json, put into a source file by
// CMake.
struct BuiltInConfig {
    std::string_view name;
    std::string_view json;
};
std::span<const BuiltInConfig> builtInConfigs();

} // namespace lw::training
