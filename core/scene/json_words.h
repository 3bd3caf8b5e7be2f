// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_value.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Values that the JSON of several pictures has. E6xx with the place in the text when a value is none.
namespace lw::scene {

// The place of the value's word in the list.
Result<std::size_t> wordIn(const JsonObject& object, std::string_view key,
                           std::span<const std::string_view> words);
Result<std::vector<std::string>> textsIn(const JsonObject& object, std::string_view key);
// Any number from 0 on.
Result<std::uint64_t> countIn(const JsonObject& object, std::string_view key);

} // namespace lw::scene
