// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/json_readers.h"

#include "core/base/closest_word.h"
#include "core/base/json_messages.h"

#include <algorithm>
#include <limits>

namespace lw::network {

Result<std::size_t> readChoice(const JsonObject& object, std::string_view key,
                               std::span<const std::string_view> words) {
    LW_TRY(const std::string text, object.text(key));
    const auto at = std::find(words.begin(), words.end(), text);
    if (at != words.end()) return static_cast<std::size_t>(at - words.begin());
    std::string allowed;
    for (const std::string_view word : words) allowed += (allowed.empty() ? "" : ", ") + std::string(word);
    return Problem{&json_messages::kOutOfRange,
                   {std::string(key), "\"" + text + "\"", allowed},
                   object.at(key).place,
                   {},
                   std::string(closestWord(text, words))};
}

Outcome readFloat(const JsonObject& object, std::string_view key, float& into) {
    constexpr double kMost = std::numeric_limits<float>::max();
    if (!object.has(key)) return Done{};
    LW_TRY(const double bound, object.real(key, -kMost, kMost));
    into = static_cast<float>(bound);
    return Done{};
}

} // namespace lw::network
