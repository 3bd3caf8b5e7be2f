// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_value.h"

#include <span>
#include <string_view>

// Functions with which several parts of a network's file are read.
namespace lw::network {

// The number of one of `words`; E607 lists them all.
Result<std::size_t> readChoice(const JsonObject& object, std::string_view key,
                               std::span<const std::string_view> words);
// Rounded to float32; the value is left alone if there is no such key.
Outcome readFloat(const JsonObject& object, std::string_view key, float& into);

} // namespace lw::network
